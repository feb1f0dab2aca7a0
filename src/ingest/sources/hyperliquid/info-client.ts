import { type Clock, systemClock } from '../../../kernel/clock.ts';
import { type Rng, secureRng } from '../../../kernel/rng.ts';
import { type Cancel, systemTimers, type Timers } from '../../../kernel/timers.ts';
import {
  type InfoAnswer,
  type InfoRequest,
  type InfoType,
  infoSubject,
  infoWeight,
} from '../../../wire/info-request.ts';
import type { Read } from '../../../wire/payload.ts';
import { backoffMs } from './backoff.ts';
import { InfoError } from './info-error.ts';
import type { InfoTransport } from './info-transport.ts';
import { judgeReply } from './info-verdict.ts';
import { createRequestQueue, type QueuedRequest, type Staleness } from './request-queue.ts';
import type { Unusable } from './unusable.ts';
import { createWeightBudget, type Reservation, type WeightBudget } from './weight-budget.ts';
import { perGroup, type WeightGroup } from './weight-shares.ts';

export interface AskOptions {
  /** Age of the data that the answer replaces; without it, the request goes before all other market requests. */
  staleness?: Staleness;
  /**
   * Marks an interactive request: goes before all others. Refused as `overloaded` if not sent within this many milliseconds; never
   * retried.
   */
  awaitedMs?: number;
  /** Aborting removes the request from the queue, or abandons its answer. */
  signal?: AbortSignal;
}

export interface InfoClientState {
  waiting: number;
  inFlight: number;
  /** Weight used of the exchange's minute, in total and by group. */
  weightUsed: number;
  weightUsedBy: Readonly<Record<WeightGroup, number>>;
  /** Weight since the start, by group. */
  weightSpent: Readonly<Record<WeightGroup, number>>;
  answered: number;
  /** Attempts answered with 429. */
  throttled: number;
  /** Attempts that failed for other reasons. */
  failed: number;
}

/** The exchange's `POST /info`, inside its weight limit. */
export interface InfoClient {
  /**
   * @returns The validated answer, with its unusable elements once they are kept.
   * @throws InfoError; the error of `keep`; the signal's reason if aborted.
   */
  ask<T extends InfoType>(
    request: InfoRequest<T> & { type: T },
    options?: AskOptions,
  ): Promise<Read<InfoAnswer<T>>>;
  state(): InfoClientState;
  /** Cancels waiting and running requests. */
  close(): Promise<void>;
}

export interface InfoClientOptions {
  transport: InfoTransport;
  budget: WeightBudget;
  keep(found: readonly Unusable[]): Promise<void>;
  /** Shares of the weight while it is scarce. */
  shares: Record<WeightGroup, number>;
  concurrency?: number;
  /** Maximum waiting requests; more are refused as `overloaded`. */
  queueLimit?: number;
  attempts?: number;
  /** First backoff after a failure; doubles each time, up to 30 s. */
  retryMs?: number;
  /** Backoff of all requests after a 429, up to a minute: the window is full, and earlier requests would only refill it. */
  throttledMs?: number;
  /** Limits how far in the future a fill may be; default: system clock. */
  clock?: Clock;
  timers?: Timers;
  rng?: Rng;
}

interface Ask extends QueuedRequest {
  type: InfoType;
  subject: string;
  body: string;
  attempt: number;
  resolve(reading: Read<unknown>): void;
  reject(reason: unknown): void;
}

const retryMaxMs = 30_000;
const atOnce: Staleness = { group: 'markets', ageMs: Number.POSITIVE_INFINITY, targetMs: 1 };

/**
 * Sends requests as the budget allows: each group gets its share, and within a group the stalest request goes first. A request with a
 * transient failure (5xx, no answer, broken JSON) is queued again after a backoff; after a 429 all requests wait.
 */
