import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import type { Caller } from '../../access/caller.ts';
import type { Ask } from '../../endpoints/ask.ts';
import { listen } from '../../kernel/listen.ts';
import type { RequestClient } from '../answers/responder.ts';
import { knownHosts } from '../guards/known-hosts.ts';
import { expectationFailed } from '../problems/request-problems.ts';
import { defaultServerLimits, type ServerLimits } from './server-limits.ts';
import { assembleServer, type ServerOptions } from './server-parts.ts';

/**
 * Checks that the address is free before a start that may take minutes. Another process may still take the port
 * afterwards.
 *
 * @throws Error with the system's code, such as EADDRINUSE
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createNetServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

export type { ServerOptions };

export interface HttpServer {
  /** Metrics in Prometheus text format. */
  metrics(): Promise<{ text: string; contentType: string }>;
  /** Sends requests to endpoints without a connection, for a caller of this process. */
  askingFor(caller: Caller, client: RequestClient): Ask;
  /** @returns the listening address, also for `port` 0. @throws Error if the address is taken */
  listen(host: string, port: number): Promise<{ host: string; port: number; url: string }>;
  /**
   * Stops: accepts no new connections, waits for requests in flight, closes idle connections.
   * @param graceMs connections still open after this long are cut off
   */
  close(graceMs: number): Promise<void>;
}

const timeoutCheckMs = 1_000;

export async function createServer(options: ServerOptions): Promise<HttpServer> {
  const limits: ServerLimits = { ...defaultServerLimits, ...options.limits };
  const state = { closing: false };
  const { addresses, setBaseUrl, listenedOn } = addressesOf(options);
  const hosts = knownHosts(() => addresses.baseUrl, listenedOn);
  const parts = assembleServer(options, limits, addresses, hosts, () => state.closing);
  const server = createHttpServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      // Other upgrade requests count as plain requests.
      shouldUpgradeCallback: (req) => parts.streams?.sockets.takes(req) === true,
      // The front checks the header, so that the refusal carries a problem and a request id.
      requireHostHeader: false,
    },
    (req, res) => parts.front.handle(req, res),
  );
  server.setTimeout(limits.idleTimeoutMs);
  parts.connections.watch(server);
  server.on('clientError', parts.clientError);
  const { streams } = parts;
  if (streams !== undefined) {
    server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      void streams.sockets.upgrade(req, socket, head);
    });
  }
  server.on('connect', (_req: IncomingMessage, socket: Socket) => parts.connect(socket));
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    parts.responder.sendProblem(parts.front.callOf(req, res), expectationFailed(), true);
  });

  return {
    askingFor: (caller, client) => parts.askingFor(caller, () => client),
    async metrics() {
      const { registry } = parts.metrics;
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
    async listen(host, port) {
      const { authority, ...address } = await listen(server, host, port);
      const url = `http://${authority}`;
      setBaseUrl(url);
      return { ...address, url };
    },
    async close(graceMs) {
      state.closing = true;
      parts.streams?.close();
      await drained(server, graceMs, () => parts.streams?.sockets.terminate());
      await parts.agentRoute?.close();
      parts.connections.close();
      parts.shedder.close();
      parts.faults.close();
    },
  };
}

function addressesOf(options: ServerOptions) {
  const base = options.baseUrl?.replace(/\/+$/, '');
  const addresses = { baseUrl: '', signupUrl: '', upgradeUrl: '' };
  let listened = '';
  function setBaseUrl(listenedOn: string): void {
    listened = listenedOn;
    addresses.baseUrl = base ?? listenedOn;
    addresses.signupUrl = options.signupUrl ?? `${addresses.baseUrl}/signup`;
    addresses.upgradeUrl = options.upgradeUrl ?? `${addresses.baseUrl}/upgrade`;
  }
  setBaseUrl('');
  return { addresses, setBaseUrl, listenedOn: () => listened };
}

function drained(server: Server, graceMs: number, cutStreams: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      cutStreams();
    }, graceMs);
    // Closes idle connections now; the others close with their next answer.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
