import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { fastify } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import type { Ask } from '../../endpoints/ask.ts';
import type { PathTexts } from '../../endpoints/parse-request.ts';
import { listen } from '../../kernel/listen.ts';
import { routerPath } from '../../routes/path-template.ts';
import type { Serve } from '../answers/pipeline.ts';
import type { RequestClient } from '../answers/responder.ts';
import { paidPath } from '../calls/paid-twin.ts';
import { knownHosts } from '../guards/known-hosts.ts';
import { expectationFailed } from '../problems/request-problems.ts';
import { defaultServerLimits, type ServerLimits } from './server-limits.ts';
import { assembleServer, type ServerOptions, type ServerParts } from './server-parts.ts';

/** Fastify only finds the route; the pipeline does the rest on the bare request and response. */
function createRouter({
  registry,
  pipeline,
  services,
  front,
  responder,
  encodingChoice,
  paidCalls,
}: ServerParts) {
  const router = fastify({
    logger: false,
    genReqId: () => '',
    // Longer parameters fail their own bounds, whose message names them.
    routerOptions: { maxParamLength: defaultServerLimits.maxUrlBytes, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      front.badUrl(request.raw, reply.raw);
    },
  });
  function route(path: `/${string}`, serve: Serve): void {
    router.route({
      method: ['GET', 'HEAD'],
      url: routerPath(path),
      handler: (request, reply) => {
        reply.hijack();
        void serve(request.raw, reply.raw, request.params as PathTexts);
      },
    });
  }
  for (const endpoint of registry.endpoints) {
    route(endpoint.path, pipeline.serve(endpoint));
    if (paidCalls !== undefined) route(paidPath(endpoint), paidCalls.serve(endpoint));
  }
  for (const service of services) {
    router.route({
      method: ['GET', 'HEAD'],
      url: service.path,
      handler: async (request, reply) => {
        reply.hijack();
        if (service.admits?.(request.raw) === false) return front.notFound(request.raw, reply.raw);
        const call = { ...front.callOf(request.raw, reply.raw), route: service.id };
        try {
          const page = await service.page();
          const [encoding] = encodingChoice(request.raw.headers['accept-encoding'] as string | undefined);
          responder.sendForm(call, page, await page.encoded(encoding!));
        } catch (error) {
          responder.sendProblem(call, error);
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
  const router = createRouter(parts);
  await router.ready();
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
    (req, res) => parts.front.handle(req, res, router.routing),
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
      await router.close();
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
