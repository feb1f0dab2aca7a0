import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { sendProblem, setRequestId } from './admin-answer.ts';
import { createAdminGuard } from './admin-guard.ts';
import type { AdminPorts } from './admin-route.ts';
import { createAdminRouter } from './admin-router.ts';

export interface AdminServerOptions {
  ports: AdminPorts;
  log: Log;
  /** At least 32 characters; whoever has it may do everything. */
  token: string;
  host: string;
  /** 0 takes any free one. */
  port: number;
  rng?: Rng;
  elapsedMs?: () => number;
}

export interface AdminServer {
  /** The address listened on. */
  readonly url: string;
  /** Takes nothing new and lets requests under way end. @param graceMs after this long whatever is left is cut off */
  close(graceMs: number): Promise<void>;
}

const bounds = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const maxConnections = 64;
const idleTimeoutMs = 75_000;

/**
 * Serves the admin surface on a listener of its own, never on the public one.
 * @throws Error where the address cannot be listened on
 */
export async function serveAdmin(options: AdminServerOptions): Promise<AdminServer> {
  const { ports, log, token, host, port, rng = secureRng, elapsedMs = monotonicMs } = options;
  const refusalOf = createAdminGuard({ token, host, elapsedMs });
  const router = createAdminRouter({ ports, log });
  await router.ready();
  const server = createServer(bounds, (req: IncomingMessage, res: ServerResponse) => {
    const requestId = Buffer.from(rng.bytes(12)).toString('hex');
    setRequestId(res, requestId);
    const refusal = refusalOf(req);
    if (refusal === undefined) return router.routing(req, res);
    const { status, code } = refusal.fields;
    const level = status === 401 ? 'warn' : 'debug'; // as many as are answered; the others may come in any number
    log[level]({ requestId, address: req.socket.remoteAddress, status, code }, 'admin call refused');
    sendProblem(res, refusal, true);
  });
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeoutMs);
  await listening(server, host, port);
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}`,
    async close(graceMs) {
      await drained(server, graceMs);
      await router.close();
    },
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (fault: Error): void => {
      const remedy = 'set TIDEMARK_ADMIN_HOST and TIDEMARK_ADMIN_PORT to an address that is free';
      reject(new Error(`cannot serve the admin surface: ${fault.message}; ${remedy}`, { cause: fault }));
    };
    server.once('error', refused);
    server.listen(port, host, () => {
      server.removeListener('error', refused);
      resolve();
    });
  });
}

function drained(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
