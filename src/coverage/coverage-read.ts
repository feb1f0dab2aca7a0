import { query } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import { intervalColumns, intervalOf, intervalRow } from './coverage-rows.ts';
import { type CoverageInterval, type CoverageKey, type CoverageState, coverageStates } from './interval.ts';

/** Which intervals are asked for. */
export interface CoverageAsked extends CoverageKey {
  fromMs: number;
  toMs: number;
  /** All where absent. */
  states?: readonly CoverageState[];
  /** The most rows: 1,000 where absent, {@link openLimit} at most. */
  limit?: number;
  offset?: number;
}

/** From "since ever" to the last moment that can be stored. */
export const allTime = { fromMs: 0, toMs: Date.UTC(2299, 0) };
/** Open gaps that a start reads of a feed: more than one for each coin there will ever be. */
export const openLimit = 100_000;

/**
 * A wallet's, and those of all wallets; a coin's, and those of all coins. Where no wallet is named, those of single wallets are
 * among them only where their coin is asked for.
 */
const intervals = query({
  name: 'coverage_intervals',
  params: {
    feed: 'String',
    wallet: 'String',
    coin: 'String',
    from: 'TimeMs',
    to: 'TimeMs',
    states: 'Array(String)',
    limit: 'UInt64',
    offset: 'UInt64',
  },
  row: intervalRow,
  limits: { maxRows: openLimit },
  sql: `
    SELECT ${intervalColumns} FROM coverage FINAL
    WHERE feed = {feed:String} AND has({states:Array(String)}, CAST(state, 'String'))
      AND ({wallet:String} = '' OR wallet IN ('', unhex({wallet:String})))
      AND ({coin:String} = '' OR coin IN ('', {coin:String}))
      AND from_time <= {to:TimeMs} AND to_time >= {from:TimeMs}
    ORDER BY from_time, from_block, to_time, to_block, wallet, coin, state
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
});

/** Intervals of a feed that overlap a span, oldest first. @throws AnalyticsError */
export async function readCoverage(
  analytics: Pick<AnalyticsStore, 'rows'>,
  asked: CoverageAsked,
  options?: CallOptions,
): Promise<CoverageInterval[]> {
  const {
    feed,
    wallet = '',
    coin = '',
    fromMs,
    toMs,
    states = coverageStates,
    limit = 1_000,
    offset = 0,
  } = asked;
  const params = { feed, wallet: wallet.slice(2), coin, from: fromMs, to: toMs, states, limit, offset };
  return (await analytics.rows(intervals, params, options)).map(intervalOf);
}
