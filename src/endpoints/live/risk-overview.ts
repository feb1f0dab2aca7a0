import type { Static } from 'typebox';
import { allCoins } from '../../domain/coin-name.ts';
import { biasOf, concentration, meanLeverage, unrealizedPnlOf } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type PositionHour, readPositionHours } from '../../positions/position-hours.ts';
import type { AllTallies, CoinTally } from '../../views/tallies/position-tallies.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { coinName, double, int64, list, timeMs } from '../bodies/fields.ts';
import {
  type liquidationCoinRow,
  liquidationSummary,
  liquidationSummaryBody,
  liquidationTimelineRow,
} from '../bodies/liquidation-summary.ts';
import { globalLongShortBody } from '../bodies/long-short.ts';
import { timestampValue } from '../bodies/position-hours.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { endpoint } from '../endpoint.ts';
import { derivedHours } from '../queries/derived-hours.ts';
import { bodySchema, optional } from '../schema.ts';
import { liquidationSummaryExample } from './liquidations-summary.ts';
import { globalLongShortExample, longShortOf } from './long-short.ts';

const crowdedCoin = bodySchema('RiskOverviewCoin', {
  coin: coinName(),
  totalOI: double("The exchange's own open interest if fresh, else longs: one side, USD at mark."),
  uniqueWallets: int64('Wallets with a position.'),
  longPositions: int64('Longs.'),
  shortPositions: int64('Shorts.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
  concentrationTop5: double('Share of the notional in the five largest positions, 0 to 1.'),
  nearLiquidationNotional: double('Notional of positions within 5 % of their liquidation price, USD.'),
  avgLiquidationDistancePct: optional(double('Mean distance of liquidation prices from the mark, percent.')),
  avgLeverage: optional(double('Weighted by notional, over positions whose leverage is known.')),
  liquidationCount7d: int64('Liquidations of 7 days.'),
  liquidationClosedPnl7d: double("Sum of the victims' closed PnL in 7 days, USD."),
  liquidationPenaltyFees7d: double("Sum of the victims' fees in 7 days, USD."),
});

const leveragePoint = bodySchema('TimestampLeverage', {
  timestamp: timeMs('Start of the hour'),
  long: optional(double('Of longs whose leverage is known.')),
  short: optional(double('Of shorts whose leverage is known.')),
});

const overviewHistory = bodySchema('RiskOverviewHistory', {
  oi: list(timestampValue),
  netBias: list(timestampValue),
  avgLeverage: list(leveragePoint),
  liquidations: list(liquidationTimelineRow),
});

const riskOverviewBody = bodySchema('RiskOverviewBody', {
  totalOI: double("The exchange's own open interest if fresh, else longs: one side, USD at mark."),
  uniqueWallets: int64('Distinct wallets with a position.'),
  longPositions: int64('Longs, one a wallet and coin.'),
  shortPositions: int64('Shorts, one a wallet and coin.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
  concentrationTop10: double('Share of the notional in the ten largest positions, 0 to 1.'),
  nearLiquidationNotional: double('Notional of positions within 5 % of their liquidation price, USD.'),
  avgLeverage: optional(double('Weighted by notional, over positions whose leverage is known.')),
  liquidationSummary7d: liquidationSummaryBody,
  longShort: globalLongShortBody,
  history: overviewHistory,
  topCrowdedCoins: list(crowdedCoin),
  ...riskSourceFields,
  generatedAt,
});

const crowdedLimit = 20;

export const riskOverview = endpoint({
  id: 'live.risk-overview',
  path: '/api/public/v1/live/risk/overview',
  summary: 'Risk of all coins: balance, crowded coins and liquidations',
  description:
    'All open positions that are known, the 20 coins with the largest open interest, the liquidations of 7 days, and these by the hour. ' +
    'availability and freshness say of each source how new it is; headers what the positions rest on and what share of the market they are.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: {},
  response: riskOverviewBody,
  headers: positionHeaderNames,
  example: {
    totalOI: 9_200_105_200,
    uniqueWallets: 2,
    longPositions: 2,
    shortPositions: 1,
    netBias: 0.5,
    totalUnrealizedPnl: 1_800,
    concentrationTop10: 1,
    nearLiquidationNotional: 1_204_500,
    liquidationSummary7d: liquidationSummaryExample,
    longShort: globalLongShortExample,
    history: { oi: [], netBias: [], avgLeverage: [], liquidations: liquidationSummaryExample.timeline },
    topCrowdedCoins: [],
    ...riskSourcesExample,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const { analytics, live } = sources;
    const week = await sources.liquidations.week(signal);
    const { window } = week;
    const [tallies, hours] = await Promise.all([
      sources.tallies.all(signal),
      readPositionHours(analytics, allCoins, window, signal),
    ]);
    const { history } = await derivedHours(sources, hours, { coin: allCoins, window }, signal);
    const oi = history.map(({ timestamp, openInterest: value }) => ({ timestamp: Number(timestamp), value }));
    const reported = riskSources(live, tallies, nowMs);
    const summary = liquidationSummary({ sums: week.sums(), window, sources: reported, nowMs });
    const body = {
      ...totals(tallies),
      liquidationSummary7d: summary,
      longShort: longShortOf(tallies, nowMs),
      history: { ...historyOf(hours), oi, liquidations: summary.timeline },
      topCrowdedCoins: crowded(tallies, summary.byCoin ?? []),
      ...reported,
      generatedAt: rfc3339(nowMs),
    };
    return { body, window, headers: positionHeaders(tallies) };
  },
});

function totals({ exposure, openInterest, uniqueWallets, nearLiquidation }: AllTallies) {
  const [long, short, avgLeverage] = [exposure.long(), exposure.short(), meanLeverage(exposure)];
  return {
    totalOI: openInterest,
    uniqueWallets,
    longPositions: long.positions,
    shortPositions: short.positions,
    netBias: biasOf(long.notional, short.notional),
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    concentrationTop10: concentration(exposure, 10),
    nearLiquidationNotional: nearLiquidation.notional,
    ...(avgLeverage !== undefined && { avgLeverage }),
  };
}

function historyOf(hours: readonly PositionHour[]) {
  const series = (value: (hour: PositionHour) => number) =>
    hours.map((hour) => ({ timestamp: hour.timestamp, value: value(hour) }));
  return {
    netBias: series(({ longNotional, shortNotional }) => biasOf(longNotional, shortNotional)),
    avgLeverage: hours.map(({ timestamp, longLeverage, shortLeverage }) => ({
      timestamp,
      ...(longLeverage > 0 && { long: longLeverage }),
      ...(shortLeverage > 0 && { short: shortLeverage }),
    })),
  };
}

type CoinRow = Static<typeof liquidationCoinRow>;

/** The coins with the largest open interest; ties by name. */
function crowded({ coins }: AllTallies, byCoin: readonly CoinRow[]): Static<typeof crowdedCoin>[] {
  const liquidated = new Map(byCoin.map((row) => [row.coin, row]));
  const largest = [...coins.values()].sort(
    (a, b) => b.openInterest - a.openInterest || (a.coin < b.coin ? -1 : 1),
  );
  return largest.slice(0, crowdedLimit).map((tally) => crowdedRow(tally, liquidated.get(tally.coin)));
}

function crowdedRow(tally: CoinTally, row: CoinRow | undefined): Static<typeof crowdedCoin> {
  const { coin, exposure, openInterest, nearLiquidation, avgLiquidationDistancePct } = tally;
  const [long, short, avgLeverage] = [exposure.long(), exposure.short(), meanLeverage(exposure)];
  return {
    coin,
    totalOI: openInterest,
    uniqueWallets: long.positions + short.positions,
    longPositions: long.positions,
    shortPositions: short.positions,
    netBias: biasOf(long.notional, short.notional),
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    concentrationTop5: concentration(exposure, 5),
    nearLiquidationNotional: nearLiquidation.notional,
    ...(avgLiquidationDistancePct !== undefined && { avgLiquidationDistancePct }),
    ...(avgLeverage !== undefined && { avgLeverage }),
    liquidationCount7d: row?.count ?? 0,
    liquidationClosedPnl7d: Number(row?.totalClosedPnl ?? 0),
    liquidationPenaltyFees7d: Number(row?.totalPenaltyFees ?? 0),
  };
}
