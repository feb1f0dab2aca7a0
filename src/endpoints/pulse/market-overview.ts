import type { Static } from 'typebox';
import { traders } from '../../boards/traders.ts';
import { dexOf } from '../../domain/coin-name.ts';
import { sourceTooStale, unknownName } from '../../kernel/problem.ts';
import { freshContext, officialOpenInterest } from '../../market/freshness.ts';
import type { MarketContext } from '../../market/observation.ts';
import { readTradedMarkets } from '../../market/traded-markets.ts';
import { openInterestByDex } from '../bodies/dex-open-interest.ts';
import {
  coinName,
  double,
  flag,
  int64,
  list,
  text,
  unknownFieldNames,
  unknownFields,
} from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { dexName } from '../known-names.ts';
import { dex } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { bodySchema } from '../schema.ts';
import type { Sources } from '../sources.ts';

const marketData = bodySchema('HLMarketData', {
  coin: coinName(),
  symbol: text('What people call it: UETH/USDC of the pair @151; the coin of a perp.'),
  dex: text('hl for the native dex and spot, else the prefix of a builder dex.'),
  markPx: double('Mark price, in the collateral.'),
  midPx: double('Between best bid and best ask; the mark where a side is empty.'),
  oraclePx: double("The oracle's price; of spot, which has none, the mark."),
  openInterest: double('One side, USD at mark; 0 for spot.'),
  fundingRate: double('Estimate of the current hour, a fraction; 0 for spot.'),
  volume24h: double('Notional of the last 24 hours, USD.'),
  change24h: double('Change of the mark price in 24 hours, percent.'),
  prevDayPx: double('Price 24 hours ago.'),
  hasActivity: flag('Volume or open interest above 0.'),
  ...unknownFieldNames,
});

const globalStats = bodySchema('HLGlobalStats', {
  totalVolume24h: double("Of all markets by the exchange's own count, else of indexed trades, USD."),
  totalOpenInterest: double('Of all perps, one side, USD.'),
  totalUsers: int64('Distinct indexed wallets.'),
  totalTrades24h: int64('Matches of perps in 24 hours, each once.'),
});

const marketOverviewBody = bodySchema('HLMarketOverviewBody', {
  globalStats,
  markets: list(marketData),
});

/** Retry-After: new contexts may have arrived by then. */
const retrySeconds = 10;

