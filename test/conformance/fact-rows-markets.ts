import * as tables from '../../src/ingest/facts/fact-tables.ts';
import * as market from '../../src/ingest/facts/market-rows.ts';
import * as registry from '../../src/ingest/facts/registry-rows.ts';
import { twapRow } from '../../src/ingest/facts/twap-rows.ts';
import type { TwapStatus } from '../../src/wire/twap.ts';
import { type FactCase, factCase, factTime, factWallet, walletText } from './fact-rows.ts';

const time = String(factTime);
const atTime = 'toUnixTimestamp64Milli(time) AS at';

const twap: TwapStatus = {
  timeMs: factTime,
  twapId: 671_457,
  status: 'activated',
  description: '',
  odd: [],
  state: {
    coin: 'BTC',
    user: factWallet,
    side: 'B',
    sz: '123456789012345.000000000001',
    executedSz: '0.5',
    executedNtl: '33202.75',
    minutes: 30,
    reduceOnly: true,
    randomize: false,
    timestamp: factTime,
    trigger: { px: '66405.5', above: true },
    stopPx: undefined,
  },
};

/** A fact for every table of the market port, and of TWAP orders. */
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
  factCase(
    tables.twapStatuses,
    twapRow(twap, factTime),
    `${walletText}, toUnixTimestamp64Milli(noted) AS at, toString(twap_id) AS id, status, toString(sz) AS size,
      toString(executed_sz) AS done, toString(trigger_px) AS starts_at, trigger_above, toString(stop_px) AS stops_at, reduce_only`,
    {
      of: factWallet,
      at: time,
      id: '671457',
      status: 'activated',
      size: '123456789012345.000000000001',
      done: '0.5',
      starts_at: '66405.5',
      trigger_above: true,
      stops_at: null,
      reduce_only: true,
    },
  ),
];
