import { Type } from 'typebox';
import { query } from '../analytics/query.ts';

const limits = { deadlineMs: 60_000, maxRows: 100_000_000, maxMemoryBytes: 8 * 2 ** 30 };

/**
 * Only wallets with a fill between the bounds, where `all` is 0. A superset of what changed is right too:
 * a wallet's row is always read whole.
 */
const changed = `({all:UInt64} = 1 OR wallet IN (
  SELECT wallet FROM fills_by_time WHERE time >= {from:TimeMs} AND time <= {to:TimeMs}))`;

const params = { all: 'UInt64', from: 'TimeMs', to: 'TimeMs' } as const;

/**
 * The double nearest to a decimal, the number its digits mean. The engine's own cast divides by the scale and is off by
 * one in the last place for many values: 19.084590000000002 for 19.08459.
 */
function nearestDouble(decimal: string): string {
  return `toFloat64(toString(${decimal}))`;
}

/** Row of {@link walletTotals}: 20 + 10 × 8 bytes. */
export const walletTotals = query({
  name: 'board_wallet_totals',
  params,
  row: Type.Object({}),
  limits,
  sql: `
    SELECT
      wallet,
      toFloat64(sum(fills)), toFloat64(sum(wins)), ${nearestDouble('sum(pnl)')}, ${nearestDouble('sum(volume)')},
      ${nearestDouble('sum(fees)')}, ${nearestDouble('max(largest_win)')}, ${nearestDouble('min(largest_loss)')},
      toFloat64(toUnixTimestamp64Milli(min(first_time))), toFloat64(toUnixTimestamp64Milli(max(last_time)))
    FROM wallet_alltime
    WHERE ${changed}
    GROUP BY wallet`,
});

/** The bounds are whole days; days after \`today\` (a fixed clock) belong to no window. */
function windowColumns(first: string): string {
  const inWindow = `day >= {${first}:Date} AND day <= {today:Date}`;
  return `
      toFloat64(sumIf(f, ${inWindow})), toFloat64(sumIf(w, ${inWindow})),
      ${nearestDouble(`sumIf(p, ${inWindow})`)}, ${nearestDouble(`sumIf(v, ${inWindow})`)},
      toFloat64(countIf(${inWindow})), stddevSampStableIf(toFloat64(p), ${inWindow})`;
}

const daysQuery = {
  params: { ...params, month: 'Date', week: 'Date', today: 'Date' },
  row: Type.Object({}),
  limits,
  sql: `
    SELECT wallet, toFloat64(count()), stddevSampStable(toFloat64(p)),
      ${windowColumns('month')}, ${windowColumns('week')}, ${windowColumns('today')}
    FROM (
      SELECT wallet, day, sum(fills) AS f, sum(wins) AS w, sum(pnl) AS p, sum(volume) AS v
      FROM wallet_day
      WHERE ${changed}
      GROUP BY wallet, day)
    GROUP BY wallet`,
} as const;

/** Row of {@link walletDays}: 20 + (2 + 3 × 6) × 8 bytes; windows in the order month, week, day. */
export const walletDays = query({
  ...daysQuery,
  name: 'board_wallet_days',
  // The table's own order: half of the processor time of a hash over eight million pairs.
  settings: { optimize_aggregation_in_order: 1 },
});

/** The same rows where few wallets changed: a hash over their pairs takes a third less than keeping to the order. */
export const changedWalletDays = query({ ...daysQuery, name: 'board_changed_wallet_days' });

export const batchesSince = query({
  name: 'batches_since',
  params: { seq: 'UInt64' },
  row: Type.Object({
    last_seq: Type.String(),
    fills: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
    max_block: Type.String(),
  }),
  sql: `
    SELECT
      max(seq) AS last_seq,
      sum(ingest_batches.fills) AS fills,
      toUnixTimestamp64Milli(min(min_time)) AS from_ms,
      toUnixTimestamp64Milli(max(max_time)) AS to_ms,
      max(ingest_batches.max_block) AS max_block
    FROM ingest_batches
    WHERE seq > {seq:UInt64}`,
});

export const coinTotals = query({
  name: 'coin_totals',
  params: {},
  row: Type.Object({ coin: Type.String(), fills: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: 'SELECT coin, sum(wallet_coin_alltime.fills) AS fills FROM wallet_coin_alltime GROUP BY coin',
});
