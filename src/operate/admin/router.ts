import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { createRequestBodies } from '../../access/request-bodies.ts';
import type { Log } from '../../kernel/log.ts';
import { type Problem, RequestGone, refused } from '../../kernel/problem.ts';
import { announcesBody } from '../../routes/announced-body.ts';
import { isJson, readJson } from '../../routes/json-body.ts';
import { pathMatcher, pathOf, refuseUndecodable, shownPath } from '../../routes/path-template.ts';
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
  /** Connections that the server may have; each may be sending a body. */
  maxConnections: number;
}

interface AdminCall {
  req: IncomingMessage;
  res: ServerResponse;
  /** Template of its route, once that is found. */
  route?: string;
  params: Record<string, string>;
}

type Handler = (call: AdminCall) => Promise<void>;

/** @returns answers a request; never rejects */
export function createAdminRouter(options: AdminRouterOptions) {
  const { metrics, log, isOwnMachine, maxConnections: maxBodies } = options;
  const clientAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const bodies = createRequestBodies({ maxBodies, maxBodiesPerAddress: maxBodies, clientAddress });
  const byPath = new Map<string, Record<string, Handler>>();
  for (const route of adminRoutes) {
    byPath.set(route.path, { ...byPath.get(route.path), [route.method]: handlerOf(route, options, bodyOf) });
  }
  if (metrics !== undefined) byPath.set('/metrics', { GET: ({ res }) => sendMetrics(res, metrics) });
  const find = pathMatcher(Array.from(byPath, ([path, methods]) => [path, { path, methods }]));

  /** Reads JSON only: a form on any web page can send the other types. */
  async function bodyOf(req: IncomingMessage, limitBytes: number): Promise<unknown> {
    if (req.method === 'GET' || !announcesBody(req.headers)) return undefined;
    if (!isJson(req.headers['content-type'])) {
      throw refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    }
    return readJson(String(await bodies.read(req, limitBytes, 'A body')));
  }

  async function answered(call: AdminCall): Promise<void> {
    const { req, res } = call;
    const { method = '' } = req;
    const path = pathOf(req.url ?? '');
    refuseUndecodable(path);
    const found = find(path);
    if (found === undefined) throw unknownRoute(method, path);
    const { methods } = found.route;
    const Allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
    if (method === 'OPTIONS') return void res.writeHead(204, { Allow }).end();
    const handle = methods[method];
    if (handle === undefined) {
      const detail = `${shownPath(path)} answers ${Allow}.`;
      throw refused(405, 'METHOD_NOT_ALLOWED', detail, { headers: { Allow } });
    }
    call.route = found.route.path;
    call.params = found.texts;
    await handle(call);
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const call: AdminCall = { req, res, params: {} };
    try {
      await answered(call);
    } catch (error) {
      if (error instanceof RequestGone) return void res.destroy();
      const isUnread = !req.complete && announcesBody(req.headers);
      sendProblem(res, noteFailure(error, call, { log, isOwnMachine }), isUnread);
    }
  };
}

async function sendMetrics(res: ServerResponse, metrics: ShownMetrics): Promise<void> {
  const found = await metrics();
  if (found === undefined) throw refused(503, 'STARTING', 'The service is starting. Retry shortly.');
  res.writeHead(200, {
    'Content-Type': found.contentType,
    'Content-Length': Buffer.byteLength(found.text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(found.text);
}

function handlerOf(
  route: AdminRoute,
  { operations, jobs, log, isOwnMachine }: AdminRouterOptions,
  bodyOf: (req: IncomingMessage, limitBytes: number) => Promise<unknown>,
): Handler {
  const readInput = inputReader(route) as (sent: SentInput) => AdminInput<never, never, never>;
  const endJob = jobs.end;

  return async (call) => {
    const { req, res, params } = call;
    if (route.onMachineOnly && !isOwnMachine) throw onMachineOnly();
    const body = await bodyOf(req, route.bodyBytesLimit);
    const [, search = ''] = /\?(.*)/.exec(req.url ?? '') ?? [];
    const input = readInput({ params, query: parseQuery(search), body });
    if (route.progress === undefined) {
      const controls = { onProgress: () => undefined, signal: new AbortController().signal, endJob };
      const result = await route.run(operations, input, controls);
      sendJson(res, route.status, readableTimes(result));
    } else {
      jobs.admit();
      await jobs.run(
        res,
        (controls) => route.run(operations, input, { ...controls, endJob }),
        (fault) => {
          const problem = noteFailure(fault, call, { log, isOwnMachine });
          return problemBody(problem.fields, { requestId: requestIdOf(res) });
        },
      );
    }
    // Logs changes; logging reads would bury them.
    const noted = { ...callOf(call), ...params, route: route.path, status: route.status };
    log[route.method === 'GET' ? 'debug' : 'info'](noted, 'admin call');
  };
}

function onMachineOnly(): Problem {
  const detail =
    'An import reads files of the machine that holds the data: run tidemark import there, on its data directory.';
  return refused(403, 'ON_MACHINE_ONLY', detail);
}

function noteFailure(
  error: unknown,
  call: AdminCall,
  { log, isOwnMachine }: Pick<AdminRouterOptions, 'log' | 'isOwnMachine'>,
): Problem {
  const problem = toAdminProblem(error, isOwnMachine);
  const { status, code, cause } = problem.fields;
  const noted = { ...callOf(call), route: call.route, status, code };
  if (status >= 500) log.error({ ...noted, err: cause }, 'admin call failed');
  else log.info(noted, 'admin call refused');
  return problem;
}

/** Log fields of a request; callers on the socket have no address. */
function callOf({ req: { method, socket }, res }: AdminCall) {
  return { requestId: requestIdOf(res), address: socket.remoteAddress ?? 'socket', method };
}

function unknownRoute(method: string, path: string): Problem {
  const known = adminRoutes.map((route) => `${route.method} ${route.path}`).join(', ');
  return refused(404, 'NOT_FOUND', `There is no ${method} ${shownPath(path)}; there are ${known}.`);
}
