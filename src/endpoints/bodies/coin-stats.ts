import type { Static } from 'typebox';
import { unrealizedPnlOf } from '../../domain/exposure.ts';
import type { CoinTally } from '../../views/tallies/position-tallies.ts';
import { bodySchema } from '../schema.ts';
import { coinName, double, int64 } from './fields.ts';

export const coinStatsRow = bodySchema('GetCoinStatsRow', {
  coin: coinName(),
  totalPositions: int64('Open positions known.'),
  uniqueWallets: int64('Wallets with one: as many.'),
  longPositions: int64('Longs.'),
  shortPositions: int64('Shorts.'),
  longNotional: double('Notional of longs at mark, USD.'),
  shortNotional: double('Notional of shorts at mark, USD.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
  avgLongLeverage: double('Weighted by notional, over longs whose leverage is known; 0 where none is.'),
  avgShortLeverage: double('Weighted by notional, over shorts whose leverage is known; 0 where none is.'),
  totalOi: double("The exchange's own open interest where it is fresh, else longs: one side, USD at mark."),
});

/** A coin's market in sums over its positions. */
export function coinStats({ coin, exposure, openInterest }: CoinTally): Static<typeof coinStatsRow> {
  const [long, short] = [exposure.long(), exposure.short()];
  const totalPositions = long.positions + short.positions;
  return {
    coin,
    totalPositions,
    uniqueWallets: totalPositions,
    longPositions: long.positions,
    shortPositions: short.positions,
    longNotional: long.notional,
    shortNotional: short.notional,
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    avgLongLeverage: long.avgLeverage ?? 0,
    avgShortLeverage: short.avgLeverage ?? 0,
    totalOi: openInterest,
  };
}
