import type { LimitedRoute, Limiter } from '../../access/limiter.ts';
import type { RequestBodies } from '../../access/request-bodies.ts';
import type { StreamTickets } from '../../access/stream-tickets.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { streamTicketPath } from '../../streams/feeds.ts';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { methodNotAllowed } from '../problems/request-problems.ts';
import type { StreamConnections } from './stream-connections.ts';
import { headerKey } from './stream-route.ts';

export interface StreamTicketRouteOptions {
  tickets: StreamTickets;
  connections: Pick<StreamConnections, 'callerOf'>;
  limiter: Limiter;
  bodies: RequestBodies;
  responder: Responder;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

const ticketRoute: LimitedRoute = { id: 'stream.ticket', cost: 1, ownLimit: false };
/** Bound on the body, which is ignored. */
const bodyBytes = 1_024;

/** `POST` with a key issues a ticket for one stream, because browsers cannot send headers with it. */
export function createStreamTicketRoute(options: StreamTicketRouteOptions) {
  const { tickets, connections, limiter, bodies, responder, marks } = options;
  return {
    path: streamTicketPath,
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route: ticketRoute.id };
      try {
        const { method = '' } = call.req;
        if (method !== 'POST') throw methodNotAllowed(method, streamTicketPath, ['POST']);
        const key = headerKey(call.req);
        const caller = await connections.callerOf(call.req, key);
        call.caller = caller;
        const decision = limiter.tryTake(caller, ticketRoute) ?? (await limiter.take(caller, ticketRoute));
        call.limitHeaders = decision.headers;
        if (decision.refusal !== undefined) throw decision.refusal;
        await bodies.read(call.req, bodyBytes, 'The request');
        const { ticket, expiresAtMs } = tickets.issue(key!);
        call.res.writeHead(201, [
          'Content-Type',
          'application/json; charset=utf-8',
          'Cache-Control',
          'no-store',
          'X-Request-ID',
          call.requestId,
          'Access-Control-Allow-Origin',
          '*',
          ...decision.headers,
          ...marks,
        ]);
        call.res.end(JSON.stringify({ ticket, expiresAt: rfc3339(expiresAtMs) }));
        responder.finish(call, 201);
      } catch (error) {
        responder.sendProblem(call, error, !call.req.complete);
      }
    },
  };
}

export type StreamTicketRoute = ReturnType<typeof createStreamTicketRoute>;
