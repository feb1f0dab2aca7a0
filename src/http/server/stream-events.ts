import { type Caller, ownAccount } from '../../access/caller.ts';
import type { RequestBodies } from '../../access/request-bodies.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { readJson } from '../../routes/json-body.ts';
import { streamPath } from '../../streams/feeds.ts';
import type { StreamLine } from '../../streams/followed.ts';
import { createSession } from '../../streams/session.ts';
import { coinNames, isRecord, readSubscription } from '../../streams/subscription.ts';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { AdmittedStream, StreamPlace } from './stream-connections.ts';
import { isPoll, type PollStream } from './stream-polls.ts';
import { requestedSubscription, type StreamRequest, streamRefusal } from './stream-query.ts';
import {
  drainedBytes,
  headerKey,
  maxMessageBytes,
  type StreamRouteOptions,
  ticketOf,
} from './stream-route.ts';

export interface StreamEventsOptions extends StreamRouteOptions {
  responder: Responder;
  bodies: RequestBodies;
  /** Answers requests with `wait`. */
  poll: PollStream;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

const route = 'stream.events';

/**
 * Serves one subscription as server-sent events, for curl and EventSource clients. The `id` of an event is its cursor;
 * `Last-Event-ID` resumes after it.
 */
export function createStreamEvents(options: StreamEventsOptions) {
  const { hub, states, coins, clock, connections, responder, sockets, marks, poll, bodies } = options;
  const names = coinNames(coins);

  /** @throws Problem 400, 403 */
  function refuseUnread(params: Record<string, unknown>, caller: Caller): void {
    const of = { tier: caller.tier, accountId: ownAccount(caller) };
    const read = readSubscription(params, { ...of, states, ...names, isOwn: true });
    if ('refused' in read) throw streamRefusal(read.refused, params.type, caller.tier);
  }

  /** @throws Problem 401, 4xx of the body */
  async function requestOf({ req }: HttpCall, key: string | undefined): Promise<StreamRequest> {
    const request = { target: req.url!, lastEventId: req.headers['last-event-id'] };
    if (req.method !== 'POST') return request;
    // Checks the key before reading the body.
    await connections.callerOf(req, key);
    const text = String(await bodies.read(req, maxMessageBytes, 'A subscription'));
    const body = readJson(text);
    if (isRecord(body)) return { ...request, body };
    throw unacceptable([
      { location: 'body', message: 'must be a JSON object, a subscription', value: text.slice(0, 100) },
    ]);
  }

  /** Answers a poll with the next events, and ends. */
  async function answerOnce(call: HttpCall & { caller: Caller }, request: StreamRequest): Promise<void> {
    const { req, res, requestId, caller } = call;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    sockets().exempt(res.socket!);
    const credential = connections.credentialOf(headerKey(req));
    const { body, limitHeaders } = await poll(caller, { ...request, credential, signal: gone.signal });
    res.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'no-store',
      'X-Request-ID',
      requestId,
      'Access-Control-Allow-Origin',
      '*',
      ...limitHeaders,
      ...marks,
    ]);
    res.end(JSON.stringify(body));
    responder.finish(call, 200);
  }

  /** Sends events until the client leaves. Answers with a problem if the subscription is refused. */
  function sendEvents(call: HttpCall, admitted: AdmittedStream, params: Record<string, unknown>): void {
    const { res, requestId } = call;
    const { caller, credential, leave } = admitted;
    sockets().exempt(res.socket!);
    let lastSentMs = clock.nowMs();
    const line = lineTo(call, {
      onSend() {
        lastSentMs = clock.nowMs();
      },
      begin: () =>
        res.writeHead(200, [
          'Content-Type',
          'text/event-stream; charset=utf-8',
          'Cache-Control',
          'no-store',
          'X-Accel-Buffering',
          'no',
          'X-Request-ID',
          requestId,
          'Access-Control-Allow-Origin',
          '*',
          ...marks,
        ]),
      refuse: (text) => responder.sendProblem(call, streamRefusal(text, params.type, caller.tier)),
    });
    const session = createSession({
      hub,
      states,
      line,
      caller,
      limits: connections.limits,
      isOwn: true,
      room: connections,
      nowMs: clock.nowMs,
      ...names,
    });
    const ended = connections.add({
      session,
      credential,
      caller,
      lastSentMs: () => lastSentMs,
      end: () => (line.hasBegun() ? res.end() : res.destroy()),
    });
    res.on('close', () => {
      leave();
      ended();
      if (line.hasBegun()) responder.finish(call, 200);
    });
    session.receive(JSON.stringify({ method: 'subscribe', subscription: params }));
  }

  return {
    path: streamPath,
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route };
      let place: StreamPlace | undefined;
      try {
        const key = headerKey(call.req);
        const request = await requestOf(call, key);
        if (isPoll(request)) {
          const caller = await connections.callerOf(call.req, key);
          call.caller = caller;
          return await answerOnce({ ...call, caller }, request);
        }
        const ticket = key === undefined ? ticketOf(call.req) : undefined;
        const admitted = await connections.admit(call.req, { key, ticket });
        if ('status' in admitted) throw admitted.problem;
        place = admitted;
        call.caller = admitted.caller;
        if (call.res.closed) return admitted.leave();
        const params = requestedSubscription(request);
        refuseUnread(params, admitted.caller);
        sendEvents(call, admitted, params);
      } catch (error) {
        place?.leave();
        if (!call.res.headersSent) responder.sendProblem(call, error, !call.req.complete);
        else call.res.destroy();
      }
    },
  };
}

export type StreamEvents = ReturnType<typeof createStreamEvents>;

interface LineParts {
  onSend(): void;
  /** Writes the response head. */
  begin(): void;
  /** Answers with the reason of the refusal. */
  refuse(text: string): void;
}

/** Delays the head until the first message: browsers reconnect after a 200, and give up after a refusal. */
function lineTo(
  { res }: HttpCall,
  { onSend, begin, refuse }: LineParts,
): StreamLine & { hasBegun(): boolean } {
  let hasBegun = false;
  return {
    hasBegun: () => hasBegun,
    send(text, { channel, cursor, isLast }) {
      if (res.writableEnded || res.destroyed) return;
      if (!hasBegun) {
        if (channel === 'heartbeat') return;
        if (channel === 'error') return refuse((JSON.parse(text) as { data: string }).data);
        hasBegun = true;
        begin();
      }
      onSend();
      res.write(`${cursor === undefined ? '' : `id: ${cursor}\n`}event: ${channel}\ndata: ${text}\n\n`);
      // The only subscription has ended or failed, so no message can follow.
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
