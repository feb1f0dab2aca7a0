import { utcDayStartMs } from '../../../../src/kernel/clock.ts';
import type { FundingPayment } from '../events.ts';

/** A payment as the API has it. */
export interface ToldPayment extends FundingPayment {
  /** Merged hours; its size and rate are their means. Undefined for a single hour. */
  samples: number | undefined;
}

/**
 * Merges old payments by day and coin, reported at the start of the day
 * (docs/exchange.md#funding-payments).
 *
 * @param payments of one wallet, oldest first
 * @param hourlyFromMs start of a UTC day; older payments are merged
 */
export function mergeDays(payments: readonly FundingPayment[], hourlyFromMs: number): ToldPayment[] {
  const merged = new Map<string, ToldPayment & { samples: number }>();
  const hourly: ToldPayment[] = [];
  for (const payment of payments) {
    if (payment.timeMs >= hourlyFromMs) {
      hourly.push({ ...payment, samples: undefined });
      continue;
    }
    const timeMs = utcDayStartMs(payment.timeMs);
    const key = `${timeMs} ${payment.market.coin}`;
    const day = merged.get(key);
    if (day === undefined) {
      merged.set(key, { ...payment, timeMs, samples: 1 });
      continue;
    }
    day.received += payment.received;
    day.szi += payment.szi;
    day.rate += payment.rate;
    day.samples += 1;
  }
  const days = [...merged.values()].map((day) => ({
    ...day,
    szi: day.szi / day.samples,
    rate: Math.round(day.rate / day.samples),
  }));
  days.sort((a, b) => a.timeMs - b.timeMs || (a.market.coin < b.market.coin ? -1 : 1));
  return [...days, ...hourly];
}
