import { Type } from 'typebox';
import { dayOf, monthOf } from '../access/quota-period.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ControlStore } from '../control/store.ts';
import { type Clock, dayMs, rfc3339, utcDayStartMs } from '../kernel/clock.ts';
import type { AccountAccess } from './account-access.ts';
import { json, type PortalRequest, type PortalRoutes } from './portal-call.ts';
import { badRequest } from './refusal.ts';

const ofAccount = { account: 'String', from: 'TimeMs' } as const;

/** Requests of an account by UTC day, route, key and status. */
const usageRows = query({
  name: 'portal_usage',
  params: ofAccount,
  row: Type.Object({
    day: Type.String(),
    route: Type.String(),
    key_hash: Type.String(),
    status: Type.Number(),
    requests: Type.String(),
    mean_ms: Type.Number(),
  }),
  sql: `SELECT toString(toDate(time)) AS day, endpoint AS route, key_hash, status,
      toString(count()) AS requests, round(avg(duration_ms), 1) AS mean_ms
    FROM request_log
    WHERE account_id = {account:String} AND time >= {from:TimeMs}
    GROUP BY toDate(time), endpoint, key_hash, status
    ORDER BY day DESC, count() DESC, route, key_hash, status
    LIMIT 5000`,
});

/** The newest requests of an account that were answered with an error, each by its request id. */
const usageErrors = query({
  name: 'portal_errors',
  params: ofAccount,
  row: Type.Object({
    time_ms: Type.String(),
    route: Type.String(),
    key_hash: Type.String(),
    status: Type.Number(),
    request_id: Type.String(),
  }),
  sql: `SELECT toString(toUnixTimestamp64Milli(time)) AS time_ms, endpoint AS route, key_hash, status, request_id
    FROM request_log
    WHERE account_id = {account:String} AND time >= {from:TimeMs} AND status >= 400
    ORDER BY time DESC, request_id
    LIMIT 100`,
});

export interface UsageRoutesOptions {
  control: Pick<ControlStore, 'people' | 'findAccount' | 'readUsage'>;
  analytics: Pick<AnalyticsStore, 'rows'>;
  access: AccountAccess;
  clock: Clock;
}

const longestDays = 90;
const defaultDays = 7;

/**
 * `GET /portal/api/accounts/{account}/usage?days=7`: what an account asked for, as the request log has it (a second after the
 * answer), and what its limits leave of this UTC day and month.
 */
export function usageRoutes({ control, analytics, access, clock }: UsageRoutesOptions): PortalRoutes {
  async function limitsOf(accountId: string, name: string) {
    const nowMs = clock.nowMs();
    const [day, month] = [dayOf(nowMs), monthOf(nowMs)];
    const { tier, limits } = await control.findAccount(name);
    const [today = 0, thisMonth = 0] = await control.readUsage(accountId, [day.name, month.name]);
    const quota = (limit: number | null, used: number, endMs: number) => {
      return {
        limit,
        used,
        left: limit === null ? null : Math.max(0, limit - used),
        resetsAt: rfc3339(endMs),
      };
    };
    return {
      tier,
      ratePerMinute: limits.ratePerMinute,
      routeRatePerMinute: limits.routeRatePerMinute,
      windowDays: limits.windowDays,
      day: quota(limits.requestsPerDay, today, day.untilMs),
      month: quota(limits.requestsPerMonth, thisMonth, month.untilMs),
    };
  }

  return {
    'accounts/{account}/usage': {
      async GET(request, names) {
        const { account } = await access(request, names);
        const { accountId, name } = account;
        const days = daysOf(request);
        const fromMs = utcDayStartMs(clock.nowMs()) - (days - 1) * dayMs;
        const asOf = { account: accountId, from: fromMs };
        const [rows, errors, keys, limits] = await Promise.all([
          analytics.rows(usageRows, asOf),
          analytics.rows(usageErrors, asOf),
          control.people.keysByHash(accountId),
          limitsOf(accountId, name),
        ]);
        // A page's own requests have no key of the account behind them.
        const key = (hash: string) => keys.get(hash) ?? null;
        return json({
          days,
          limits,
          requests: rows.map(({ key_hash, requests, mean_ms, ...row }) => {
            return { ...row, key: key(key_hash), requests: Number(requests), meanMs: mean_ms };
          }),
          errors: errors.map(({ time_ms, route, key_hash, status, request_id }) => {
            return { at: rfc3339(Number(time_ms)), route, key: key(key_hash), status, requestId: request_id };
          }),
        });
      },
    },
  };
}

function daysOf({ request }: PortalRequest): number {
  const text = new URL(request.url).searchParams.get('days') ?? String(defaultDays);
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days >= 1 && days <= longestDays) return days;
  throw badRequest(`days must be a whole number from 1 to ${longestDays}`);
}
