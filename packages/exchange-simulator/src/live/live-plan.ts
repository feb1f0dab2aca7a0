import { dayMs, hourMs, minuteMs, rfc3339 } from '../../../../src/kernel/clock.ts';
import { type HalfOpenSpan, isWithin } from '../../../../src/kernel/span.ts';
import type { ExchangeOptions, Pace } from '../exchange.ts';

/**
 * What a running simulated exchange follows from; kept with the data, so that a restart goes on with the same exchange.
 * It grows while the exchange runs, but what it says of a time that the exchange has reached never changes.
 */
export interface LivePlan {
  seed: string;
  /** First moment of the history, unix milliseconds. */
  startMs: number;
  /** From here on it is as busy as a live one. */
  liveFromMs: number;
  /** Until then: extended ahead of time as long as somebody runs it. Absent where nothing ends it. */
  busyUntilMs?: number;
  /** Times at which it did not run: trade was as thin then as in the history. */
  quiet?: readonly HalfOpenSpan[];
}

/** Raised with every change that makes another history of the same plan. */
export const simulationModel = 8;

/** A calendar month, and some of the one before, are always in it. */
const historyDays = 35;
/** The coins that somebody always trades on the exchange, too. */
const minuteCoins = 5;
/** After a crash, too: an hour of their candles is never one trade. */
const steady = { minuteCoins, minutePeriodMs: 10 * minuteMs };
/** Time without a client is made quickly, and the more so the older it is: five weeks take some seconds. A day of the present takes as long. */
const past: Pace = { fillsPerSecond: 0.08, tickMs: 1_800_000, restMs: 5_000, ...steady };
const longPast: Pace = { fillsPerSecond: 0.04, tickMs: 1_800_000, restMs: 20_000, ...steady };
const pastDays = 7;
/** What pages of the last hour show at the first start, whatever the minute. */
const lastHours: Pace = { fillsPerSecond: 0.4, tickMs: 60_000, restMs: 5_000, minuteCoins };
const lastHoursMs = 2 * hourMs;
/** Money that wallets move without a trade: some hundred movements a day. */
const movements = { everyMs: 3 * minuteMs };
const present: Pace = { fillsPerSecond: 1, tickMs: 20_000, minuteCoins };
/** How far ahead it is busy: a restart within an hour leaves no trace. */
const aheadMs = 2 * hourMs;

/**
 * The plan of a new exchange: what starts within the same hour under the same seed is the same.
 *
 * @throws Error where the clock cannot be right
 */
export function newLivePlan(seed: string, nowMs: number): LivePlan {
  if (nowMs < Date.UTC(2024, 0) || nowMs >= Date.UTC(2098, 0)) {
    throw new Error(`the clock says ${rfc3339(nowMs)}; set it first: a simulated exchange starts by it`);
  }
  const liveFromMs = Math.floor(nowMs / hourMs) * hourMs;
  return { seed, startMs: liveFromMs - historyDays * dayMs, liveFromMs };
}

/**
 * The part of a plan that lets its exchange be busy from now on; to be kept before the exchange hears of it. A time at which it
 * was not extended becomes a quiet one.
 *
 * @param fromMs a moment that the exchange has not reached
 * @returns undefined where the plan reaches far enough
 */
export function extendedPlan<P extends LivePlan>(plan: P, fromMs: number): P | undefined {
  const { busyUntilMs = fromMs, quiet = [] } = plan;
  if (busyUntilMs - fromMs > aheadMs / 2) return undefined;
  const untilMs = Math.floor(fromMs / hourMs) * hourMs + aheadMs;
  if (busyUntilMs >= fromMs) return { ...plan, busyUntilMs: Math.max(busyUntilMs, untilMs) };
  return { ...plan, busyUntilMs: untilMs, quiet: [...quiet, { fromMs: busyUntilMs, untilMs: fromMs }] };
}

/** @param plan asked again for every block: the thread replaces it as it is extended */
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
