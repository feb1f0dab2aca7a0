import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fastify } from 'fastify';
import type { Authenticator } from '../access/caller.ts';
import type { Limiter } from '../access/limiter.ts';
import type { RequestLog } from '../access/request-record.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { RawPath } from '../endpoints/parse.ts';
import type { Registry } from '../endpoints/registry.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { createClientErrorHandler } from './client-error.ts';
import { errorCodes } from './error-codes.ts';
import { createFastPath } from './fast-path.ts';
import { createFront } from './front.ts';
import { createEncodingChoices } from './negotiate.ts';
import { routerPath } from './openapi.ts';
import { createPageCache } from './page-cache.ts';
import { createPipeline } from './pipeline.ts';
import { createRequestIds } from './request-id.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { expectationFailed } from './request-problems.ts';
import { createResponder } from './responder.ts';
import { type Readiness, serviceRoutes } from './service-routes.ts';

/** Bounds of a server. */
export interface ServerLimits {
  /** A request not answered within this gets 504. */
  deadlineMs: number;
  maxUrlBytes: number;
  maxHeaderBytes: number;
  maxBodyBytes: number;
  /** All headers of a request must have arrived by then. */
  headersTimeoutMs: number;
  /** The whole request must have arrived by then. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** A connection on which nothing moves for this long is closed, also while it reads its answer. */
  idleTimeoutMs: number;
  maxConnections: number;
  cacheMaxBytes: number;
  /** Answers being made at the same time. */
  maxRuns: number;
}

export const defaultServerLimits: ServerLimits = {
  deadlineMs: 10_000,
  maxUrlBytes: 8 * 1_024,
  maxHeaderBytes: 16 * 1_024,
  maxBodyBytes: 64 * 1_024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 60_000,
  idleTimeoutMs: 75_000,
  maxConnections: 10_000,
  cacheMaxBytes: 256 * 1_024 * 1_024,
  maxRuns: 256,
};

export interface ServerOptions {
  registry: Registry;
  authenticator: Authenticator;
  limiter: Limiter;
  analytics: AnalyticsStore;
  snapshots: Snapshots;
  clock: Clock;
  log: Log;
  /** Public address without a slash at its end; the address listened on where absent. */
  baseUrl?: string | undefined;
  /** Where a key is created; base URL + `/signup` where absent. */
  signupUrl?: string | undefined;
  /** Where a plan is changed; base URL + `/upgrade` where absent. */
  upgradeUrl?: string | undefined;
  /** Newest source block behind the data. */
  dataBlock: () => number;
  readiness: () => Readiness;
  /** Changes when the data do; pages made before then count as stale. */
  version?: () => number;
  requestLog?: RequestLog;
  limits?: Partial<ServerLimits>;
  rng?: Rng;
}

export interface HttpServer {
  /** @returns the address listened on, also where `port` is 0. @throws Error where the address is taken */
  listen(host: string, port: number): Promise<{ host: string; port: number; url: string }>;
  /**
   * Stops: takes no more connections, lets requests under way end, closes idle connections.
   * @param graceMs after this long whatever is left is cut off
   */
  close(graceMs: number): Promise<void>;
}

const prefixBytes = 6;
/** How often Node looks for connections past their timeouts. */
const timeoutCheckMs = 1_000;

/** The HTTP server over a registry of endpoints. */
export async function createServer(options: ServerOptions): Promise<HttpServer> {
  const limits: ServerLimits = { ...defaultServerLimits, ...options.limits };
  const state = { closing: false };
  const closing = () => state.closing;
  const { addresses, setBaseUrl } = addressesOf(options);
  const parts = assemble(options, limits, addresses, closing);
  const router = createRouter(parts);
  await router.ready();
  const server = createHttpServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      // Checked by the front, whose answer carries a problem and a request id.
      requireHostHeader: false,
    },
    (req, res) => parts.front.handle(req, res, router.routing),
  );
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleTimeoutMs);
  if (options.requestLog !== undefined) {
    // Node keeps the address once it was read; after the client has gone it could not be read any more.
    server.on('connection', (socket: Socket) => void socket.remoteAddress);
  }
  server.on('clientError', parts.clientError);
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    parts.responder.sendProblem(parts.front.exchangeOf(req, res), expectationFailed(), true);
  });

  return {
    async listen(host, port) {
      await listening(server, host, port);
      const address = server.address() as AddressInfo;
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      const url = `http://${shown}:${address.port}`;
      setBaseUrl(url);
      return { host: address.address, port: address.port, url };
    },
    async close(graceMs) {
      state.closing = true;
      await drained(server, graceMs);
      await router.close();
    },
  };
}

