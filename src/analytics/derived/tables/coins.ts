import { isPerpCoin } from '../../perp-coins.ts';
import { isTrade } from '../../trade-sql.ts';
import { type DerivedSum, derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import * as fill from './fill-columns.ts';
import {
  coin,
  day,
  feesSum,
  fillsSum,
  firstTrade,
  highPrice,
  hour,
  lastTrade,
  lowPrice,
  pnlSum,
  volumeSum,
  wallet,
  winsSum,
} from './sums.ts';

/** Counts, sizes in coins and USD of the market trades that a condition picks. */
const counted = (condition: string): DerivedSum => ({
  type: 'UInt64',
  combine: 'sum',
  from: `countIf(${isTrade} AND ${condition})`,
  audit: `sum(if(market = 1 AND (${condition}), 1, 0))`,
});
const sized = (condition: string): DerivedSum => ({
  type: 'Decimal(38, 12)',
  combine: 'sum',
  from: `sumIf(sz, ${isTrade} AND ${condition})`,
  audit: `sum(if(market = 1 AND (${condition}), sz, 0))`,
});
const valued = (condition: string): DerivedSum => ({
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: `sumIf(px * sz, ${isTrade} AND ${condition})`,
  audit: `sum(if(market = 1 AND (${condition}), px * sz, 0))`,
});

/** Change of the long or short position by perp fills, in coins; each fill has the position before it. */
const changed = (direction: 'long' | 'short'): DerivedSum => {
  const sign = direction === 'long' ? '' : '-';
  const none = 'toDecimal128(0, 12)';
  const after = "start_position + if(side = 'B', sz, -sz)";
  const moved = `(sz * ((side = 'B') * 2 - 1))`;
  return {
    type: 'Decimal(38, 12)',
    combine: 'sum',
    from: `sumIf(greatest(${sign}(${after}), ${none}) - greatest(${sign}start_position, ${none}), ${isPerpCoin})`,
    audit: `sum(if(match(coin, '^[@#+]|/'), ${none},
      arrayMax([${sign}(start_position + ${moved}), ${none}]) - arrayMax([${sign}start_position, ${none}])))`,
  };
};

/**
 * Every coin by the hour, both sides apart: each match has one taker, so that takers count it once; where only one side of a
 * match is stored, neither side alone has all.
 */
export const coinHour = derived({
  table: 'coin_hour',
  key: { coin, hour },
  sums: {
    fills: fillsSum,
    wins: winsSum,
    pnl: pnlSum,
    volume: volumeSum,
    fees: feesSum,
    taker_fills: counted('crossed'),
    taker_size: sized('crossed'),
    taker_volume: valued('crossed'),
    taker_buy_volume: valued("crossed AND side = 'B'"),
    maker_fills: counted('NOT crossed'),
    maker_size: sized('NOT crossed'),
    maker_volume: valued('NOT crossed'),
    first_trade: firstTrade,
    low: lowPrice,
    high: highPrice,
    last_trade: lastTrade,
    long_change: changed('long'),
    short_change: changed('short'),
    // Fills of a node's blocks are those of all wallets; others have none.
    last_block: { type: 'UInt64', combine: 'max', from: 'max(block)', audit: 'max(block)' },
  },
  orderBy: 'coin, hour',
  partitionBy: 'toYYYYMM(hour)',
  scope: 'hour',
  shard: 'coin',
});

export const walletCoinDay = derived({
  table: 'wallet_coin_day',
  key: { wallet, coin, day },
  sums: {
    fills: fillsSum,
    wins: winsSum,
    pnl: pnlSum,
    volume: volumeSum,
    fees: feesSum,
    bought: sized("side = 'B'"),
    sold: sized("side = 'A'"),
  },
  orderBy: 'wallet, coin, day',
  partitionBy: 'toYYYYMM(day)',
  scope: 'wallet',
  shard: 'wallet',
});

const outcomeColumns = {
  coin: fill.coin,
  time: fill.time,
  seq: fill.seq,
  wallet: fill.wallet,
  side: fill.side,
  px: fill.price,
  sz: fill.decimal12,
  dir: fill.dir,
  market: fill.market,
  crossed: fill.crossed,
  closed_pnl: fill.decimal12,
  fee: fill.decimal12,
  fee_px: fill.price,
  tid: fill.hash64,
  oid: fill.hash64,
  block: fill.block,
};

const ofOutcomes = {
  where: "startsWith(coin, '#')",
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
} as const;
const auditOfOutcomes = (columns: object) =>
  byWallet({ checksum: checksum(Object.keys(columns).join(', ')) }, "coin LIKE '#%'");

/** Fills of outcomes, by outcome: a few coins' trades among all others'. */
export const outcomeFills = derived({
  table: 'outcome_fills',
  columns: outcomeColumns,
  orderBy: 'coin, time, seq',
  ...ofOutcomes,
  audit: auditOfOutcomes(outcomeColumns),
});

const byTimeColumns = {
  time: fill.time,
  seq: fill.seq,
  wallet: fill.wallet,
  coin: fill.coin,
  px: fill.price,
  sz: fill.decimal12,
  market: fill.market,
  crossed: fill.crossed,
  closed_pnl: fill.decimal12,
  tid: fill.hash64,
};

/** What lists of all outcomes read of them, by time: the days that a window cuts are a few pages, of every coin at once. */
export const outcomeFillsByTime = derived({
  table: 'outcome_fills_by_time',
  columns: byTimeColumns,
  orderBy: 'time, seq',
  ...ofOutcomes,
  audit: auditOfOutcomes(byTimeColumns),
});
