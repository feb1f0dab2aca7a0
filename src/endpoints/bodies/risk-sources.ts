import type { Static } from 'typebox';
import type { LiveData } from '../live-data.ts';
import { bodySchema, optional } from '../schema.ts';
import { dateTime, flag } from './fields.ts';

export const riskAvailability = bodySchema('RiskAvailability', {
  liquidations: flag('Fills are newer than 10 minutes.'),
  userActions: flag('Account states of half of the known notional are newer than 30 minutes.'),
  historicalClearinghouse: flag('Account states of half of the known notional are newer than 30 minutes.'),
  liveCandles: flag('Candles are newer than 5 minutes.'),
  markPrices: flag('Mark prices are newer than 2 minutes.'),
});

const newest = (what: string) => optional(dateTime(`Newest ${what}; absent where there never was one.`));

export const riskFreshness = bodySchema('RiskFreshness', {
  liquidations: newest('liquidation that could be seen'),
  longShort: newest('position behind longs and shorts'),
  livePositions: newest('position'),
  historicalClearinghouse: newest('account state'),
  liveCandles: newest('candle'),
  markPrices: newest('mark price'),
});

/** What each part of a risk answer rests on, and how new it is: part of every such body. */
export const riskSourceFields = { availability: riskAvailability, freshness: riskFreshness };

/** Moment at which an answer was made. */
export const generatedAt = dateTime('When the answer was made.');

export interface RiskSources {
  availability: Static<typeof riskAvailability>;
  freshness: Static<typeof riskFreshness>;
}

/** The blocks of an answer: what was never observed has no time. */
export function riskSources(live: LiveData): RiskSources {
  const told = Object.entries(live.freshness()).filter(([, time]) => time !== '');
  return { availability: live.availability(), freshness: Object.fromEntries(told) };
}

/** For the reference. */
export const riskSourcesExample: RiskSources = {
  availability: {
    liquidations: true,
    userActions: false,
    historicalClearinghouse: false,
    liveCandles: true,
    markPrices: true,
  },
  freshness: { liquidations: '2026-01-15T09:30:12.486Z', markPrices: '2026-01-15T09:30:14.002Z' },
};
