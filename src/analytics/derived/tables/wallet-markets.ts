import { isPerpCoin } from '../../perp-coins.ts';
import { isTrade } from '../../trade-sql.ts';
import { type DerivedSum, derived } from '../derived.ts';
import { day, feesSum, fillsSum, pnlSum, unpricedFeesSum, volumeSum, wallet } from './sums.ts';

const volumeOf = (condition: string): DerivedSum => ({
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: `sumIf(px * sz, ${isTrade} AND ${condition})`,
  audit: `sum(if(market = 1 AND ${condition}, px * sz, 0))`,
});

/**
 * Every day by wallet and kind of market, `perps` of the validator-run dex, `perps:DEX`, `spot` or `outcomes`: what boards of net profit
 * add up, and whether a wallet made or took what it traded. By the day first: boards read a day that changed, of all wallets.
 */
export const walletMarketDays = derived({
  table: 'wallet_market_days',
  key: {
    wallet,
    kind: {
      type: 'LowCardinality(String)',
      from: `multiIf(startsWith(coin, '#') OR startsWith(coin, '+'), 'outcomes', NOT (${isPerpCoin}), 'spot',
        position(coin, ':') > 0, concat('perps:', substring(coin, 1, position(coin, ':') - 1)), 'perps')`,
      audit: `if(match(coin, '^[#+]'), 'outcomes', if(match(coin, '^@|/'), 'spot',
        if(coin LIKE '%:%', concat('perps:', splitByChar(':', toString(coin))[1]), 'perps')))`,
    },
    day,
  },
  sums: {
    fills: fillsSum,
    pnl: pnlSum,
    fees: feesSum,
    unpriced_fees: unpricedFeesSum,
    volume: volumeSum,
    // As the resting side of a match.
    maker_bought: volumeOf("NOT crossed AND side = 'B'"),
    maker_sold: volumeOf("NOT crossed AND side = 'A'"),
  },
  orderBy: 'day, wallet, kind',
  partitionBy: 'toYYYYMM(day)',
  scope: 'day',
  shard: 'wallet',
});