export const marketOverview = endpoint({
  id: 'pulse.market-overview',
  path: '/api/public/v1/pulse/market-overview',
  summary: 'Every listed market with its price, open interest and volume',
  description:
    'Perps of all dexes and spot pairs that are listed now and have a context, by volume, the largest first; dex keeps those of one dex. ' +
    'globalStats cover all markets regardless of the filter. An archive without a source lists the markets traded in the last 30 days, at the newest trade; ' +
    'unknownFields names the fields that fills do not have.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'live',
  params: { dex: optional(dex()) },
  response: marketOverviewBody,
  errors: [404, 503],
  example: {
    globalStats: {
      totalVolume24h: 9_204_110_250.5,
      totalOpenInterest: 9_200_105_200,
      totalUsers: 482_100,
      totalTrades24h: 5_120_455,
    },
    markets: [
      {
        coin: 'BTC',
        symbol: 'BTC',
        dex: 'hl',
        markPx: 96250,
        midPx: 96249.5,
        oraclePx: 96241,
        openInterest: 3_003_420_125.5,
        fundingRate: 0.0000125,
        volume24h: 2_103_450_120.25,
        change24h: 1.84,
        prevDayPx: 94511,
        hasActivity: true,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const only = params.dex === undefined ? undefined : knownDex(sources, params.dex);
    const day = await sources.exchangeDay(signal);
    const board = await sources.boards.board(traders);
    const tallies = await sources.tallies.all(signal);
    const nowMs = clock.nowMs();
    const all = sources.market.hasSource
      ? listedMarkets(sources, nowMs)
      : await archivedMarkets(sources, nowMs, signal);
    const stats = {
      // Before the first context of any market, the indexed fills are the only source.
      totalVolume24h:
        all.length > 0 ? all.reduce((total, one) => total + one.volume24h, 0) : day.all.volumeUsd,
      totalOpenInterest: openInterestByDex(sources.market, tallies, nowMs).reduce(
        (sum, one) => sum + one.longNotionalUsd,
        0,
      ),
      totalUsers: board.orders['allTime.pnl'].length,
      totalTrades24h: day.all.matches,
    };
    const markets = all.filter((one) => only === undefined || one.dex === only);
    return { body: { globalStats: stats, markets }, window: day.window };
  },
});

/** @throws Problem 503 if every context is too old */
function listedMarkets({ market }: Sources, nowMs: number): Static<typeof marketData>[] {
  const found: Static<typeof marketData>[] = [];
  let reported = 0;
  for (const { coin } of market.contexts()) {
    const listed = market.listing.get(coin);
    if (listed === undefined || listed.isDelisted || listed.kind === 'outcome') continue;
    reported += 1;
    const context = freshContext(market, coin, nowMs);
    if (context !== undefined) found.push(shown(context, listed.symbol));
  }
  if (reported > 0 && found.length === 0) throw sourceTooStale('the markets', retrySeconds);
  return found.sort((a, b) => b.volume24h - a.volume24h || (a.coin < b.coin ? -1 : 1));
}

/** Markets of an archive: by fresh contexts (of a fixed time, or of another process), else the traded ones at their newest trade. */
async function archivedMarkets(
  sources: Sources,
  nowMs: number,
  signal: AbortSignal,
): Promise<Static<typeof marketData>[]> {
  const isReported = [...sources.market.contexts()].some(({ coin }) =>
    freshContext(sources.market, coin, nowMs),
  );
  if (isReported) return listedMarkets(sources, nowMs);
  const { analytics, market, tallies } = sources;
  const traded = await readTradedMarkets(analytics, { nowMs }, signal);
  const { coins } = await tallies.all(signal);
  const found = [...traded].flatMap(([coin, { volume, beforePx }]) => {
    const mark = market.mark(coin);
    if (mark === undefined) return [];
    const [markPx, volume24h, before] = [Number(mark.px), Number(volume), Number(beforePx ?? 0)];
    const openInterest = coins.get(coin)?.openInterest ?? 0;
    return [
      {
        coin,
        symbol: market.listing.get(coin)?.symbol ?? coin,
        dex: dexName(dexOf(coin)),
        markPx,
        midPx: 0,
        oraclePx: 0,
        openInterest,
        fundingRate: 0,
        volume24h,
        change24h: before === 0 ? 0 : ((markPx - before) * 100) / before,
        prevDayPx: before,
        hasActivity: volume24h > 0 || openInterest > 0,
        ...unknownFields({
          midPx: undefined,
          oraclePx: undefined,
          fundingRate: undefined,
          ...(before === 0 && { change24h: undefined, prevDayPx: undefined }),
        }),
      },
    ];
  });
  return found.sort((a, b) => b.volume24h - a.volume24h || (a.coin < b.coin ? -1 : 1));
}

function shown(context: MarketContext, symbol: string): Static<typeof marketData> {
  const { coin, markPx, midPx = markPx, oraclePx = markPx, funding = '0', prevDayPx, dayNotional } = context;
  const openInterest = officialOpenInterest(context);
  const [mark, before, volume24h] = [Number(markPx), Number(prevDayPx), Number(dayNotional)];
  return {
    coin,
    symbol,
    dex: dexName(context.dex),
    markPx: mark,
    midPx: Number(midPx),
    oraclePx: Number(oraclePx),
    openInterest,
    fundingRate: Number(funding),
    volume24h,
    change24h: before === 0 ? 0 : ((mark - before) * 100) / before,
    prevDayPx: before,
    hasActivity: volume24h > 0 || openInterest > 0,
  };
}

/** @throws Problem 404 naming the known dexes */
function knownDex({ market }: Sources, requested: string): string {
  const names = market.listing.dexes().map(dexName);
  const found = ['hl', ...names].find((name) => name.toLowerCase() === requested.toLowerCase());
  if (found === undefined) throw unknownName('dex', requested, names.slice(0, 3));
  return found;
}
