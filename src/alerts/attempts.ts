import type { DeliveryOutcome } from '../control/alert-store.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';
import type { Sent } from './sender.ts';

/** Waits before each attempt, milliseconds: 75.6 hours in all. */
export const attemptWaitsMs = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
] as const;
/** A wait is longer by up to this share, so that messages that failed together do not come together again. */
const jitter = 0.1;
/** A receiver that asks to wait again and again is given up after this, too. */
const longestMs = attemptWaitsMs.reduce((sum, waitMs) => sum + waitMs, 0) * (1 + jitter);
/** The receiver is too busy, or what stands before it is: it may say how long to wait. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What follows from an attempt. */
export interface Judged {
  outcome: DeliveryOutcome;
  /** The rule is switched off, for this reason. */
  off?: string;
}

/**
 * @param made.attempts before this one, without those whose receiver asked to wait
 * @param made.share of the jitter, from 0 to 1
 */
export function judge(
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
  if (status === 410)
    return { outcome, off: 'its receiver answered 410 (Gone): it wants no further messages' };
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
    ? `it answered ${status}, and redirects are not followed`
    : `it answered ${status}`;
}
