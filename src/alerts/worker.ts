import type { AlertHead } from '../control/alert-store.ts';
import { keepingClaim } from '../control/kept-claim.ts';
import type { ControlStore } from '../control/store.ts';
import type { Tier } from '../domain/tier.ts';
import { type Clock, dayMs, hourMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import type { StreamHub } from '../streams/hub.ts';
import { type AttemptOutcome, createDeliverer } from './deliverer.ts';
import { followRule, type RuleFollower } from './follower.ts';
import { isInTier, readStored } from './rule.ts';
import type { Sender } from './sender.ts';

export interface AlertWorkerOptions {
  control: Pick<ControlStore, 'alerts' | 'jobs'>;
  hub: StreamHub;
  /** See `FollowerOptions.batchSince`. */
  batchSince(timeMs: number): Promise<number | undefined>;
  send: Sender;
  clock: Clock;
  rng: Rng;
  timers?: Timers;
  /** Maximum rules of an account by tier. */
  rulesOf(tier: Tier): number;
  /** Identifies this process in the job claim. */
  holder: string;
  onAttempt?: ((outcome: AttemptOutcome) => void) | undefined;
  onOff(rule: string, reason: string): void;
  onError(error: unknown): void;
  /** See `FollowerOptions.quietMs`. */
  quietMs?: number;
  /** Claim lifetime: another process takes over this long after a crash. Default: 10 s. */
  ttlMs?: number;
}

const jobName = 'alerts';
const lookEveryMs = 1_000;
/** Retry interval for the claim while another process holds it. */
const waitMs = 2_000;
/** Retention of delivered messages, for redelivery. */
const keptMs = 30 * dayMs;

/** Follows the log for all alerts and delivers their messages; only one process per store does so at a time. */
export function startAlerts(options: AlertWorkerOptions): { close(): Promise<void> } {
  const { control, holder, onError, timers = systemTimers, ttlMs = 10_000 } = options;
  const stop = new AbortController();
  const { signal: stopping } = stop;

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      try {
        const claim = await control.jobs.claim({ job: jobName, holder, ttlMs });
        if (claim !== undefined)
          try {
            await keepingClaim(control.jobs, claim, { ttlMs, stop: stopping }, (signal) =>
              sendAlerts(options, signal, timers),
            );
          } finally {
            // If the store is unavailable, the claim expires.
            await control.jobs.release(claim).catch(() => undefined);
          }
      } catch (error) {
        if (!stopping.aborted) onError(error);
      }
      await timers.pause(waitMs, stopping).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async close() {
      stop.abort(new Error('shutting down'));
      await running;
    },
  };
}

/** Runs while this process holds the claim. */
async function sendAlerts(options: AlertWorkerOptions, signal: AbortSignal, timers: Timers): Promise<void> {
  const round = createRound(options, signal);
  let prunedMs = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      const woken = round.nextWake();
      await round.look();
      // Not awaited: a slow receiver delays only its own rule.
      void round.deliver();
      if (timers.monotonicMs() - prunedMs >= hourMs) {
        prunedMs = timers.monotonicMs();
        await options.control.alerts.pruneDeliveries(options.clock.nowMs() - keptMs);
      }
      const ending = new AbortController();
      const waited = timers
        .pause(lookEveryMs, AbortSignal.any([signal, ending.signal]))
        .catch(() => undefined);
      await Promise.race([woken, waited]);
      ending.abort();
    }
  } finally {
    await round.end();
  }
}

/** Followers of all rules, refreshed by each `look`. */
export function createRound(options: AlertWorkerOptions, signal: AbortSignal) {
  const { control, hub, batchSince, clock, rng, send, rulesOf, onAttempt, onOff, onError } = options;
  const { alerts } = control;
  const followers = new Map<string, RuleFollower>();
  let isIdle = true;
  /** Ids of rules that their account's tier currently allows; all others are paused. */
  const allowed = new Set<string>();
  let wake = Promise.withResolvers<void>();
  const deliverer = createDeliverer({
    alerts,
    send,
    clock,
    rng,
    onAttempt,
    onOff,
    onError,
    signal,
    isAllowed: (rule) => allowed.has(rule),
  });

  async function begin(head: AlertHead): Promise<void> {
    const { subscription, id, name, format, url } = await alerts.findAlert(head.id);
    const read = readStored(subscription, head.accountId);
    if (!isInTier(read, head.tier) || head.rank >= rulesOf(head.tier)) return;
    allowed.add(id);
    const rule = { id, name, format, url, feed: read.type };
    const follower = followRule(rule, read, head, {
      hub,
      alerts,
      clock,
      batchSince,
      onError,
      quietMs: options.quietMs,
      wake: () => wake.resolve(),
    });
    await follower.start();
    followers.set(id, follower);
  }

  function isAsBefore({ id, tier, rank, revision }: AlertHead): boolean {
    const follower = followers.get(id);
    if (follower === undefined) return true;
    const isAllowed = isInTier(follower.subscription, tier) && rank < rulesOf(tier);
    return isAllowed && follower.revision === revision;
  }

  async function attend(head: AlertHead): Promise<void> {
    const follower = followers.get(head.id);
    if (follower?.isWhole() === true && isAsBefore(head)) {
      follower.noteRoom(head.pending);
      await follower.store(false);
      return;
    }
    drop(head.id);
    await begin(head);
  }

  function drop(id: string): void {
    followers.get(id)?.end();
    followers.delete(id);
    allowed.delete(id);
  }

  return {
    /** Resolves when a rule has events to store. */
    nextWake(): Promise<void> {
      wake = Promise.withResolvers();
      return wake.promise;
    },
    /** Starts and drops followers to match the stored rules, and commits their buffered events. */
    async look(): Promise<void> {
      try {
        const heads = await alerts.alertHeads();
        isIdle = heads.length === 0;
        const known = new Set(heads.map(({ id }) => id));
        for (const id of [...followers.keys()]) if (!known.has(id)) drop(id);
        for (const id of [...allowed]) if (!known.has(id)) allowed.delete(id);
        for (const head of heads) {
          if (signal.aborted) return;
          await attend(head).catch((error) => fault(error));
        }
      } catch (error) {
        fault(error);
      }
    },
    deliver: async () => (isIdle ? undefined : deliverer.deliverDue()),
    /** Stores the final log position of each rule. */
    async end(): Promise<void> {
      for (const follower of followers.values()) {
        await follower.store(true).catch(() => undefined);
        follower.end();
      }
      followers.clear();
      await deliverer.ended();
    },
  };

  function fault(error: unknown): void {
    if (!signal.aborted) onError(error);
  }
}
