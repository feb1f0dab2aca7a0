import type { AlertStore, DeliveryOutcome, DueDelivery } from '../control/alert-store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { keyedFlights } from '../kernel/single-flight.ts';
import { judge } from './attempts.ts';
import type { Sender } from './sender.ts';

export const attemptOutcomes = ['delivered', 'failed', 'throttled', 'gave_up'] as const;
/** `gave_up` switches the rule off. */
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface DelivererOptions {
  alerts: Pick<AlertStore, 'dueDeliveries' | 'noteDelivery' | 'switchAlertOff'>;
  send: Sender;
  clock: Clock;
  rng: Rng;
  /** Whether the account of a rule may have it now. */
  isAllowed(rule: string): boolean;
  /** What came of an attempt. */
  onAttempt?: ((outcome: AttemptOutcome) => void) | undefined;
  /** A rule was switched off. */
  onOff(rule: string, reason: string): void;
  onError(error: unknown): void;
  signal: AbortSignal;
}

/** Rules whose messages are sent at once; of one rule it is one message at a time, in their order. */
const rulesAtOnce = 64;

/** Sends what waits, and notes what came of it. */
export function createDeliverer(options: DelivererOptions) {
  const { alerts, send, clock, rng, isAllowed, onAttempt, onOff, onError, signal } = options;
  const flights = keyedFlights<void>();
  const running = new Set<Promise<void>>();

  /** @returns whether the next message of the rule may follow at once */
  async function attempt(due: DueDelivery): Promise<boolean> {
    const sent = await send({ ...due, nowMs: clock.nowMs(), signal });
    // One that was cut off by this process's own end is none.
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
    /** Resolves when nothing is being sent. */
    async ended(): Promise<void> {
      await Promise.allSettled(running);
    },
    /** Sends all that is due; resolves when what this call began has ended. Never rejects. */
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
