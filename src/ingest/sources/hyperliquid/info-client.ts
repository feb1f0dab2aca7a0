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
  /** Of the data that the answer replaces; without it they are asked for before all others of markets. */
  staleness?: Staleness;
  /**
   * Somebody waits for the answer: it goes before all others. Refused as `overloaded` where it was not sent within this many
   * milliseconds, and sent once, whatever comes of it.
   */
  awaitedMs?: number;
  /** Aborting takes the request out of the queue, or gives up its answer. */
  signal?: AbortSignal;
}

/** What the client has done and has before it, for metrics. */
export interface InfoClientState {
  waiting: number;
  inFlight: number;
  /** Weight in use of the exchange's minute, and what it went to. */
  weightUsed: number;
  weightUsedBy: Readonly<Record<WeightGroup, number>>;
  /** Weight since the start, by what it went to. */
  weightSpent: Readonly<Record<WeightGroup, number>>;
  answered: number;
  /** Attempts that were answered with 429. */
  throttled: number;
  /** Attempts that failed otherwise. */
  failed: number;
}

/** The exchange's `POST /info`, inside its weight limit. */
export interface InfoClient {
  /**
   * @returns The answer, checked; its unusable elements beside it, when they are kept.
   * @throws InfoError; what `keep` rejects with; the signal's reason where it was aborted.
   */
  ask<T extends InfoType>(
    request: InfoRequest<T> & { type: T },
    options?: AskOptions,
  ): Promise<Read<InfoAnswer<T>>>;
  state(): InfoClientState;
  /** Gives up what waits and what is under way. */
  close(): Promise<void>;
}

export interface InfoClientOptions {
  transport: InfoTransport;
  budget: WeightBudget;
  /** Keeps what of answers cannot be used. */
  keep(found: readonly Unusable[]): Promise<void>;
  /** Of the weight, while there is not enough of it. */
  shares: Record<WeightGroup, number>;
  /** Requests under way at once. */
  concurrency?: number;
  /** Requests that wait at once; more are refused as `overloaded`. */
  queueLimit?: number;
  /** How often a request is sent before it is given up. */
  attempts?: number;
  /** The first wait after a failure; it doubles with each one, up to 30 s. */
  retryMs?: number;
  /** The same for all requests after a 429, up to a minute: the window is full, anything sooner only fills it again. */
  throttledMs?: number;
  /** What no fill may be far ahead of; the machine's where absent. */
  clock?: Clock;
  /** The machine's where absent. */
  timers?: Timers;
  rng?: Rng;
}

/** One request on its way through queue, attempts and answer. */
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
 * Sends requests as the budget allows, each group its share, and in a group the stalest first. A request that fails for a
 * moment (5xx, no answer, broken JSON) is queued again after a wait; after a 429 all of them wait.
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
  /** These only count. */
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
        // An answer that is under way pumps again.
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
      // Not before: the caller may remember that it has read so far.
      kept.then(() => ask.resolve(result.read), ask.reject);
    } else if (result.throttledMs !== undefined) {
      throttle(result.throttledMs);
      if (ask.isAwaited !== true) retry(ask, 0, result.error);
      else
        ask.reject(new InfoError('overloaded', ask.type, 'the exchange takes no further requests for now'));
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
