import { createHash } from 'node:crypto';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { hourMs } from '../src/kernel/clock.ts';

/** Pairs of a wallet and a coin, and their fills, that the engine makes up. */

const firstMs = Date.UTC(2026, 0, 1);
const coinsOfGroup = 133;
const wallet = 'toFixedString(substring(SHA1(toString(intDiv(pair, 3))), 1, 20), 20)';
/** Three groups of coins, so that the three pairs of a wallet have three: 399 in all. */
const coin = `concat('C', toString((pair % 3) * ${coinsOfGroup} + cityHash64(pair) % ${coinsOfGroup}))`;

/** The address of a pair's wallet. */
export function walletOfPair(pair: number): string {
  return `0x${createHash('sha1')
    .update(String(Math.floor(pair / 3)))
    .digest('hex')}`;
}

/** A fill of every pair: even steps open 2 coins, odd steps close them. */
export async function insertPairs(
  store: AnalyticsStore,
  { pairs, step, steps }: { pairs: number; step: number; steps: number },
): Promise<void> {
  const closes = step % 2 === 1;
  const stepMs = Math.floor((30 * 24 * hourMs) / steps);
  await store.command(
    fillsOf({
      seq: step + 1,
      first: 0,
      count: pairs,
      fromMs: firstMs + step * stepMs,
      spanMs: stepMs,
      side: closes ? 'A' : 'B',
      sz: 2,
      start: closes ? 2 : 0,
    }),
  );
  await report(store, { seq: step + 1, count: pairs, fromMs: firstMs + step * stepMs, spanMs: stepMs });
}

/** A state of every pair's wallet a day before the last fills, so that they are newer. */
export async function insertStates(store: AnalyticsStore, pairs: number): Promise<void> {
  const time = `fromUnixTimestamp64Milli(${firstMs + 29 * 24 * hourMs}, 'UTC')`;
  await store.command(`
    INSERT INTO positions (coin, wallet, dex, time, szi, entry_px, position_value, liquidation_px, margin_used, leverage_type,
      leverage, max_leverage, funding_since_open)
    SELECT ${coin}, ${wallet}, '', ${time}, 2, 100, 200, 50, 20, 'cross', 10, 20, 1
    FROM (SELECT number AS pair FROM numbers(${pairs}))`);
}

const changes = ({ round, count }: { round: number; count: number }) => ({
  seq: 1_000_000 + round,
  first: round * count,
  count,
  fromMs: firstMs + 31 * 24 * hourMs + round * 10_000,
  spanMs: 2_000,
});

/** Buys one more coin in each of the first pairs; each round has other pairs. */
export async function insertChanges(
  store: AnalyticsStore,
  change: { round: number; count: number },
): Promise<void> {
  await store.command(fillsOf({ ...changes(change), side: 'B', sz: 1, start: 2 }));
}

/** Records that batch: from here on readers look at it. */
export function tellBatch(store: AnalyticsStore, change: { round: number; count: number }): Promise<void> {
  return report(store, changes(change));
}

interface Fills {
  seq: number;
  first: number;
  count: number;
  fromMs: number;
  spanMs: number;
}

function fillsOf(fills: Fills & { side: 'A' | 'B'; sz: number; start: number }): string {
  const { seq, first, count, fromMs, spanMs, side, sz, start } = fills;
  return `
    INSERT INTO fills (wallet, time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token,
      fee_px, crossed, tid, oid, block)
    SELECT ${wallet}, fromUnixTimestamp64Milli(toInt64(${fromMs} + intDiv((pair - ${first}) * ${spanMs}, ${count})), 'UTC'), 0,
      ${coin}, '${side}', 100 + pair % 900, ${sz}, ${start}, 'Open Long', 1, 0, 0.01, 'USDC', 1, true,
      bitShiftRight(rand64(1), 14), bitShiftRight(rand64(2), 26), ${seq}
    FROM (SELECT number AS pair FROM numbers(${first}, ${count}))`;
}

async function report(store: AnalyticsStore, { seq, count, fromMs, spanMs }: Fills | Omit<Fills, 'first'>) {
  const [from, to] = [fromMs, fromMs + spanMs].map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
  await store.command(`
    INSERT INTO changed_wallet_days (token, wallet, day, coin, from_time, to_time)
    SELECT 'bench-${seq}', wallet, toDate(time) AS day, coin, min(time), max(time) FROM fills_by_time
    WHERE time >= ${from} AND time < ${to} AND block = ${seq} GROUP BY wallet, day, coin`);
  await store.command(
    `INSERT INTO ingest_batches SELECT ${seq}, 'bench-${seq}', ${count}, ${from}, ${to}, ${seq}`,
  );
}

/** After all fills of {@link insertPairs}. */
export const pairsEndMs = firstMs + 30 * 24 * hourMs;

/** Liquidations of the last week before that, on coins of their own positions' kind, with both sides stored. */
export async function insertLiquidations(store: AnalyticsStore, count: number): Promise<void> {
  const victim = "toFixedString(substring(SHA1(concat('victim', toString(n % 20000))), 1, 20), 20)";
  const taker = "toFixedString(substring(SHA1(concat('taker', toString(n % 50))), 1, 20), 20)";
  const ofCoin = `concat('C', toString(n % ${3 * coinsOfGroup}))`;
  const side = (wallet: string, letter: string) => `
    INSERT INTO fills (wallet, time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token, fee_px,
      crossed, tid, oid, liquidated_user, liquidation_mark_px, liquidation_method, block)
    SELECT ${wallet}, fromUnixTimestamp64Milli(toInt64(${pairsEndMs} - intDiv(n * ${7 * 24 * hourMs}, ${count}) - 1), 'UTC'), 0,
      ${ofCoin}, '${letter}', 500, 2, 2, 'Close Long', 1, -5, 0.1, 'USDC', 1, true, n + 1, n + 1, ${victim}, 500, 'market', 9
    FROM (SELECT number AS n FROM numbers(${count}))`;
  await store.command(side(victim, 'A'));
  await store.command(side(taker, 'B'));
}
