import { Type } from 'typebox';
import { dayOf, monthOf, type QuotaPeriod } from '../../access/quota-period.ts';
import { query } from '../../analytics/query.ts';
import { tiers } from '../../domain/tier.ts';
import { dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { count, instant, maybe, operation, text } from '../operation.ts';
import { unlimited } from './accounts.ts';

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

const quota = Type.Object({ limit: unlimited, used: count, left: unlimited, resetsAt: instant });
/** Absent for requests of the pages, which have no key of the account. */
const key = maybe(Type.Object({ id: text, name: Type.Union([text, Type.Null()]), prefix: text }));

/** Requests of an account, from the request log (a second after the answer), and what its limits leave. */
export const readUsage = operation({
  name: 'readUsage',
  method: 'GET',
  path: '/admin/v1/usage',
  operationId: 'usage-read',
  summary: 'the requests of the account, and what its limits leave of this UTC day and month',
  for: ['owner', 'member'],
  input: Type.Object({ days: maybe(Type.Integer({ minimum: 1, maximum: 90 })) }),
  output: Type.Object({
    days: count,
    limits: Type.Object({
      tier: Type.Enum(tiers),
      ratePerMinute: count,
      routeRatePerMinute: count,
      windowDays: count,
      day: quota,
      month: quota,
    }),
    requests: Type.Array(
      Type.Object({ day: text, route: text, status: count, key, requests: count, meanMs: Type.Number() }),
    ),
    errors: Type.Array(Type.Object({ at: instant, route: text, key, status: count, requestId: text })),
  }),
  async run({ control, fills, nowMs }, { days = 7 }, { caller }) {
    const { accountId: account, accountName } = caller!;
    const store = await control();
    const { analytics } = await fills();
    const now = nowMs();
    const [day, month] = [dayOf(now), monthOf(now)];
    const since = { account, from: utcDayStartMs(now) - (days - 1) * dayMs };
    const [rows, errors, keys, { tier, limits }, [today = 0, thisMonth = 0]] = await Promise.all([
      analytics.rows(usageRows, since),
      analytics.rows(usageErrors, since),
      store.people.keysByHash(account),
      store.findAccount(accountName),
      store.readUsage(account, [day.name, month.name]),
    ]);
    const { ratePerMinute, routeRatePerMinute, windowDays, requestsPerDay, requestsPerMonth } = limits;
    const keyOf = (hash: string) => {
      const found = keys.get(hash);
      return found === undefined ? {} : { key: found };
    };
    return {
      days,
      limits: {
        tier,
        ratePerMinute,
        routeRatePerMinute,
        windowDays,
        day: quotaOf(requestsPerDay, today, day),
        month: quotaOf(requestsPerMonth, thisMonth, month),
      },
      requests: rows.map(({ key_hash, requests, mean_ms, ...row }) => {
        return { ...row, ...keyOf(key_hash), requests: Number(requests), meanMs: mean_ms };
      }),
      errors: errors.map(({ time_ms, route, key_hash, status, request_id }) => {
        return { atMs: Number(time_ms), route, ...keyOf(key_hash), status, requestId: request_id };
      }),
    };
  },
});

function quotaOf(limit: number | null, used: number, { untilMs: resetsAtMs }: QuotaPeriod) {
  return { limit, used, left: limit === null ? null : Math.max(0, limit - used), resetsAtMs };
}