export function createInfoClient(options: InfoClientOptions): InfoClient {
  const { transport, budget, keep, shares, concurrency = 8, queueLimit = 10_000, attempts = 5 } = options;
  const { retryMs = 500, throttledMs = 5_000, timers = systemTimers, rng = secureRng } = options;
  const { clock = systemClock } = options;
  const now = timers.monotonicMs;
  const queue = createRequestQueue<Ask>({ capacity: queueLimit, shares });
  const pausing = new Map<Ask, Cancel>();
  const underWay = new Set<Ask>();
  const counts = { answered: 0, throttled: 0, failed: 0 };
  const weightSpent = perGroup(() => 0);
  /** Unlimited budgets, used as counters. */
  const used = perGroup(() => createWeightBudget({ limit: Number.POSITIVE_INFINITY }));
  let throttledInARow = 0;
  let resumeMs = 0;
  let cancelPump: Cancel | undefined;
  let closed = false;

  function pump(): void {
    cancelPump?.();
    cancelPump = undefined;
    while (underWay.size < concurrency && !closed) {
      const nowMs = now();
      const next = queue.first(nowMs);
      if (next === undefined) return;
      const reservation = nowMs < resumeMs ? undefined : budget.reserve(next.weight, nowMs);
      if (reservation === undefined) {
        const waitMs = Math.max(resumeMs - nowMs, budget.waitMs(next.weight, nowMs));
        // An answer in flight triggers the pump again.
        if (Number.isFinite(waitMs)) cancelPump = timers.after(Math.ceil(waitMs) || 1, pump);
        return;
      }
      queue.take(next);
      void attempt(next, reservation);
    }
  }

  async function attempt(ask: Ask, reservation: Reservation): Promise<void> {
    underWay.add(ask);
    ask.attempt += 1;
    const { group } = ask.staleness;
    const counted = used[group].reserve(ask.weight, now())!;
    const result = judgeReply(ask, await transport.send(ask.body), clock);
    for (const taken of [reservation, counted]) taken.settle(result.weight, now());
    queue.settle(ask, result.weight);
    weightSpent[group] += result.weight;
    underWay.delete(ask);
    if (closed) return;
    const kept = keep(result.unusable);
    kept.catch(() => undefined); // reported by its keeper
    if ('read' in result) {
      throttledInARow = 0;
      counts.answered += 1;
      // Resolves only after `keep`: the caller may then store its read position.
      kept.then(() => ask.resolve(result.read), ask.reject);
    } else if (result.throttledMs !== undefined) {
      throttle(result.throttledMs);
      if (ask.isAwaited !== true) retry(ask, 0, result.error);
      else ask.reject(new InfoError('overloaded', ask.type, 'the exchange refuses requests for now'));
    } else {
      counts.failed += 1;
      if (result.final) ask.reject(result.error);
      else retry(ask, backoffMs(ask.attempt, { firstMs: retryMs, maxMs: retryMaxMs, rng }), result.error);
    }
    pump();
  }

  function throttle(retryAfterMs: number): void {
    counts.throttled += 1;
    throttledInARow += 1;
    const waitMs = backoffMs(throttledInARow, { firstMs: throttledMs, maxMs: 2 * retryMaxMs, rng });
    resumeMs = Math.max(resumeMs, now() + Math.max(retryAfterMs, waitMs));
  }

  function retry(ask: Ask, waitMs: number, error: InfoError): void {
    if (ask.attempt >= (ask.isAwaited === true ? 1 : attempts)) {
      ask.reject(error);
      return;
    }
    const cancel = timers.after(waitMs, () => {
      pausing.delete(ask);
      enqueue(ask);
    });
    pausing.set(ask, cancel);
  }

  function enqueue(ask: Ask): void {
    if (queue.push(ask, now())) pump();
    else ask.reject(new InfoError('overloaded', ask.type, `${queueLimit} requests wait already`));
  }

  return {
    ask(request, { staleness = atOnce, awaitedMs, signal } = {}) {
      const { type } = request;
      const { promise, resolve, reject } = Promise.withResolvers<Read<InfoAnswer<typeof type>>>();
      const ask: Ask = {
        type,
        subject: infoSubject(request as InfoRequest),
        body: JSON.stringify(request),
        weight: infoWeight(type),
        staleness,
        ...(awaitedMs !== undefined && { isAwaited: true }),
        attempt: 0,
        resolve: resolve as Ask['resolve'],
        reject,
      };
      const abort = () => {
        queue.remove(ask);
        pausing.get(ask)?.();
        pausing.delete(ask);
        reject(signal!.reason);
      };
      const giveUp = () => {
        if (ask.attempt > 0) return;
        queue.remove(ask);
        reject(new InfoError('overloaded', type, `there was no weight for it within ${awaitedMs} ms`));
      };
      if (closed) reject(new InfoError('closed', type, 'the client is closed'));
      else if (signal?.aborted) abort();
      else {
        signal?.addEventListener('abort', abort, { once: true });
        enqueue(ask);
      }
      const stopWaiting = awaitedMs === undefined ? undefined : timers.after(awaitedMs, giveUp);
      return promise.finally(() => {
        stopWaiting?.();
        signal?.removeEventListener('abort', abort);
      });
    },
    state: () => ({
      waiting: queue.length + pausing.size,
      inFlight: underWay.size,
      weightUsed: budget.used(now()),
      weightUsedBy: perGroup((group) => used[group].used(now())),
      weightSpent: { ...weightSpent },
      ...counts,
    }),
    async close() {
      closed = true;
      cancelPump?.();
      for (const cancel of pausing.values()) cancel();
      const left = [...queue.drain(), ...pausing.keys(), ...underWay];
      pausing.clear();
      for (const { type, reject } of left) reject(new InfoError('closed', type, 'the client was closed'));
      await transport.close();
    },
  };
}
