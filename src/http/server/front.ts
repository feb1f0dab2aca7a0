import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '../../endpoints/registry.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { announcesBody } from '../../routes/announced-body.ts';
import { hostFault } from '../../routes/host-headers.ts';
import { pathMatcher, pathOf, refuseUndecodable, shownPath } from '../../routes/path-template.ts';
import type { Pipeline, Serve } from '../answers/pipeline.ts';
import type { Responder } from '../answers/responder.ts';
import { preflightHeaders } from '../calls/cors.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { paidPath } from '../calls/paid-twin.ts';
import type { PaidCalls } from '../payments/paid-calls.ts';
import type { FilesRoute } from '../portal/files-route.ts';
import {
  bodyTooLarge,
  malformedRequest,
  methodNotAllowed,
  unknownRoute,
  uriTooLong,
} from '../problems/request-problems.ts';
import type { AgentRoute } from './agent-route.ts';
import type { PortalRoute } from './portal-route.ts';
import type { ServiceRoute } from './service-routes.ts';
import type { StreamEvents } from './stream-events.ts';
import type { StreamTicketRoute } from './stream-ticket-route.ts';
import type { WebhookRoute } from './webhook.ts';

export interface FrontOptions {
  registry: Registry;
  services: readonly ServiceRoute[];
  /** Receives events from the billing provider. */
  webhookRoute?: WebhookRoute | undefined;
  agentRoute?: AgentRoute | undefined;
  streamEvents?: StreamEvents | undefined;
  ticketRoute?: StreamTicketRoute | undefined;
  /** Serves the requests of pages outside the API. */
  portalRoute?: PortalRoute | undefined;
  files?: FilesRoute | undefined;
  /** The paid twins of the endpoints, if calls are sold. */
  paidCalls?: PaidCalls | undefined;
  pipeline: Pipeline;
  responder: Responder;
  requestId: () => string;
  /** Headers of every answer, flat. */
  marks: readonly string[];
  maxUrlBytes: number;
  maxBodyBytes: number;
}

interface FrontRoute extends Pick<ServiceRoute, 'admits'> {
  methods: readonly string[];
  serve: Serve;
}

const reading = ['GET', 'HEAD'];

function routesOf({ registry, services, pipeline, responder, paidCalls }: FrontOptions) {
  const routes: [path: string, route: FrontRoute][] = [];
  for (const endpoint of registry.endpoints) {
    routes.push([endpoint.path, { methods: reading, serve: pipeline.serve(endpoint) }]);
    if (paidCalls === undefined) continue;
    routes.push([paidPath(endpoint), { methods: ['GET'], serve: paidCalls.serve(endpoint) }]);
  }
  for (const { id, path, page, admits } of services) {
    async function serve(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route: id };
      try {
        await pipeline.send(call, await page());
      } catch (error) {
        responder.sendProblem(call, error);
      }
    }
    routes.push([path, { methods: reading, admits, serve }]);
  }
  return pathMatcher(routes);
}

/**
 * First handler of every request. Sends a cached page, answers a request that needs no route (preflights, methods, bounds,
 * malformed addresses), or finds the route.
 */
export function createFront(options: FrontOptions) {
  const { registry, pipeline, responder, requestId, webhookRoute, agentRoute, portalRoute, files } = options;
  const { streamEvents, ticketRoute } = options;
  const posts = [webhookRoute, agentRoute, ticketRoute].filter((route) => route !== undefined);
  const find = routesOf(options);

  function callOf(req: IncomingMessage, res: ServerResponse): HttpCall {
    const base = { requestId: requestId(), route: 'none', startMs: monotonicMs() };
    return { req, res, ...base, caller: undefined, limitHeaders: [] };
  }

  function refusal(req: IncomingMessage): { problem: Problem; close: boolean } | undefined {
    const url = req.url ?? '';
    if (Buffer.byteLength(url) > options.maxUrlBytes) {
      return { problem: uriTooLong(options.maxUrlBytes), close: true };
    }
    if (Number(req.headers['content-length'] ?? 0) > options.maxBodyBytes) {
      return { problem: bodyTooLarge(options.maxBodyBytes), close: true };
    }
    const method = req.method ?? '';
    if (method === 'GET' || method === 'HEAD') return undefined;
    const path = pathOf(url);
    const methods = methodsOf(path);
    return {
      problem: methods === undefined ? noRoute(path) : methodNotAllowed(method, shownPath(path), methods),
      close: announcesBody(req.headers),
    };
  }

  function noRoute(path: string): Problem {
    return unknownRoute(shownPath(path), registry.nearest(path));
  }

  /** Methods of a path except OPTIONS; undefined if no route has the path. Portal routes answer for their own methods. */
  function methodsOf(path: string): readonly string[] | undefined {
    if (posts.some((route) => route.path === path) || portalRoute?.isShared(path) === true) return ['POST'];
    if (path === streamEvents?.path) return ['GET', 'POST'];
    return files?.knows(path) === true ? reading : find(path)?.route.methods;
  }

  function preflight(req: IncomingMessage, res: ServerResponse): void {
    const call = callOf(req, res);
    const path = pathOf(req.url ?? '');
    const methods = methodsOf(path);
    if (methods === undefined) {
      responder.sendProblem(call, noRoute(path), announcesBody(req.headers));
      return;
    }
    const requested = req.headers['access-control-request-headers'];
    res.writeHead(204, [...preflightHeaders(call.requestId, requested, methods), ...options.marks]);
    res.end();
    responder.finish(call, 204);
  }

  function answer(call: HttpCall, path: string): void {
    try {
      refuseUndecodable(path);
    } catch (error) {
      return void responder.sendProblem(call, error);
    }
    const found = find(path);
    if (found !== undefined && found.route.admits?.(call.req) !== false) {
      return void found.route.serve(call, found.texts);
    }
    const page = files?.missing(call.req, path);
    if (page !== undefined) return void files?.send(call, page);
    responder.sendProblem(call, noRoute(path));
  }

  return {
    handle(req: IncomingMessage, res: ServerResponse) {
      const fault = hostFault(req);
      if (fault !== undefined) return responder.sendProblem(callOf(req, res), malformedRequest(fault), true);
      if (pipeline.answerAtOnce(req, res)) return;
      const path = pathOf(req.url ?? '');
      const isPreflight = req.method === 'OPTIONS' && portalRoute?.isShared(path) === true;
      if (portalRoute?.knows(path) === true && !isPreflight) {
        return void portalRoute.handle(callOf(req, res));
      }
      if (req.method === 'OPTIONS') return preflight(req, res);
      // These routes refuse other methods themselves.
      const own = posts.find((route) => route.path === path);
      if (own !== undefined) return void own.handle(callOf(req, res));
      if (path === streamEvents?.path && req.method === 'POST')
        return void streamEvents.handle(callOf(req, res));
      const refused = refusal(req);
      if (refused !== undefined) {
        responder.sendProblem(callOf(req, res), refused.problem, refused.close);
        return;
      }
      if (path === streamEvents?.path && req.method === 'GET')
        return void streamEvents.handle(callOf(req, res));
      const page = files?.page(req, path);
      if (page !== undefined) return void files?.send(callOf(req, res), page);
      // A chunked body has no announced end. Closing the connection avoids waiting for it.
      if (req.headers['transfer-encoding'] !== undefined) res.shouldKeepAlive = false;
      answer(callOf(req, res), path);
    },
    callOf,
  };
}
