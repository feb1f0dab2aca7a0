import type { Static } from 'typebox';
import {
  biasOf,
  concentration,
  type Exposure,
  ratioOf,
  type SideExposure,
  unrealizedPnlOf,
} from '../../domain/exposure.ts';
import { bodySchema, optional } from '../schema.ts';
import {
  coinName,
  double,
  int64,
  list,
  timeMs,
  unknownFieldNames,
  unknownFields,
  walletAddress,
} from './fields.ts';

export const topPosition = bodySchema('LSTopPosition', {
  address: walletAddress(),
  size: double('Units of the coin, above 0.'),
  notional: double('size × mark, USD.'),
  pnl: double('Unrealized PnL, USD.'),
  ...unknownFieldNames,
});

const concentrationTop5 = double('Share of the notional in the five largest positions, 0 to 1.');
const volumeRatio = double('Notional of longs / notional of shorts; 0 without shorts.');
const netBias = double('(long − short) / (long + short) by notional, −1 to 1.');
const timestamp = timeMs('When the answer was made');
const sampleSize = int64('Positions behind the numbers.');
const averages = {
  avgLongSize: double('Mean notional of a long, USD.'),
  avgShortSize: double('Mean notional of a short, USD.'),
  avgLongLeverage: optional(double('Weighted by notional, over longs whose leverage is known.')),
  avgShortLeverage: optional(double('Weighted by notional, over shorts whose leverage is known.')),
  maxLeverage: optional(double('Highest leverage that is known.')),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
  longUnrealizedPnl: double('Unrealized PnL of longs, USD.'),
  shortUnrealizedPnl: double('Unrealized PnL of shorts, USD.'),
};

export const coinLongShortBody = bodySchema('CoinLongShortBody', {
  coin: coinName(),
  longAccounts: int64('Longs, one a wallet.'),
  shortAccounts: int64('Shorts, one a wallet.'),
  longVolume: double('Notional of longs at mark, USD.'),
  shortVolume: double('Notional of shorts at mark, USD.'),
  ratio: double('Longs / shorts by count; 0 without shorts.'),
  volumeRatio,
  topLongs: list(topPosition),
  topShorts: list(topPosition),
  sampleSize,
  timestamp,
  ...averages,
  concentrationTop5,
  netBias,
});

export const globalLongShortBody = bodySchema('GlobalLongShortBody', {
  totalLongAccounts: int64('Longs, one a wallet and coin.'),
  totalShortAccounts: int64('Shorts, one a wallet and coin.'),
  totalLongVolume: double('Notional of longs at mark, USD.'),
  totalShortVolume: double('Notional of shorts at mark, USD.'),
  accountRatio: double('Longs / shorts by count; 0 without shorts.'),
  volumeRatio,
  bySymbol: list(coinLongShortBody),
  sampleSize,
  tradersTracked: int64('Wallets with an account state within 24 hours, or an open position.'),
  timestamp,
  ...averages,
  concentrationTop5,
  netBias,
});

type CoinLongShort = Static<typeof coinLongShortBody>;

export function coinLongShort(coin: string, exposure: Exposure, nowMs: number): CoinLongShort {
  const [long, short] = [exposure.long(), exposure.short()];
  return {
    coin,
    longAccounts: long.positions,
    shortAccounts: short.positions,
    longVolume: long.notional,
    shortVolume: short.notional,
    ratio: ratioOf(long.positions, short.positions),
    topLongs: topRows(long),
    topShorts: topRows(short),
    ...shared(exposure, nowMs),
  };
}

/**
 * @param all every position of every coin
 * @param coins by coin; the answer sorts them by notional, largest first
 */
export function globalLongShort(parts: {
  all: Exposure;
  coins: ReadonlyMap<string, Exposure>;
  tradersTracked: number;
  nowMs: number;
}): Static<typeof globalLongShortBody> {
  const { all, coins, tradersTracked, nowMs } = parts;
  const [long, short] = [all.long(), all.short()];
  const bySymbol = [...coins].map(([coin, exposure]) => coinLongShort(coin, exposure, nowMs));
  bySymbol.sort((a, b) => volumeOf(b) - volumeOf(a) || (a.coin < b.coin ? -1 : 1));
  return {
    totalLongAccounts: long.positions,
    totalShortAccounts: short.positions,
    totalLongVolume: long.notional,
    totalShortVolume: short.notional,
    accountRatio: ratioOf(long.positions, short.positions),
    bySymbol,
    tradersTracked,
    ...shared(all, nowMs),
  };
}

function shared(exposure: Exposure, nowMs: number) {
  const [long, short, maxLeverage] = [exposure.long(), exposure.short(), exposure.maxLeverage()];
  return {
    volumeRatio: ratioOf(long.notional, short.notional),
    sampleSize: long.positions + short.positions,
    timestamp: nowMs,
    avgLongSize: ratioOf(long.notional, long.positions - long.unvalued),
    avgShortSize: ratioOf(short.notional, short.positions - short.unvalued),
    ...(long.avgLeverage !== undefined && { avgLongLeverage: long.avgLeverage }),
    ...(short.avgLeverage !== undefined && { avgShortLeverage: short.avgLeverage }),
    ...(maxLeverage !== undefined && { maxLeverage }),
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    longUnrealizedPnl: long.unrealizedPnl,
    shortUnrealizedPnl: short.unrealizedPnl,
    concentrationTop5: concentration(exposure, 5),
    netBias: biasOf(long.notional, short.notional),
  };
}

function topRows({ largest }: SideExposure): Static<typeof topPosition>[] {
  return largest.map(({ address, size, notional = 0, unrealizedPnl }) => ({
    address,
    size: Math.abs(size),
    notional,
    pnl: unrealizedPnl ?? 0,
    ...unknownFields({ pnl: unrealizedPnl }),
  }));
}

function volumeOf({ longVolume, shortVolume }: CoinLongShort): number {
  return longVolume + shortVolume;
}
