import type { TierLimits } from '../../../src/domain/tier.ts';
import { dayMs } from '../../../src/kernel/clock.ts';

/** A token in units: a rate of n a minute refills n units in a millisecond. */
const token = 60_000;

/** Expected headers after a request, by the rules of docs/contract.md#counting-requests alone. */
export interface Told {
  status: 200 | 429;
  minute: BucketTold;
  route: BucketTold | undefined;
  dayLeft: number | undefined;
  monthLeft: number | undefined;
  /** Time until the checked buckets permit a request. */
  waitMs: number;
  retryAfterSeconds: number | undefined;
}

export interface BucketTold {
  left: number;
  nextTokenMs: number;
}

/** Limits of an account, computed independently of the program: an evenly refilling bucket, a UTC day, a calendar month. */
export function createLimitModel(limits: Readonly<TierLimits>) {
  const minute = createBucket(limits.ratePerMinute);
  const route = createBucket(limits.routeRatePerMinute);
  let [day, month] = [Number.NaN, ''];
  let [dayCount, monthCount] = [0, 0];

  function turn(nowMs: number): void {
    if (Math.floor(nowMs / dayMs) !== day) [day, dayCount] = [Math.floor(nowMs / dayMs), 0];
    const name = new Date(nowMs).toISOString().slice(0, 7);
    if (name !== month) [month, monthCount] = [name, 0];
  }

  return {
    request(nowMs: number, onOwnRoute: boolean): Told {
      turn(nowMs);
      const buckets = onOwnRoute ? [minute, route] : [minute];
      for (const bucket of buckets) bucket.refill(nowMs);
      const { requestsPerDay = null, requestsPerMonth = null } = limits;
      const overDay = requestsPerDay !== null && dayCount >= requestsPerDay;
      const overMonth = requestsPerMonth !== null && monthCount >= requestsPerMonth;
      const wait = () => Math.max(...buckets.map((bucket) => bucket.waitMs()));
      const passes = wait() === 0 && !overDay && !overMonth;
      const waitsMs = [wait(), overDay ? untilDay(nowMs) : 0, overMonth ? untilMonth(nowMs) : 0];
      if (passes) {
        for (const bucket of buckets) bucket.take();
        dayCount += 1;
        monthCount += 1;
      }
      return {
        status: passes ? 200 : 429,
        minute: minute.told(),
        route: onOwnRoute ? route.told() : undefined,
        dayLeft: requestsPerDay === null ? undefined : requestsPerDay - dayCount,
        monthLeft: requestsPerMonth === null ? undefined : requestsPerMonth - monthCount,
        waitMs: wait(),
        retryAfterSeconds: passes ? undefined : Math.ceil(Math.max(...waitsMs) / 1_000),
      };
    },
  };
}

function createBucket(ratePerMinute: number) {
  const full = ratePerMinute * token;
  let [units, atMs] = [full, Number.NaN];
  return {
    refill(nowMs: number): void {
      if (!Number.isNaN(atMs)) units = Math.min(full, units + (nowMs - atMs) * ratePerMinute);
      atMs = nowMs;
    },
    take(): void {
      units -= token;
    },
    waitMs: () => Math.max(0, Math.ceil((token - units) / ratePerMinute)),
    told(): BucketTold {
      const left = Math.floor(units / token);
      return {
        left,
        nextTokenMs: units === full ? 0 : Math.ceil(((left + 1) * token - units) / ratePerMinute),
      };
    },
  };
}

/** The milliseconds until the next UTC day begins. */
export function untilDay(nowMs: number): number {
  return dayMs - (nowMs % dayMs);
}

/** The milliseconds until the next calendar month UTC begins. */
export function untilMonth(nowMs: number): number {
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - nowMs;
}
