import { utcDayStartMs } from '../../../../src/kernel/clock.ts';
import type { FundingPayment } from '../events.ts';

/** A payment as the API has it. */
export interface ToldPayment extends FundingPayment {
  /** Hours that were merged into it, its size and its rate being their means; undefined where it is one hour's own. */
  samples: number | undefined;
}

/**
 * Merges old payments into one for each day and coin, reported at the start of the day
 * (docs/exchange.md#funding-payments).
 *
 * @param payments Of one wallet, oldest first.
 * @param hourlyFromMs Start of a UTC day: what is older is merged.
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
