import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../kernel/log.ts';
import { type Problem, refused } from '../../kernel/problem.ts';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { firstUnanswered } from '../../kernel/unanswered-socket.ts';
import type { Operations } from '../operations.ts';
import { beginAnswer, requestIdOf, sendProblem } from './answer.ts';
import { createAdminJobs } from './jobs.ts';
import { type OperatorPages, sendPageFile } from './pages.ts';
import { stoppingCode } from './problem.ts';
import { createAdminRouter, type ShownMetrics } from './router.ts';

export interface AdminSurfaceOptions {
  operations: Operations;
  log: Log;
  /** See `AdminRouterOptions`. */
  isOwnMachine: boolean;
  /** Reason to refuse a request before routing; undefined admits it. */
  refusalOf?: (req: IncomingMessage) => Problem | undefined;
  pages?: OperatorPages | undefined;
  metrics?: ShownMetrics | undefined;
  rng?: Rng;
}

/** The admin routes on an HTTP server that does not listen yet: for a port, or for the socket of a data directory. */
export interface AdminSurface {
  readonly server: Server;
  /** Accepts no new requests and waits for running ones to finish. */
  drain(): Promise<void>;
  /**
   * Accepts no new requests, ends jobs and waits for all work. Idempotent.
   * @param graceMs closes remaining connections after this time; default: never
   */
  close(graceMs?: number): Promise<void>;
}

const bounds = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
const maxConnections = 64;
/** From this many connections on, each new one closes the oldest without a complete request. */
const crowdedConnections = 56;
/** Timeout of an idle connection: longer than a job's heartbeat interval. */
const idleTimeoutMs = 75_000;

export function createAdminSurface(options: AdminSurfaceOptions): AdminSurface {
  const { operations, log, isOwnMachine, refusalOf = () => undefined, rng = secureRng } = options;
  const jobs = createAdminJobs();
  const underWay = new Set<Promise<unknown>>();
  let stopping = false;

  /** A shutdown waits for operations and answers, because either may outlast the other when the caller disconnects. */
  function track(work: Promise<unknown>): void {
    const ended: Promise<void> = work.then(ignore, ignore).finally(() => void underWay.delete(ended));
    underWay.add(ended);
  }
  async function drain(): Promise<void> {
    stopping = true;
    while (underWay.size > 0) await Promise.all(underWay);
  }

  const { metrics } = options;
  const answer = createAdminRouter({ operations, jobs, log, isOwnMachine, metrics, maxConnections });
  const server = createServer(bounds, (req, res) => {
    beginAnswer(res, Buffer.from(rng.bytes(12)).toString('hex'));
    const refusal = refusalOf(req) ?? (stopping && !endsJob(req) ? isStopping() : undefined);
    if (refusal !== undefined) return refuse(req, res, refusal, log);
    const file = options.pages?.find(req);
    if (file !== undefined) return sendPageFile(req, res, file);
    track(new Promise((resolve) => res.once('close', resolve)));
    track(answer(req, res));
  });
  server.maxConnections = maxConnections;
  keepRoom(server);
  server.setTimeout(idleTimeoutMs);
  return {
    server,
    drain,
    async close(graceMs) {
      jobs.endAll();
      const cutOff = () => server.closeAllConnections();
      const timer = graceMs === undefined ? undefined : setTimeout(cutOff, graceMs);
      await drain();
      clearTimeout(timer);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        cutOff();
      });
    },
  };
}

/** Keeps room for the operator when strangers leave requests incomplete. */
function keepRoom(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= crowdedConnections) firstUnanswered(open)?.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

function ignore(): void {}

/** True for requests that end a job: accepted during a shutdown, which waits for jobs. */
function endsJob({ method, url = '' }: IncomingMessage): boolean {
  return method === 'DELETE' && url.startsWith('/admin/v1/jobs/');
}

function isStopping(): Problem {
  return refused(503, stoppingCode, 'This process is stopping.', { retryAfterSeconds: 1 });
}

function refuse(req: IncomingMessage, res: ServerResponse, refusal: Problem, log: Log): void {
  const { status, code } = refusal.fields;
  const level = status === 401 ? 'warn' : 'debug'; // as many as are answered; the others may come in any number
  const call = { requestId: requestIdOf(res), address: req.socket.remoteAddress, status, code };
  log[level](call, 'admin call refused');
  sendProblem(res, refusal, true);
}
