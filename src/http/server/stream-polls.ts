import type { Credential } from '../../access/authenticate.ts';
import { type Caller, ownAccount } from '../../access/caller.ts';
import type { LimitedRoute, Limiter } from '../../access/limiter.ts';
import { type FaultDetail, unacceptable } from '../../kernel/problem.ts';
import { type PollAnswer, pollStream } from '../../streams/poll.ts';
import { coinNames, isEventType, readSubscription } from '../../streams/subscription.ts';
import { requestedSubscription, type StreamRequest, streamRefusal } from './stream-query.ts';
import type { StreamRouteOptions } from './stream-route.ts';

/** A poll counts as a request, and as one of the account's streams while it waits. */
const pollRoute: LimitedRoute = { id: 'stream.poll', cost: 1, ownLimit: false };
/** `wait` in seconds, `limit` in events. */
const bounds = { wait: { least: 0, most: 55 }, limit: { least: 1, most: 1_000 } };
const usualLimit = 100;

/** True for a poll: the request wants the next events rather than a stream. */
export const isPoll = ({ target, body }: StreamRequest) =>
  /[?&]wait=/.test(target) || body?.wait !== undefined;

/** Answers requests with `wait` with the next events of a stream. */
export function createStreamPolls(options: Omit<StreamRouteOptions, 'sockets'> & { limiter: Limiter }) {
  const { hub, states, coins, clock, connections, limiter } = options;
  const names = coinNames(coins);

  /**
   * @param asking.credential of the caller, checked again during the wait
   * @throws Problem
   */
  return async function poll(
    caller: Caller,
    {
      signal: gone,
      credential,
      ...request
    }: StreamRequest & { signal: AbortSignal; credential?: Credential | undefined },
  ): Promise<{ body: PollAnswer; limitHeaders: readonly string[] }> {
    const { wait, limit, ...params } = requestedSubscription(request);
    const waitMs = 1_000 * (numberOf('wait', wait) ?? 0);
    const most = numberOf('limit', limit) ?? usualLimit;
    const of = { tier: caller.tier, accountId: ownAccount(caller) };
    const read = readSubscription(params, { ...of, states, ...names, isOwn: true });
    if ('refused' in read) throw streamRefusal(read.refused, params.type, caller.tier);
    const decision = limiter.tryTake(caller, pollRoute) ?? (await limiter.take(caller, pollRoute));
    if (decision.refusal !== undefined) throw decision.refusal;
    const place = connections.placeOf(caller);
    if ('status' in place) throw place.problem;
    const ending = new AbortController();
    const signal = AbortSignal.any([gone, ending.signal]);
    const ended = credential && connections.add({ caller, credential, end: (why) => ending.abort(why) });
    try {
      const answer = await pollStream({
        hub,
        states,
        caller,
        limits: connections.limits,
        room: connections,
        nowMs: clock.nowMs,
        ...names,
        params,
        isOfEvents: isEventType(read.type),
        waitMs,
        limit: most,
        signal,
      });
      gone.throwIfAborted();
      // The key was revoked during the wait: throws the 401.
      if (ending.signal.reason === 'refused') await credential!.authenticate();
      if (typeof answer === 'string') throw streamRefusal(answer, params.type, caller.tier);
      return { body: answer, limitHeaders: decision.headers };
    } finally {
      ended?.();
      place.leave();
    }
  };
}

export type PollStream = ReturnType<typeof createStreamPolls>;

function numberOf(name: keyof typeof bounds, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const { least, most } = bounds[name];
  const number = /^\d{1,4}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  const fault: FaultDetail = {
    location: `query.${name}`,
    message: `is a whole number from ${least} to ${most}`,
    value: String(value),
  };
  throw unacceptable([fault]);
}
