import { dayMs, hourMs, minuteMs, rfc3339 } from '../../../../src/kernel/clock.ts';
import { type HalfOpenSpan, isWithin } from '../../../../src/kernel/span.ts';
import type { ExchangeOptions, Pace } from '../exchange.ts';

/**
 * Plan of a live simulated exchange; stored with the data, so that a restart resumes the same exchange. The plan grows while the exchange
 * runs, but never changes for a time that the exchange has reached.
 */
export interface LivePlan {
  seed: string;
  /** First moment of the history, unix milliseconds. */
  startMs: number;
  /** From here on, trading is as busy as on a live exchange. */
  liveFromMs: number;
  /** End of the busy time; extended ahead of time while the exchange runs. Default: no end. */
  busyUntilMs?: number;
  /** Downtimes: trading was as thin then as in the history. */
  quiet?: readonly HalfOpenSpan[];
}

/** Raised with every change that makes another history of the same plan. */
export const simulationModel = 9;

/** Always covers a calendar month, and part of the month before. */
const historyDays = 35;
/** Coins that trade in every minute, as on the real exchange. */
const minuteCoins = 5;
/** Applies after a crash, too: an hour of these coins' candles never rests on a single trade. */
const steady = { minuteCoins, minutePeriodMs: 10 * minuteMs };
/** Time without a client is made quickly, and the more so the older it is: five weeks take some seconds. A day of the present takes as long. */
const past: Pace = { fillsPerSecond: 0.08, tickMs: 1_800_000, restMs: 5_000, ...steady };
const longPast: Pace = { fillsPerSecond: 0.04, tickMs: 1_800_000, restMs: 20_000, ...steady };
const pastDays = 7;
/** Pace of the hours shown by pages of the last hour at the first start, whatever the minute. */
const lastHours: Pace = { fillsPerSecond: 0.4, tickMs: 60_000, restMs: 5_000, minuteCoins };
const lastHoursMs = 2 * hourMs;
/** Money that wallets move without a trade: some hundred movements a day. */
const movements = { everyMs: 3 * minuteMs };
const present: Pace = { fillsPerSecond: 1, tickMs: 20_000, minuteCoins };
/** Lead of the busy time: a restart within an hour leaves no trace. */
const aheadMs = 2 * hourMs;

/**
 * The plan of a new exchange; starts within the same hour under the same seed yield equal plans.
 *
 * @throws Error if the clock cannot be right
 */
export function newLivePlan(seed: string, nowMs: number): LivePlan {
  if (nowMs < Date.UTC(2024, 0) || nowMs >= Date.UTC(2098, 0)) {
    throw new Error(`the clock says ${rfc3339(nowMs)}; set it first: a simulated exchange starts by it`);
  }
  const liveFromMs = Math.floor(nowMs / hourMs) * hourMs;
  return { seed, startMs: liveFromMs - historyDays * dayMs, liveFromMs };
}

/**
 * Extends a plan so that the exchange is busy from now on; the plan must be stored before the exchange gets it. A time without an extension
 * becomes quiet.
 *
 * @param fromMs a moment that the exchange has not reached
 * @returns undefined if the plan already reaches far enough
 */
export function extendedPlan<P extends LivePlan>(plan: P, fromMs: number): P | undefined {
  const { busyUntilMs = fromMs, quiet = [] } = plan;
  if (busyUntilMs - fromMs > aheadMs / 2) return undefined;
  const untilMs = Math.floor(fromMs / hourMs) * hourMs + aheadMs;
  if (busyUntilMs >= fromMs) return { ...plan, busyUntilMs: Math.max(busyUntilMs, untilMs) };
  return { ...plan, busyUntilMs: untilMs, quiet: [...quiet, { fromMs: busyUntilMs, untilMs: fromMs }] };
}

/** @param plan called for every block, because the thread replaces the plan as it is extended */
export function exchangeOptions(plan: () => LivePlan): ExchangeOptions {
  const { seed, startMs, liveFromMs } = plan();
  const longPastMs = liveFromMs - pastDays * dayMs;
  const lastFromMs = liveFromMs - lastHoursMs;
  const paces = [
    { ...present, holds: (timeMs: number) => isBusy(plan(), timeMs) },
    { ...longPast, holds: (timeMs: number) => timeMs < longPastMs },
    { ...lastHours, holds: (timeMs: number) => timeMs >= lastFromMs && timeMs < liveFromMs },
  ];
  return { seed, startMs, wallets: 1_000, coins: 20, movements, ...past, paces };
}

function isBusy(
  { liveFromMs, busyUntilMs = Number.POSITIVE_INFINITY, quiet = [] }: LivePlan,
  timeMs: number,
) {
  if (timeMs < liveFromMs || timeMs >= busyUntilMs) return false;
  return !quiet.some((span) => isWithin(span, timeMs));
}
