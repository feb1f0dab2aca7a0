import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../../kernel/log.ts';
import { type Problem, refused } from '../../kernel/problem.ts';
import { announcesBody } from '../../routes/announced-body.ts';
import { readJson } from '../../routes/json-body.ts';
import { pathPattern, routerPath, shownPath, undecodablePath } from '../../routes/path-template.ts';
import { problemBody } from '../../routes/problem-body.ts';
import { inputReader, type SentInput } from '../operation-input.ts';
import type { Operations } from '../operations.ts';
import { readableTimes } from '../readable-times.ts';
import { requestIdOf, sendJson, sendProblem } from './answer.ts';
import type { AdminJobs } from './jobs.ts';
import { toAdminProblem } from './problem.ts';
import type { AdminInput, AdminRoute } from './route.ts';
import { adminRoutes } from './routes.ts';

/** Metrics in Prometheus format; undefined until available. */
export type ShownMetrics = () => Promise<{ text: string; contentType: string }> | undefined;

export interface AdminRouterOptions {
  /** Served at `/metrics`, outside the routes of operations; default: not served. */
  metrics?: ShownMetrics | undefined;
  operations: Operations;
  jobs: AdminJobs;
  log: Log;
  /** True if every caller is the user who owns the data: enables machine-only routes and shows failures. */
  isOwnMachine: boolean;
  /** Receives all running work, so that a shutdown can wait for it. */
  track(work: Promise<unknown>): void;
}

export function createAdminRouter(options: AdminRouterOptions) {
  const router = fastify({
    logger: false,
    exposeHeadRoutes: false,
    // Longer parameters fail their schema, with a message that names them.
    routerOptions: { maxParamLength: 16 * 1_024 },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      sendProblem(reply.raw, refused(400, 'BAD_REQUEST', undecodablePath), announcesBody(request.headers));
    },
  });
  // JSON only: a form on any web page can send the other types.
  router.removeAllContentTypeParsers();
  router.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(String(body)));
    } catch (problem) {
      done(problem as Problem);
    }
  });
  router.setErrorHandler((error, request, reply) => {
    reply.hijack();
    const problem = noteFailure(error, request, reply, options);
    const { status } = problem.fields;
    sendProblem(reply.raw, problem, status === 413 || status === 415);
  });
  router.setNotFoundHandler((request, reply) => {
    reply.hijack();
    if (request.method === 'OPTIONS') {
      const allow = allowOf(request.url);
      if (allow !== undefined) return void reply.raw.writeHead(204, { Allow: allow }).end();
    }
    sendProblem(reply.raw, unknownRoute(request), announcesBody(request.headers));
  });
  for (const route of adminRoutes) addRoute(router, route, options);
  if (options.metrics !== undefined) addMetrics(router, options.metrics);
  return router;
}

function addMetrics(router: ReturnType<typeof fastify>, metrics: ShownMetrics): void {
  router.get('/metrics', async (_request: FastifyRequest, reply: FastifyReply) => {
    const found = await metrics();
    if (found === undefined) {
      throw refused(503, 'STARTING', 'The service is starting. Retry shortly.');
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      'Content-Type': found.contentType,
      'Content-Length': Buffer.byteLength(found.text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    reply.raw.end(found.text);
  });
}

function addRoute(
  router: ReturnType<typeof fastify>,
  route: AdminRoute,
  { operations, jobs, log, isOwnMachine, track }: AdminRouterOptions,
): void {
  const readInput = inputReader(route) as (sent: SentInput) => AdminInput<never, never, never>;
  const isRefused = route.onMachineOnly && !isOwnMachine;
  const endJob = jobs.end;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isRefused) throw onMachineOnly();
    const input = readInput(request);
    const controls = { onProgress: () => undefined, signal: new AbortController().signal, endJob };
    const result = await route.run(operations, input, controls);
    reply.hijack();
    sendJson(reply.raw, route.status, readableTimes(result));
    noteSuccess(log, route, request, reply);
  }

  async function answerJob(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isRefused) throw onMachineOnly();
    const input = readInput(request);
    jobs.admit();
    reply.hijack();
    await jobs.run(
      reply.raw,
      (controls) => route.run(operations, input, { ...controls, endJob }),
      (fault) => {
        const problem = noteFailure(fault, request, reply, { log, isOwnMachine });
        return problemBody(problem.fields, { requestId: requestIdOf(reply.raw) });
      },
    );
    noteSuccess(log, route, request, reply);
  }

  const handle = route.progress === undefined ? answer : answerJob;
  router.route({
    method: route.method,
    url: routerPath(route.path),
    bodyLimit: isRefused ? 1_024 : route.bodyBytesLimit,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const work = handle(request, reply);
      track(work);
      return work;
    },
  });
}

function onMachineOnly(): Problem {
  const detail =
    'An import reads files of the machine that holds the data: run tidemark import there, on its data directory.';
  return refused(403, 'ON_MACHINE_ONLY', detail);
}

/** Logs successful changes; logging reads would bury them. */
function noteSuccess(
  log: Log,
  { method, path, status }: AdminRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const call = {
    ...callOf(request, reply),
    ...(request.params as Record<string, string>),
    route: path,
    status,
  };
  log[method === 'GET' ? 'debug' : 'info'](call, 'admin call');
}

function noteFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, isOwnMachine: isOperator }: Pick<AdminRouterOptions, 'log' | 'isOwnMachine'>,
): Problem {
  const bodyBytesLimit = request.routeOptions.bodyLimit ?? 0;
  const problem = toAdminProblem(error, { isOperator, bodyBytesLimit });
  const { status, code, cause } = problem.fields;
  const call = { ...callOf(request, reply), route: request.routeOptions.url };
  if (status >= 500) log.error({ ...call, status, code, err: cause }, 'admin call failed');
  else log.info({ ...call, status, code }, 'admin call refused');
  return problem;
}

/** Log fields of a request; callers on the socket have no address. */
function callOf({ method, ip: address = 'socket' }: FastifyRequest, reply: FastifyReply) {
  return { requestId: requestIdOf(reply.raw), address, method };
}

/** Value of a path's Allow header; undefined for an unknown path. */
function allowOf(url: string): string | undefined {
  const path = url.split('?', 1)[0]!;
  const there = adminRoutes.filter((route) => pathPattern(route.path).test(path));
  return there.length === 0 ? undefined : [...there.map(({ method }) => method), 'OPTIONS'].join(', ');
}

function unknownRoute({ method, url }: FastifyRequest): Problem {
  const path = url.split('?', 1)[0]!;
  const shown = shownPath(path);
  const allow = allowOf(url);
  if (allow !== undefined) {
    return refused(405, 'METHOD_NOT_ALLOWED', `${shown} answers ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  const known = adminRoutes.map((route) => `${route.method} ${route.path}`).join(', ');
  return refused(404, 'NOT_FOUND', `There is no ${method} ${shown}; there are ${known}.`);
}
