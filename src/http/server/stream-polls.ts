import { type Caller, ownAccount } from '../../access/caller.ts';
import type { LimitedRoute, Limiter } from '../../access/limiter.ts';
import { type FaultDetail, type Problem, unacceptable } from '../../kernel/problem.ts';
import { type PollAnswer, pollStream } from '../../streams/poll.ts';
import { isEventType, readSubscription } from '../../streams/subscription.ts';
import { overloaded } from '../problems/request-problems.ts';
import { askedSubscription, refusalOf } from './stream-query.ts';
import type { StreamRouteOptions } from './stream-route.ts';

/** A question is a request like any other, and while it waits a stream of the account. */
const pollRoute: LimitedRoute = { id: 'stream.poll', cost: 1, ownLimit: false };
/** Seconds, and events. */
const bounds = { wait: { least: 0, most: 55 }, limit: { least: 1, most: 1_000 } };
const usualLimit = 100;

/** Whether a request asks for the next events alone, and not for a stream. */
export const isPoll = (url: string) => /[?&]wait=/.test(url);

/** Answers what comes next on a stream, to requests with `wait`. */
export function createStreamPolls(options: Omit<StreamRouteOptions, 'sockets'> & { limiter: Limiter }) {
  const { hub, states, coins, clock, connections, limiter } = options;
  const coinOf = (text: string) => coins.resolve(text);

  /**
   * @param target path and query
   * @throws Problem
   */
  return async function poll(
    caller: Caller,
    { target, lastEventId, signal }: { target: string; lastEventId?: unknown; signal: AbortSignal },
  ): Promise<{ body: PollAnswer; limitHeaders: readonly string[] }> {
    const { wait, limit, ...asked } = askedSubscription(target, lastEventId);
    const waitMs = 1_000 * (numberOf('wait', wait) ?? 0);
    const most = numberOf('limit', limit) ?? usualLimit;
    const of = { tier: caller.tier, accountId: ownAccount(caller) };
    const read = readSubscription(asked, { ...of, states, coinOf, isOwn: true });
    if ('refused' in read) throw refusalOf(read.refused, asked.type, caller.tier);
    const decision = limiter.tryTake(caller, pollRoute) ?? (await limiter.take(caller, pollRoute));
    if (decision.refusal !== undefined) throw decision.refusal;
    const place = connections.placeOf(caller);
    if ('status' in place) throw place.problem;
    try {
      const answer = await pollStream({
        ...{ hub, states, caller, limits: connections.limits, room: connections, nowMs: clock.nowMs },
        ...{ coinOf, asked, isOfEvents: isEventType(read.type), waitMs, limit: most, signal },
      });
      signal.throwIfAborted();
      if (typeof answer === 'string') throw pollRefusal(answer, asked.type, caller);
      return { body: answer, limitHeaders: decision.headers };
    } finally {
      place.leave();
    }
  };
}

export type PollStream = ReturnType<typeof createStreamPolls>;

/** What may be better in a moment is no fault of who asks. */
const passing = new Set(['snapshot failed', 'cohorts are being read', 'server at subscription capacity']);

function pollRefusal(text: string, type: unknown, caller: Caller): Problem {
  if (passing.has(text))
    return overloaded({ detail: `The stream cannot be read: ${text}.`, retryAfterSeconds: 2 });
  return refusalOf(text, type, caller.tier);
}

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
