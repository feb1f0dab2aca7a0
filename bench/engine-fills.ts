import type { AnalyticsStore } from '../src/analytics/store.ts';

export interface EngineFills {
  /** Number of the batch, as ingest numbers them. */
  seq: number;
  /** The fills `first` to `first + count` of all `fills`, whose times are spread evenly. */
  first: number;
  count: number;
  fills: number;
  /** Each of the first `wallets` fills is of another wallet, the later ones are spread with a heavy tail. */
  wallets: number;
  firstTimeMs: number;
  lastTimeMs: number;
  /** So many wallets have a quarter of the fills, over this long before `firstTimeMs`: as a live reading of old wallets. */
  backReading?: { wallets: number; spanMs: number };
}

/** Inserts fills that the engine makes up: a hundred times faster than importing as many, and enough for ranking. */
export async function insertFills(store: AnalyticsStore, task: EngineFills): Promise<void> {
  const { seq, first, count, fills, wallets, firstTimeMs, lastTimeMs, backReading } = task;
  const old = backReading ?? { wallets: 1, spanMs: 0 };
  const isOld = backReading === undefined ? 'false' : 'number % 4 = 0';
  // Others in every batch: those before have been read.
  const oldWallet = `cityHash64(${seq}, intDiv(number, 4) % ${old.wallets}) % ${wallets}`;
  const wallet = `multiIf(${isOld}, ${oldWallet}, number < ${wallets}, number, toUInt64(pow(${wallets}, rand(1) / 4294967296)))`;
  const timeMs = `${firstTimeMs} + intDiv(number * ${lastTimeMs - firstTimeMs}, ${fills}) - if(${isOld}, rand64(13) % ${old.spanMs + 1}, 0)`;
  await store.command(`
    INSERT INTO fills (wallet, time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token,
      fee_px, crossed, tid, oid, block)
    SELECT
      toFixedString(substring(SHA1(toString(${wallet})), 1, 20), 20),
      fromUnixTimestamp64Milli(toInt64(${timeMs}), 'UTC'), 0,
      concat('C', toString(toUInt64(pow(250, rand(2) / 4294967296)))), if(rand(6) % 2, 'B', 'A'),
      (rand(3) % 10000000) / 1000, (rand(4) % 100000) / 100, 0, 'Open Long', 1,
      if(rand(8) % 2, 0, if(rand(9) % 2, 1, -1) * round(exp10(rand(14) / 4294967296 * 7.5 - 2), 4)), (rand(10) % 1000000) / 100000, 'USDC',
      1, true, bitShiftRight(rand64(11), 14), bitShiftRight(rand64(12), 26), number
    FROM numbers(${first}, ${count})`);
  const [from, to] = [first, first + count - 1]
    .map((index) => firstTimeMs + Math.floor((index * (lastTimeMs - firstTimeMs)) / fills))
    .map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
  await store.command(
    `INSERT INTO ingest_batches SELECT ${seq}, 'bench-${seq}', ${count}, ${from}, ${to}, ${first + count}`,
  );
}

/** Tells readers what a batch changed, as ingest does. */
export async function tellChanges(store: AnalyticsStore, { seq, first, count }: EngineFills): Promise<void> {
  await store.command(`
    INSERT INTO changed_wallet_days (token, wallet, day, coin, from_time, to_time)
    SELECT 'bench-${seq}', wallet, toDate(time) AS day, coin, min(time), max(time) FROM fills_by_time
    WHERE block >= ${first} AND block < ${first + count}
    GROUP BY wallet, day, coin`);
}
