import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { inRange, rangeParams, walletRanges } from '../../src/analytics/wallet-ranges.ts';

/** Compares funding payments with the positions from fills. */
export interface PaidPositions {
  payments: number;
  /** Payments whose size differs from that of the fills before. */
  wrong: number;
  /** Newest hour: number of payments, and of open positions by fills. */
  paid: number;
  open: number;
}

const limits = { deadlineMs: 600_000, maxMemoryBytes: 8 * 2 ** 30 };
const wrongSizes = query({
  name: 'bench_paid_sizes',
  params: rangeParams,
  row: Type.Object({ payments: Type.String(), wrong: Type.String() }),
  limits,
  sql: `
    SELECT toString(count()) AS payments, toString(countIf(one.szi != before.size)) AS wrong
    FROM (SELECT wallet, coin, time, szi FROM wallet_funding FINAL WHERE ${inRange}) AS one
    ASOF LEFT JOIN (
      SELECT wallet, coin, time, argMax(start_position + if(side = 'B', sz, -sz), seq) AS size
      FROM fills WHERE ${inRange} GROUP BY wallet, coin, time) AS before
    ON one.wallet = before.wallet AND one.coin = before.coin AND one.time > before.time`,
});
const newestHour = query({
  name: 'bench_paid_newest_hour',
  params: {},
  row: Type.Object({ paid: Type.String(), open: Type.String() }),
  limits,
  sql: `
    WITH (
      SELECT min(time) FROM wallet_funding WHERE time >= (SELECT toStartOfHour(max(time)) FROM wallet_funding)) AS first
    SELECT (SELECT toString(count()) FROM wallet_funding FINAL WHERE time >= first) AS paid,
      (
        SELECT toString(count()) FROM (
          SELECT wallet, coin, argMax(start_position + if(side = 'B', sz, -sz), (time, seq)) AS size
          FROM fills WHERE time < first GROUP BY wallet, coin)
        WHERE size != 0) AS open`,
});

/** Every payment of a store that holds all fills is of the position that they leave, and every open position was paid in the newest hour. */
export async function paidPositions(store: AnalyticsStore, wallets: number): Promise<PaidPositions> {
  const found: PaidPositions = { payments: 0, wrong: 0, paid: 0, open: 0 };
  const options = { lane: 'job' } as const;
  for (const range of walletRanges(Math.ceil(wallets / 20_000))) {
    const [row] = await store.rows(wrongSizes, range, options);
    found.payments += Number(row!.payments);
    found.wrong += Number(row!.wrong);
  }
  const [hour] = await store.rows(newestHour, {}, options);
  return { ...found, paid: Number(hour!.paid), open: Number(hour!.open) };
}
