import type { Static } from 'typebox';
import { minuteMs, rfc3339 } from '../../kernel/clock.ts';
import type { PositionTally } from '../../views/tallies/position-sums.ts';
import type { LiveData } from '../live-data.ts';
import { bodySchema, optional } from '../schema.ts';
import { dateTime, double, flag, int64 } from './fields.ts';

export const riskAvailability = bodySchema('RiskAvailability', {
  liquidations: flag('Fills are newer than 10 minutes.'),
  userActions: flag('Account states of half of the known notional are newer than 30 minutes.'),
  historicalClearinghouse: flag('Account states of half of the known notional are newer than 30 minutes.'),
  liveCandles: flag('Candles are newer than 5 minutes.'),
  markPrices: flag('Mark prices are newer than 2 minutes.'),
  valuedByMark: double(
    'Share of the notional that is valued at a mark price of the last five minutes, 0 to 1.',
  ),
  valuedByTrade: double('Share of the notional that is valued at the newest trade of its coin, 0 to 1.'),
  unvaluedPositions: int64('Positions in coins with neither: no USD sum includes them.'),
});

const newest = (what: string) => optional(dateTime(`Newest ${what}; absent without one.`));

export const riskFreshness = bodySchema('RiskFreshness', {
  liquidations: newest('liquidation that could be seen'),
  longShort: newest('position behind longs and shorts'),
  livePositions: newest('position'),
  historicalClearinghouse: newest('account state'),
  liveCandles: newest('candle'),
  markPrices: newest('mark price'),
});

/** Availability and freshness of a risk answer's parts; in every such body. */
export const riskSourceFields = { availability: riskAvailability, freshness: riskFreshness };

export const generatedAt = dateTime('When the answer was made.');

export interface RiskSources {
  availability: Static<typeof riskAvailability>;
  freshness: Static<typeof riskFreshness>;
}

/** Liquidations count as available while the newest is younger than this. */
const fillsForMs = 10 * minuteMs;
/** Minimum share of the known notional that wallets with fresh states must hold. */
const freshShare = 0.5;

/**
 * Availability and freshness of an answer. A part that was never observed has no time; a part that stopped becomes unavailable after
 * its own period.
 *
 * @param seen the positions behind the answer
 */
export function riskSources(
  live: LiveData,
  seen: Pick<PositionTally, 'newestMs' | 'newestStateMs' | 'freshStateShare' | 'valuation'>,
  nowMs: number,
): RiskSources {
  const { liquidations, liveCandles, markPrices } = live.freshness();
  const availability = live.availability();
  const hasStates = seen.newestStateMs > 0 && seen.freshStateShare >= freshShare;
  const reported = {
    liquidations,
    longShort: timeOf(seen.newestMs),
    livePositions: timeOf(seen.newestMs),
    historicalClearinghouse: timeOf(seen.newestStateMs),
    liveCandles,
    markPrices,
  };
  return {
    availability: {
      liquidations: liquidations !== '' && nowMs - Date.parse(liquidations) < fillsForMs,
      userActions: hasStates,
      historicalClearinghouse: hasStates,
      liveCandles: availability.liveCandles,
      markPrices: availability.markPrices,
      valuedByMark: seen.valuation.byMark,
      valuedByTrade: seen.valuation.byTrade,
      unvaluedPositions: seen.valuation.unvalued,
    },
    freshness: Object.fromEntries(Object.entries(reported).filter(([, time]) => time !== '')),
  };
}

function timeOf(timeMs: number): string {
  return timeMs > 0 ? rfc3339(timeMs) : '';
}

export const riskSourcesExample: RiskSources = {
  availability: {
    liquidations: true,
    userActions: false,
    historicalClearinghouse: false,
    liveCandles: true,
    markPrices: true,
    valuedByMark: 1,
    valuedByTrade: 0,
    unvaluedPositions: 0,
  },
  freshness: { liquidations: '2026-01-15T09:30:12.486Z', markPrices: '2026-01-15T09:30:14.002Z' },
};
