import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../kernel/log.ts';
import { unacceptable } from '../kernel/problem.ts';
import { requestIdOf, sendJson, sendProblem } from './admin-answer.ts';
import { createInputCheck, readQuery } from './admin-input.ts';
import { adminProblem, toAdminProblem } from './admin-problem.ts';
import type { AdminPorts, AdminRoute } from './admin-route.ts';
import { adminRoutes } from './admin-routes.ts';
import { readableTimes } from './readable-times.ts';

export interface AdminRouterOptions {
  ports: AdminPorts;
  log: Log;
}

const bodyBytesLimit = 64 * 1_024;
/** Paths echoed in an error are cut here. */
const pathEchoLimit = 200;

/** Finds the route of a request that the guard let through, reads its input and answers. */
export function createAdminRouter({ ports, log }: AdminRouterOptions) {
  const router = fastify({
    logger: false,
    bodyLimit: bodyBytesLimit,
    exposeHeadRoutes: false,
    // Longer ones are refused by their schema, with a message that names them.
    routerOptions: { maxParamLength: 16 * 1_024 },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      const detail = 'The path is not percent-encoded UTF-8: %, then two hex digits.';
      sendProblem(reply.raw, adminProblem(400, 'BAD_REQUEST', detail), hasBody(request));
    },
  });
  // JSON alone: every other type is one that a form on some page could send.
  router.removeAllContentTypeParsers();
  router.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(unacceptable([{ location: 'body', message: 'must be valid JSON' }]));
    }
  });
  router.setErrorHandler((error, request, reply) => fail(log, error, request, reply));
  router.setNotFoundHandler((request, reply) => {
    reply.hijack();
    sendProblem(reply.raw, unknownRoute(request), hasBody(request));
  });
  for (const route of adminRoutes) addRoute(router, route, ports, log);
  return router;
}

function addRoute(router: ReturnType<typeof fastify>, route: AdminRoute, ports: AdminPorts, log: Log): void {
  const checkParams = createInputCheck('path', route.params);
  const checkQuery = createInputCheck('query', route.query);
  const checkBody = createInputCheck('body', route.body);
  router.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const params = request.params as Record<string, string>;
      const query = readQuery(route.query, request.query as Record<string, unknown>);
      const body = request.body === undefined ? {} : request.body;
      const faults = [...checkParams(params), ...checkQuery(query), ...checkBody(body)];
      if (faults.length > 0) throw unacceptable(faults);
      const result = await route.run(ports, { params, query, body });
      reply.hijack();
      sendJson(reply.raw, route.status, readableTimes(result));
      const requestId = requestIdOf(reply.raw);
      const { method, path, status } = route;
      log.info({ requestId, address: request.ip, method, route: path, ...params, status }, 'admin call');
    },
  });
}

function fail(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const problem = toAdminProblem(error);
  const { status, code, cause } = problem.fields;
  const call = { requestId: requestIdOf(reply.raw), method: request.method, route: request.routeOptions.url };
  if (status >= 500) log.error({ ...call, status, err: cause }, 'admin call failed');
  else log.info({ ...call, status, code }, 'admin call refused');
  sendProblem(reply.raw, problem, status === 413 || status === 415);
}

/** The table is short: what there is stands in the answer. */
function unknownRoute({ method, url }: FastifyRequest) {
  const path = url.split('?', 1)[0]!;
  const shown = path.length > pathEchoLimit ? `${path.slice(0, pathEchoLimit)}…` : path;
  const there = adminRoutes.filter((route) => patternOf(route.path).test(path));
  if (there.length > 0) {
    const allow = there.map((route) => route.method).join(', ');
    return adminProblem(405, 'METHOD_NOT_ALLOWED', `${shown} answers ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  const known = adminRoutes.map((route) => `${route.method} ${route.path}`).join(', ');
  return adminProblem(404, 'NOT_FOUND', `There is no ${method} ${shown}; there are ${known}.`);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
