import type { Tier } from '../../domain/tier.ts';
import { parseQuery } from '../../endpoints/parse-request.ts';
import { unacceptable } from '../../kernel/problem.ts';
import type { StreamLine } from '../../streams/followed.ts';
import { createSession } from '../../streams/session.ts';
import { feedTier, readSubscription } from '../../streams/subscription.ts';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { tierGate } from '../problems/problem-response.ts';
import type { StreamPlace } from './stream-connections.ts';
import { drainedBytes, headerKey, type StreamRouteOptions, streamPath } from './stream-route.ts';

export interface StreamEventsOptions extends StreamRouteOptions {
  responder: Responder;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

const route = 'stream.events';

/**
 * One subscription as server-sent events: for curl, and what reads these by itself. `id` of an event is its cursor, and `Last-Event-ID` goes
 * on behind it.
 */
export function createStreamEvents(options: StreamEventsOptions) {
  const { hub, states, coins, clock, connections, responder, sockets, marks } = options;

  /** The subscription of a query. @throws Problem 400 */
  function subscriptionOf(call: HttpCall, tier: Tier) {
    const { url = '', headers } = call.req;
    const query = parseQuery(url.slice(url.indexOf('?') + 1 || url.length));
    const asked: Record<string, unknown> = {};
    for (const [name, values] of query) asked[name] = argumentOf(name, values);
    const last = headers['last-event-id'];
    if (typeof last === 'string' && last !== '') {
      delete asked.sequence;
      asked.cursor = last;
    }
    const coinOf = (text: string) => coins.resolve(text);
    const read = readSubscription(asked, { tier, states, coinOf, isOwn: true });
    if (!('refused' in read)) return asked;
    if (read.refused === 'feed not in tier') throw tierGate(tier, feedTier(asked.type)!);
    throw unacceptable([{ location: 'query', message: read.refused, value: String(asked.type ?? '') }]);
  }

  return {
    path: streamPath,
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route };
      let place: StreamPlace | undefined;
      try {
        const key = headerKey(call.req);
        const admitted = await connections.admit(call.req, key);
        if ('status' in admitted) throw admitted.problem;
        place = admitted;
        const { caller, leave } = place;
        call.caller = caller;
        if (call.res.closed) return leave();
        const asked = subscriptionOf(call, caller.tier);
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
          ...{ session, key: key!, caller, lastSentMs: () => lastSentMs },
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

const lists = new Set(['users', 'wallets', 'coins']);

/** Lists by comma, numbers and yes or no, as a subscription has them. */
function argumentOf(name: string, [first = '']: readonly string[]): unknown {
  if (lists.has(name)) return first === '' ? [] : first.split(',');
  if (name === 'sequence' && /^\d{1,16}$/.test(first)) return Number(first);
  if (name === 'snapshot' && /^(true|false)$/.test(first)) return first === 'true';
  return first;
}

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
