import { type Caller, ownAccount } from '../../access/caller.ts';
import { streamPath } from '../../streams/feeds.ts';
import type { StreamLine } from '../../streams/followed.ts';
import { createSession } from '../../streams/session.ts';
import { readSubscription } from '../../streams/subscription.ts';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { StreamPlace } from './stream-connections.ts';
import { isPoll, type PollStream } from './stream-polls.ts';
import { askedSubscription, refusalOf } from './stream-query.ts';
import { drainedBytes, headerKey, type StreamRouteOptions, ticketOf } from './stream-route.ts';

export interface StreamEventsOptions extends StreamRouteOptions {
  responder: Responder;
  /** Answers requests with `wait`. */
  poll: PollStream;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

const route = 'stream.events';

/**
 * One subscription as server-sent events: for curl, and what reads these by itself. `id` of an event is its cursor, and `Last-Event-ID` goes
 * on behind it.
 */
export function createStreamEvents(options: StreamEventsOptions) {
  const { hub, states, coins, clock, connections, responder, sockets, marks, poll } = options;

  /** The subscription of a query. @throws Problem 400, 403 */
  function subscriptionOf({ req }: HttpCall, caller: Caller) {
    const { tier } = caller;
    const asked = askedSubscription(req.url, req.headers['last-event-id']);
    const coinOf = (text: string) => coins.resolve(text);
    const read = readSubscription(asked, {
      tier,
      accountId: ownAccount(caller),
      states,
      coinOf,
      isOwn: true,
    });
    if ('refused' in read) throw refusalOf(read.refused, asked.type, tier);
    return asked;
  }

  /** Answers what comes next, and ends. */
  async function answerOnce(call: HttpCall, caller: Caller): Promise<void> {
    const { req, res, requestId } = call;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    sockets().exempt(res.socket!);
    const asked = { target: req.url!, lastEventId: req.headers['last-event-id'], signal: gone.signal };
    const { body, limitHeaders } = await poll(caller, asked);
    res.writeHead(200, [
      ...['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'],
      ...['X-Request-ID', requestId, 'Access-Control-Allow-Origin', '*', ...limitHeaders, ...marks],
    ]);
    res.end(JSON.stringify(body));
    responder.finish(call, 200);
  }

  return {
    path: streamPath,
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route };
      let place: StreamPlace | undefined;
      try {
        const key = headerKey(call.req);
        if (isPoll(call.req.url!)) {
          call.caller = await connections.callerOf(call.req, key);
          return await answerOnce(call, call.caller);
        }
        const ticket = key === undefined ? ticketOf(call.req) : undefined;
        const admitted = await connections.admit(call.req, { key, ticket });
        if ('status' in admitted) throw admitted.problem;
        place = admitted;
        const { caller, leave, credential } = admitted;
        call.caller = caller;
        if (call.res.closed) return leave();
        const asked = subscriptionOf(call, caller);
        const { res, requestId } = call;
        sockets().exempt(res.socket!);
        res.writeHead(200, [
          ...['Content-Type', 'text/event-stream; charset=utf-8'],
          ...['Cache-Control', 'no-store'],
          ...['X-Accel-Buffering', 'no'],
          ...['X-Request-ID', requestId, 'Access-Control-Allow-Origin', '*'],
          ...marks,
        ]);
        let lastSentMs = clock.nowMs();
        const line = lineTo(call, () => {
          lastSentMs = clock.nowMs();
        });
        const session = createSession({
          ...{ hub, states, line, caller, limits: connections.limits, isOwn: true },
          ...{ room: connections, nowMs: clock.nowMs },
          coinOf: (text) => coins.resolve(text),
        });
        const ended = connections.add({
          ...{ session, credential, caller, lastSentMs: () => lastSentMs },
          end: () => res.end(),
        });
        res.on('close', () => {
          leave();
          ended();
          responder.finish(call, 200);
        });
        session.receive(JSON.stringify({ method: 'subscribe', subscription: asked }));
      } catch (error) {
        place?.leave();
        if (!call.res.headersSent) responder.sendProblem(call, error);
        else call.res.destroy();
      }
    },
  };
}

export type StreamEvents = ReturnType<typeof createStreamEvents>;

function lineTo({ res }: HttpCall, onSend: () => void): StreamLine {
  return {
    send(text, { channel, cursor, isLast }) {
      if (res.writableEnded || res.destroyed) return;
      onSend();
      res.write(`${cursor === undefined ? '' : `id: ${cursor}\n`}event: ${channel}\ndata: ${text}\n\n`);
      // There is one subscription: without it nothing follows.
      if (channel === 'error' || isLast) res.end();
    },
    unsent: () => res.writableLength,
    drained() {
      if (res.destroyed || res.writableLength <= drainedBytes) return Promise.resolve();
      return new Promise((resolve) => {
        res.once('drain', resolve);
        res.once('close', resolve);
      });
    },
  };
}
