import * as tables from '../../src/ingest/facts/fact-tables.ts';
import * as market from '../../src/ingest/facts/market-rows.ts';
import * as registry from '../../src/ingest/facts/registry-rows.ts';
import { type FactCase, factCase, factTime } from './fact-rows.ts';

const time = String(factTime);
const atTime = 'toUnixTimestamp64Milli(time) AS at';

/** A fact for every table of the market port. */
export const everyMarketFact: readonly FactCase[] = [
  factCase(
    tables.listedMarkets,
    registry.listedMarketRow(factTime, {
      coin: 'flx:CRCL',
      kind: 'hip3',
      dex: 'flx',
      index: 3,
      ticker: 'CRCL',
      symbol: 'flx:CRCL',
      chain: 'flx:CRCL',
      collateral: 'USDH',
      szDecimals: undefined,
      maxLeverage: 10,
      onlyIsolated: true,
      isDelisted: false,
      marginTiers: [
        { lowerBound: 0, maxLeverage: 10 },
        { lowerBound: 20_000_000.5, maxLeverage: 5 },
      ],
    }),
    `coin, kind, dex, place, ticker, collateral, sz_decimals, max_leverage, only_isolated, tier_leverages,
      toString(tier_bounds) AS bounds, is_delisted, ${atTime}`,
    {
      coin: 'flx:CRCL',
      kind: 'hip3',
      dex: 'flx',
      place: '3',
      ticker: 'CRCL',
      collateral: 'USDH',
      at: time,
      sz_decimals: -1,
      max_leverage: 10,
      only_isolated: true,
      is_delisted: false,
      tier_leverages: [10, 5],
      bounds: '[0,20000000.5]',
    },
  ),
  factCase(
    tables.newestStates,
    market.newestStateRow(factTime, {
      kind: 'trade',
      state: { coin: 'BTC', px: '66405.0', timeMs: factTime, observedAtMs: factTime + 5 },
    }),
    `kind, coin, interval, state, ${atTime}`,
    {
      kind: 'trade',
      coin: 'BTC',
      interval: '',
      at: time,
      state: `{"coin":"BTC","px":"66405.0","timeMs":${factTime},"observedAtMs":${factTime + 5}}`,
    },
  ),
];
