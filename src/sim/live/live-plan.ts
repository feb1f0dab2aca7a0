import { dayMs, hourMs } from '../../kernel/clock.ts';
import type { ExchangeOptions, Pace } from '../exchange.ts';

/** What a running simulated exchange follows from; kept with the data, so that a restart goes on with the same exchange. */
export interface LivePlan {
  seed: string;
  /** First moment of the history, unix milliseconds. */
  startMs: number;
  /** From here on it is as busy as a live one. */
  liveFromMs: number;
}

/** Raised with every change that makes another history of the same plan. */
export const simulationModel = 2;

const historyDays = 21;
/** Every start makes the past anew: at these paces, three weeks of history take some seconds, and a week of running half a minute. */
const past: Pace = { fillsPerSecond: 0.08, tickMs: 1_800_000 };
const present: Pace = { fillsPerSecond: 1, tickMs: 20_000 };

/** The plan of a new exchange: what starts within the same hour under the same seed is the same. */
export function newLivePlan(seed: string, nowMs: number): LivePlan {
  const liveFromMs = Math.floor(nowMs / hourMs) * hourMs;
  return { seed, startMs: liveFromMs - historyDays * dayMs, liveFromMs };
}

export function exchangeOptions({ seed, startMs, liveFromMs }: LivePlan): ExchangeOptions {
  return {
    seed,
    startMs,
    wallets: 1_000,
    coins: 20,
    ...past,
    busy: { ...present, holds: (timeMs) => timeMs >= liveFromMs },
  };
}
