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
  /**
   * The wallets with a quarter of the fills, over this long before `firstTimeMs`: as a live reading of old
   * wallets.
   */
  backReading?: { wallets: number; spanMs: number };
  /**
   * Every tenth fill pays one of these builders, every twentieth is of a side of one of these outcomes; both with
   * a heavy tail.
   */
  products?: { builders: number; outcomes: number };
}

/** Inserts fills that the engine makes up: a hundred times faster than importing as many, and enough for ranking. */
export async function insertFills(store: AnalyticsStore, task: EngineFills): Promise<void> {
  const { seq, first, count, fills, wallets, firstTimeMs, lastTimeMs, backReading, products } = task;
  const old = backReading ?? { wallets: 1, spanMs: 0 };
  const isOld = backReading === undefined ? 'false' : 'number % 4 = 0';
  // Others in every batch: those before have been read.
  const oldWallet = `cityHash64(${seq}, intDiv(number, 4) % ${old.wallets}) % ${wallets}`;
  const wallet = `multiIf(${isOld}, ${oldWallet}, number < ${wallets}, number, toUInt64(pow(${wallets}, rand(1) / 4294967296)))`;
  const { coin, at, market, crossed, tid, builder } = productColumns(products);
  const timeMs = `${firstTimeMs} + intDiv(${at} * ${lastTimeMs - firstTimeMs}, ${fills}) - if(${isOld}, rand64(13) % ${old.spanMs + 1}, 0)`;
  await store.command(`
    INSERT INTO fills (wallet, time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token,
      fee_px, crossed, tid, oid, builder, builder_fee, names_builder, block)
    SELECT
      toFixedString(substring(SHA1(toString(${wallet})), 1, 20), 20),
      fromUnixTimestamp64Milli(toInt64(${timeMs}), 'UTC'), 0,
      ${coin}, if(rand(6) % 2, 'B', 'A'),
      (rand(3) % 10000000) / 1000, (rand(4) % 100000) / 100, 0, if(${market} = 1, 'Open Long', 'Settlement'), ${market},
      if(rand(8) % 2, 0, if(rand(9) % 2, 1, -1) * round(exp10(rand(14) / 4294967296 * 7.5 - 2), 4)), (rand(10) % 1000000) / 100000, 'USDC',
      1, ${crossed}, ${tid}, bitShiftRight(rand64(12), 26), ${builder}, number
    FROM numbers(${first}, ${count})`);
  const [from, to] = [first, first + count - 1]
    .map((index) => firstTimeMs + Math.floor((index * (lastTimeMs - firstTimeMs)) / fills))
    .map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
  await store.command(
    `INSERT INTO ingest_batches SELECT ${seq}, 'bench-${seq}', ${count}, ${from}, ${to}, ${first + count}`,
  );
}

/** The coin of a fill; without other products, a perp without builder fee. */
function productColumns(products: EngineFills['products']) {
  const perp = "concat('C', toString(toUInt64(pow(250, rand(2) / 4294967296))))";
  const tid = 'bitShiftRight(rand64(11), 14)';
  if (products === undefined) {
    return {
      coin: perp,
      at: 'number',
      market: '1',
      crossed: 'true',
      tid,
      builder: "toFixedString('', 20), 0, 0",
    };
  }
  const { builders, outcomes } = products;
  const isOutcome = 'number % 20 = 7';
  const isPaid = 'number % 10 = 3';
  const match = 'intDiv(number, 40)';
  const outcome = `toUInt64(pow(${outcomes}, cityHash64(${match}) / 18446744073709551616))`;
  const payee = `unhex(concat(repeat('b', 32), lower(hex(toUInt32(pow(${builders}, rand(22) / 4294967296))))))`;
  return {
    coin: `if(${isOutcome}, concat('#', toString(${outcome} * 10 + rand(23) % 2)), ${perp})`,
    at: `if(${isOutcome}, ${match} * 40, number)`,
    market: `if(${isOutcome} AND rand(24) % 25 = 0, 0, 1)`,
    crossed: `if(${isOutcome}, number % 40 = 7, true)`,
    tid: `if(${isOutcome}, ${match} + 1, ${tid})`,
    builder: `if(${isPaid}, toFixedString(${payee}, 20), toFixedString('', 20)), if(${isPaid}, (rand(25) % 5 + 1) * 0.01, 0), ${isPaid}`,
  };
}

/** Records the changes of a batch for readers, as ingest does. */
export async function tellChanges(store: AnalyticsStore, { seq, first, count }: EngineFills): Promise<void> {
  await store.command(`
    INSERT INTO changed_wallet_days (token, wallet, day, coin, from_time, to_time)
    SELECT 'bench-${seq}', wallet, toDate(time) AS day, coin, min(time), max(time) FROM fills_by_time
    WHERE block >= ${first} AND block < ${first + count}
    GROUP BY wallet, day, coin`);
}
