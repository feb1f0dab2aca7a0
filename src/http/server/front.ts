import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '../../endpoints/registry.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { announcesBody } from '../../routes/announced-body.ts';
import { hostFault } from '../../routes/host-headers.ts';
import { shownPath, undecodablePath } from '../../routes/path-template.ts';
import type { Pipeline } from '../answers/pipeline.ts';
import type { Responder } from '../answers/responder.ts';
import { preflightHeaders } from '../calls/cors.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { twinOf } from '../calls/paid-twin.ts';
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
  /** Where the billing provider writes to. */
  webhookRoute?: WebhookRoute | undefined;
  /** Where agents send their messages. */
  agentRoute?: AgentRoute | undefined;
  /** What a client reads as server-sent events. */
  streamEvents?: StreamEvents | undefined;
  /** Where browsers get tickets of streams. */
  ticketRoute?: StreamTicketRoute | undefined;
  /** What pages ask beside the API. */
  portalRoute?: PortalRoute | undefined;
  /** The pages themselves, and what they are made of. */
  files?: FilesRoute | undefined;
  /** True where every route has a twin that is paid for. */
  sells: boolean;
  pipeline: Pick<Pipeline, 'answerAtOnce'>;
  responder: Responder;
  requestId: () => string;
  /** Headers of every answer, flat. */
  marks: readonly string[];
  maxUrlBytes: number;
  maxBodyBytes: number;
}

/**
 * What every request meets first: its page, where that is at hand, then what no route has to be found for (preflights, methods, bounds,
 * malformed addresses), then the router.
 */
export function createFront(options: FrontOptions) {
  const { registry, pipeline, responder, requestId, webhookRoute, agentRoute, portalRoute, files } = options;
  const { streamEvents, ticketRoute } = options;
  const posts = [webhookRoute, agentRoute, ticketRoute].filter((route) => route !== undefined);
  const services = new Set(options.services.map((service) => service.path));

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

  function isPaid(path: string): boolean {
    const twin = options.sells ? twinOf(path) : undefined;
    return twin !== undefined && registry.match(twin) !== undefined;
  }

  function noRoute(path: string): Problem {
    return unknownRoute(shownPath(path), registry.nearest(path));
  }

  /** The methods that a path answers beside OPTIONS; undefined where no route answers it. The pages' own routes say theirs. */
  function methodsOf(path: string): readonly string[] | undefined {
    if (posts.some((route) => route.path === path) || portalRoute?.isShared(path) === true) return ['POST'];
    if (isPaid(path)) return ['GET'];
    if (path === streamEvents?.path) return ['GET', 'POST'];
    const reads = files?.knows(path) === true || services.has(path) || registry.match(path) !== undefined;
    return reads ? ['GET', 'HEAD'] : undefined;
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

  return {
    /** Handles a request, or leaves it to the router. */
    handle(
      req: IncomingMessage,
      res: ServerResponse,
      router: (req: IncomingMessage, res: ServerResponse) => void,
    ) {
      const fault = hostFault(req);
      if (fault !== undefined) return responder.sendProblem(callOf(req, res), malformedRequest(fault), true);
      if (pipeline.answerAtOnce(req, res)) return;
      const path = pathOf(req.url ?? '');
      const isPreflight = req.method === 'OPTIONS' && portalRoute?.isShared(path) === true;
      if (portalRoute?.knows(path) === true && !isPreflight) {
        return void portalRoute.handle(callOf(req, res));
      }
      if (req.method === 'OPTIONS') return preflight(req, res);
      // These refuse other methods themselves.
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
      const page = files?.page(req, pathOf(req.url ?? ''));
      if (page !== undefined) return void files?.send(callOf(req, res), page);
      // A chunked body has no announced end: the connection is not used again, so nothing waits for it.
      if (req.headers['transfer-encoding'] !== undefined) res.shouldKeepAlive = false;
      router(req, res);
    },
    /** Answers a path that no route answers. */
    notFound(req: IncomingMessage, res: ServerResponse): void {
      const path = pathOf(req.url ?? '');
      const page = files?.missing(req, path);
      if (page !== undefined) return void files?.send(callOf(req, res), page);
      responder.sendProblem(callOf(req, res), noRoute(path));
    },
    /** Answers a path that cannot be decoded. */
    badUrl(req: IncomingMessage, res: ServerResponse): void {
      const problem = malformedRequest(undecodablePath);
      responder.sendProblem(callOf(req, res), problem);
    },
    callOf,
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
