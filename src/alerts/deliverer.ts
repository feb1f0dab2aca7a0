import type { AlertStore, DeliveryOutcome, DueDelivery } from '../control/alert-store.ts';
import { type Clock, hourMs, minuteMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { keyedFlights } from '../kernel/single-flight.ts';
import type { Sender, Sent } from './sender.ts';

/** Waits before each attempt, milliseconds: 75.6 hours in all. */
export const attemptWaitsMs = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
] as const;
/** Adds up to this share to each wait, so that messages that failed together are not retried together. */
const jitter = 0.1;
/** Upper bound for a receiver that keeps sending Retry-After, milliseconds. */
const longestMs = attemptWaitsMs.reduce((sum, waitMs) => sum + waitMs, 0) * (1 + jitter);
/** Receiver or proxy overloaded; only these statuses honour Retry-After. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface Judged {
  outcome: DeliveryOutcome;
  /** Reason for switching the rule off; undefined keeps it on. */
  off?: string;
}

/**
 * @param made.attempts Earlier attempts, without those that were throttled.
 * @param made.share Share of the jitter, from 0 to 1.
 */
function judge(
  sent: Sent,
  made: { attempts: number; firstAttemptMs: number | undefined; nowMs: number; share: number },
): Judged {
  const { attempts, firstAttemptMs, nowMs, share } = made;
  if ('status' in sent && sent.status >= 200 && sent.status < 300)
    return { outcome: { status: sent.status } };
  const status = 'status' in sent ? sent.status : undefined;
  const retryAfterMs = 'status' in sent && busy.has(sent.status) ? sent.retryAfterMs : undefined;
  const fault = 'fault' in sent ? sent.fault : statusText(sent.status);
  const isThrottled = status === 429 && retryAfterMs !== undefined;
  const next = attemptWaitsMs[attempts + 1];
  const waitMs = isThrottled ? retryAfterMs : Math.max((next ?? 0) * (1 + jitter * share), retryAfterMs ?? 0);
  const outcome = { status, fault, isThrottled, nextMs: nowMs + Math.ceil(waitMs) };
  if (status === 410) return { outcome, off: 'the receiver answered 410 (Gone)' };
  const sinceMs = nowMs - (firstAttemptMs ?? nowMs);
  if ((next === undefined && !isThrottled) || sinceMs > longestMs)
    return {
      outcome,
      off: `a message could not be delivered within ${Math.round(sinceMs / hourMs)} hours: ${fault}`,
    };
  return { outcome };
}

function statusText(status: number): string {
  return status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed`
    : `the receiver answered ${status}`;
}

export const attemptOutcomes = ['delivered', 'failed', 'throttled', 'gave_up'] as const;
/** `gave_up` switches the rule off. */
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface DelivererOptions {
  alerts: Pick<AlertStore, 'dueDeliveries' | 'noteDelivery' | 'switchAlertOff'>;
  send: Sender;
  clock: Clock;
  rng: Rng;
  /** Whether the tier of the rule's account currently allows the rule. */
  isAllowed(rule: string): boolean;
  onAttempt?: ((outcome: AttemptOutcome) => void) | undefined;
  /** Called when a rule is switched off. */
  onOff(rule: string, reason: string): void;
  onError(error: unknown): void;
  signal: AbortSignal;
}

/** Rules delivered concurrently; the messages of one rule are sent one at a time, in order. */
const rulesAtOnce = 64;

/** Sends due messages and stores the outcome of each attempt. */
export function createDeliverer(options: DelivererOptions) {
  const { alerts, send, clock, rng, isAllowed, onAttempt, onOff, onError, signal } = options;
  const flights = keyedFlights<void>();
  const running = new Set<Promise<void>>();

  /** @returns whether the next message of the rule may follow at once */
  async function attempt(due: DueDelivery): Promise<boolean> {
    const sent = await send({ ...due, nowMs: clock.nowMs(), signal });
    // An attempt that the shutdown of this process interrupted does not count.
    if (signal.aborted && 'fault' in sent) return false;
    const { attempts, firstAttemptMs, id, rule } = due;
    const made = { attempts, firstAttemptMs, nowMs: clock.nowMs(), share: rng.bytes(1)[0]! / 255 };
    const { outcome, off } = judge(sent, made);
    await alerts.noteDelivery(id, outcome);
    onAttempt?.(outcomeOf(outcome, off !== undefined));
    if (off !== undefined) {
      await alerts.switchAlertOff(rule, off);
      onOff(rule, off);
    }
    return !('fault' in outcome);
  }

  async function deliverRule(first: DueDelivery): Promise<void> {
    let due: DueDelivery | undefined = first;
    while (due !== undefined && !signal.aborted && isAllowed(due.rule)) {
      if (!(await attempt(due))) return;
      [due] = await alerts.dueDeliveries({ rule: due.rule });
    }
  }

  return {
    /** Resolves when no delivery is in flight. */
    async ended(): Promise<void> {
      await Promise.allSettled(running);
    },
    /** Sends all due messages; resolves when the deliveries that this call started have finished. Never rejects. */
    async deliverDue(): Promise<void> {
      try {
        const due = await alerts.dueDeliveries();
        const begun = due.filter(({ rule }) => isAllowed(rule) && flights.get(rule) === undefined);
        await Promise.all(begun.slice(0, Math.max(0, rulesAtOnce - flights.size)).map(deliver));
      } catch (error) {
        fault(error);
      }
    },
  };

  function deliver(one: DueDelivery): Promise<void> {
    const run = flights
      .run(one.rule, () => deliverRule(one))
      .catch(fault)
      .finally(() => running.delete(run));
    running.add(run);
    return run;
  }

  function fault(error: unknown): void {
    if (!signal.aborted) onError(error);
  }
}

function outcomeOf(outcome: DeliveryOutcome, isOff: boolean): AttemptOutcome {
  if (!('fault' in outcome)) return 'delivered';
  if (isOff) return 'gave_up';
  return outcome.isThrottled ? 'throttled' : 'failed';
}