function addressesOf(options: ServerOptions) {
  const base = options.baseUrl?.replace(/\/+$/, '');
  const addresses = { baseUrl: '', signupUrl: '', upgradeUrl: '' };
  function setBaseUrl(listenedOn: string): void {
    addresses.baseUrl = base ?? listenedOn;
    addresses.signupUrl = options.signupUrl ?? `${addresses.baseUrl}/signup`;
    addresses.upgradeUrl = options.upgradeUrl ?? `${addresses.baseUrl}/upgrade`;
  }
  setBaseUrl('');
  return { addresses, setBaseUrl };
}

type Addresses = ReturnType<typeof addressesOf>['addresses'];

/** Builds every part of the server, in the order in which they depend on each other. */
function assemble(
  options: ServerOptions,
  limits: ServerLimits,
  addresses: Addresses,
  closing: () => boolean,
) {
  const { registry, authenticator, limiter, log, analytics, snapshots, clock, dataBlock, requestLog } =
    options;
  const { deadlineMs, maxUrlBytes, maxBodyBytes, maxHeaderBytes } = limits;
  const prefix = Buffer.from((options.rng ?? secureRng).bytes(prefixBytes)).toString('hex');
  const requestId = createRequestIds(prefix);
  const metrics = createRequestMetrics(requestLog);
  const responder = createResponder({ addresses, metrics, log, deadlineMs, requestLog, closing });
  const encodingChoice = createEncodingChoices();
  const cache = createPageCache({
    maxBytes: limits.cacheMaxBytes,
    maxFlights: limits.maxRuns,
    deadlineMs,
    ...(options.version && { version: options.version }),
    count: metrics.countCache,
    refreshFailed: (key, err) => log.error({ key, err }, 'refresh of a served page failed'),
  });
  const shared = { authenticator, limiter, cache, responder, requestId, encodingChoice };
  const fastPath = createFastPath(shared);
  const context = { analytics, snapshots, clock, dataBlock, addresses };
  const pipeline = createPipeline({ ...shared, fastPath, metrics, context });
  const { readiness } = options;
  const services = serviceRoutes(
    { registry, metrics, addresses, readiness, closing },
    Object.keys(errorCodes),
  );
  const front = createFront({
    registry,
    services,
    fastPath,
    responder,
    requestId,
    maxUrlBytes,
    maxBodyBytes,
  });
  const clientError = createClientErrorHandler({
    addresses,
    requestId,
    metrics,
    maxHeaderBytes,
    maxUrlBytes,
  });
  return { registry, pipeline, services, front, clientError, responder, encodingChoice };
}

/** Fastify finds the route; everything before and after that is the pipeline's, on the bare request and response. */
function createRouter({
  registry,
  pipeline,
  services,
  front,
  responder,
  encodingChoice,
}: ReturnType<typeof assemble>) {
  const router = fastify({
    logger: false,
    genReqId: () => '',
    // Longer parameters are refused by their own bounds, with a message that names them.
    routerOptions: { maxParamLength: defaultServerLimits.maxUrlBytes, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      front.badUrl(request.raw, reply.raw);
    },
  });
  for (const endpoint of registry.endpoints) {
    const serve = pipeline.serve(endpoint);
    router.route({
      method: ['GET', 'HEAD'],
      url: routerPath(endpoint.path),
      handler: (request, reply) => {
        reply.hijack();
        void serve(request.raw, reply.raw, request.params as RawPath);
      },
    });
  }
  for (const service of services) {
    router.route({
      method: ['GET', 'HEAD'],
      url: service.path,
      handler: async (request, reply) => {
        reply.hijack();
        const exchange = { ...front.exchangeOf(request.raw, reply.raw), route: service.id };
        try {
          const page = await service.page();
          const [encoding] = encodingChoice(request.raw.headers['accept-encoding'] as string | undefined);
          responder.sendForm(exchange, page, await page.encoded(encoding!));
        } catch (error) {
          responder.sendProblem(exchange, error);
        }
      },
    });
  }
  router.setNotFoundHandler((request, reply) => {
    reply.hijack();
    front.notFound(request.raw, reply.raw);
  });
  return router;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function drained(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // Closes the idle connections at once; the others close with their next answer.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
