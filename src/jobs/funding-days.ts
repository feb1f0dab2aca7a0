import { Type } from 'typebox';
import { fundingDaysOf, staleFundingDays, sumsOfPayments } from '../analytics/funding-sql.ts';
import { fillPlaceholders } from '../analytics/literal.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { inRange, rangeParams, type WalletRange, walletRanges } from '../analytics/wallet-ranges.ts';
import type { AuditDifference } from './audit.ts';
import { auditDifferenceLimit, auditLimits } from './audit-queries.ts';
import type { JobPeriod } from './schedule.ts';

/** Allowed delay between a row's own time and its visibility to readers. */
const insertMs = 5_000;
/** Approximate rows per statement. */
const rowsPerRange = 2_000_000;

const size = query({
  name: 'funding_days_size',
  params: {},
  row: Type.Object({ rows: Type.String(), now_ms: Type.String() }),
  sql: `
    SELECT toString(count()) AS rows, toString(toUnixTimestamp64Milli(now64(3, 'UTC'))) AS now_ms FROM wallet_funding`,
});

const sumSql = `
  INSERT INTO funding_coin_days (wallet, coin, day, changed, summed)
  SELECT wallet, coin, day, toDateTime64(0, 3, 'UTC'), ({asOf:TimeMs}, CAST(usdc, 'Decimal(38, 12)'), payments)
  FROM (${sumsOfPayments(inRange, staleFundingDays(inRange))})`;

/**
 * Sums the funding of finished days, and of days changed since (`funding_coin_days`). Days not yet summed are answered from payments: a
 * missed or interrupted run costs only time.
 */
export function fundingDays({
  analytics,
  settleMs = insertMs,
}: {
  analytics: AnalyticsStore;
  /** Rows stored more recently than this wait for the next run. */
  settleMs?: number;
}) {
  return async ({ untilMs, signal }: Pick<JobPeriod, 'untilMs' | 'signal'>): Promise<void> => {
    const options = { lane: 'job', signal } as const;
    const [found] = await analytics.rows(size, {}, options);
    const values = { asOf: Number(found!.now_ms) - settleMs, until: untilMs };
    const types = { ...rangeParams, asOf: 'TimeMs', until: 'TimeMs' } as const;
    for (const range of walletRanges(Math.ceil(Number(found!.rows) / rowsPerRange))) {
      signal.throwIfAborted();
      await analytics.command(fillPlaceholders(sumSql, types, { ...values, ...range }), options);
    }
  };
}

/** The same sums computed another way: a day merged by the exchange counts as its own row, any other as its hours and its remainder. */
const recomputed = `
  SELECT wallet, coin, toDate(slot) AS day, sumIf(usdc, form = 'hour') AS hours_usdc, countIf(form = 'hour') AS hours,
    sumIf(usdc, form = 'day') AS day_usdc, max(form = 'day') AS is_day, sumIf(of_samples, form = 'day') AS day_hours,
    (if(is_day, day_usdc, hours_usdc + sumIf(usdc, form = 'rest')),
      if(is_day, hours + (day_usdc != hours_usdc OR day_hours > hours), count())) AS sums
  FROM (
    SELECT wallet, coin, toStartOfHour(time) AS slot, multiIf(whole_day, 'day', samples > 0, 'rest', 'hour') AS form,
      tupleElement(min((time, usdc, szi, funding_rate, samples)), 2) AS usdc, min(samples) AS of_samples
    FROM wallet_funding FINAL WHERE ${inRange} GROUP BY wallet, coin, slot, form)
  GROUP BY wallet, coin, day`;

const differing = query({
  name: 'audit_funding_coin_days',
  params: rangeParams,
  row: Type.Object({
    key: Type.String(),
    stored: Type.String(),
    recomputed: Type.String(),
    stored_payments: Type.String(),
    recomputed_payments: Type.String(),
  }),
  limits: auditLimits,
  onShard: true,
  sql: `
    SELECT concat('wallet=0x', lower(hex(of)), ' coin=', name, ' day=', toString(on_day)) AS key,
      if(has_days, toString(kept.1), 'absent') AS stored, if(has_payments, toString(made.1), 'absent') AS recomputed,
      if(has_days, toString(kept.2), 'absent') AS stored_payments, if(has_payments, toString(made.2), 'absent') AS recomputed_payments
    FROM (
      SELECT of, name, on_day, max(is_stored) AS has_days, max(NOT is_stored) AS has_payments, max(is_stale) AS stale,
        (sumIf(usdc, is_stored), sumIf(payments, is_stored)) AS kept, (sumIf(usdc, NOT is_stored), sumIf(payments, NOT is_stored)) AS made
      FROM (
        SELECT wallet AS of, CAST(coin, 'String') AS name, day AS on_day, true AS is_stored, sums.1 <= newest AS is_stale,
          toDecimal128(sums.2, 12) AS usdc, toUInt64(sums.3) AS payments
        FROM (${fundingDaysOf(inRange)})
        UNION ALL
        SELECT wallet, CAST(coin, 'String'), day, false, false, toDecimal128(sums.1, 12), toUInt64(sums.2) FROM (${recomputed}))
      GROUP BY of, name, on_day)
    WHERE NOT (has_days AND has_payments AND stale) AND kept != made OR has_days != has_payments
    ORDER BY key LIMIT ${auditDifferenceLimit}`,
});

/** Differences between daily funding sums and payments. Skips days with payments changed since: queries read these from payments. */
export async function auditFundingDays(
  store: AnalyticsStore,
  range: WalletRange,
  signal: AbortSignal,
): Promise<AuditDifference[]> {
  const found: AuditDifference[] = [];
  for (const shard of shardsOf(store)) {
    for (const row of await shard.rows(differing, range, { lane: 'job', signal })) {
      const at = { table: 'funding_coin_days', key: row.key };
      const sides = { stored: row.stored, recomputed: row.recomputed };
      if (row.stored !== row.recomputed) found.push({ ...at, column: 'usdc', ...sides });
      const counts = { stored: row.stored_payments, recomputed: row.recomputed_payments };
      if (counts.stored !== counts.recomputed) found.push({ ...at, column: 'payments', ...counts });
    }
  }
  return found;
}
