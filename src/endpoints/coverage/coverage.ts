import {
  allTime,
  type CoverageDay,
  daysLimit,
  readCoverage,
  readCoverageDays,
  readCoveredTo,
} from '../../coverage/coverage-read.ts';
import { coverageFeeds, feedsOfCoverage } from '../../coverage/gap-list.ts';
import { coverageStates } from '../../coverage/interval.ts';
import { dayMs, rfc3339, utcDayStartMs } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import {
  coinName,
  dateTime,
  flag,
  int64,
  list,
  oneOf,
  text,
  utcDay,
  walletAddress,
} from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { moment } from '../params/instants.ts';
import { address, coin } from '../params/names.ts';
import { page } from '../params/pages.ts';
import { optional as maybe } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

const dayConditions = ['available', 'degraded', 'pending', 'missing'] as const;
type DayCondition = (typeof dayConditions)[number];

/**
 * Completeness of a day (docs/methodology.md#coverage).
 *
 * @param day undefined if the ledger has no entry for it
 * @param at.coveredToMs end of the data read so far, unix milliseconds; undefined before the first read
 */
function dayCondition(
  day: CoverageDay | undefined,
  at: { startMs: number; nowMs: number; coveredToMs: number | undefined },
): DayCondition {
  const { coveredMs = 0, open = 0, lost = 0 } = day ?? {};
  const { startMs, nowMs, coveredToMs } = at;
  if (open > 0) return 'pending';
  const isAhead = coveredToMs !== undefined && coveredToMs < startMs + dayMs - 1;
  if (coveredMs < dayMs && (startMs + dayMs > nowMs || isAhead)) return 'pending';
  if (coveredMs === 0) return 'missing';
  return coveredMs < dayMs || lost > 0 ? 'degraded' : 'available';
}

const feedWords = feedsOfCoverage.map((feed) => `${feed}: ${coverageFeeds[feed]}`).join('; ');
const feedParam = () =>
  enumeration(feedsOfCoverage, { description: `The feed. ${feedWords}.`, example: 'trades' });
const keyParams = {
  wallet: maybe(address()),
  coin: maybe(coin()),
};
const keyMeaning =
  'Of a wallet, or coin, its own and what concerns all; everything of the feed where neither is named. ' +
  'How far a wallet that is read one by one was read is part of it.';

const interval = bodySchema('CoverageInterval', {
  state: oneOf(
    coverageStates,
    'covered: read, but for the gaps in it. open: a gap that may still be filled. healed: a gap that was filled. lost: a gap that nothing is known to fill.',
  ),
  reason: nullable(text('Reason of a gap; null for covered spans.')),
  wallet: nullable(walletAddress()),
  coin: nullable(coinName()),
  from: nullable(dateTime('Its first moment; null for "since ever".')),
  to: dateTime('Its last moment.'),
  fromBlock: nullable(int64('Its first block; null where blocks are not known.')),
  toBlock: nullable(int64('Its last block; null where blocks are not known.')),
  seenAt: dateTime('When it was first seen.'),
  changedAt: dateTime('When it last changed.'),
});

const coverageBody = bodySchema('CoverageBody', {
  feed: text('The feed.'),
  intervals: list(interval),
  hasMore: flag('Whether there are more behind these: ask again with a larger offset.'),
});

export const coverage = endpoint({
  id: 'coverage.intervals',
  path: '/api/public/v1/coverage',
  summary: 'Covered spans and gaps of the record of a feed',
  description: `Intervals of the ledger of coverage that overlap the span, oldest first. ${keyMeaning}`,
  tags: ['Coverage'],
  tier: 'free',
  params: {
    feed: feedParam(),
    ...keyParams,
    state: maybe(
      enumeration(coverageStates, { description: 'Intervals of this state alone.', example: 'lost' }),
    ),
    from: moment('Start of the span; default: no bound.'),
    to: moment('End of the span; default: no bound.'),
    ...page(100, { maxOffset: 1_000_000 }),
  },
  response: coverageBody,
  errors: [404],
  example: {
    feed: 'trades',
    intervals: [
      {
        state: 'lost',
        reason: 'disconnect',
        wallet: null,
        coin: 'BTC',
        from: '2026-03-14T11:58:02.114Z',
        to: '2026-03-14T11:58:09.870Z',
        fromBlock: null,
        toBlock: null,
        seenAt: '2026-03-14T11:58:12.001Z',
        changedAt: '2026-03-14T11:58:13.520Z',
      },
    ],
    hasMore: false,
  },
  async run({ params, sources, signal }) {
    const { feed, wallet, state, limit, offset } = params;
    const coin = params.coin === undefined ? undefined : knownCoin(sources, params.coin);
    const { from: fromMs = allTime.fromMs, to: toMs = allTime.toMs } = params;
    checkSpan(fromMs, toMs);
    const states = state === undefined ? coverageStates : [state];
    const request = { feed, wallet, coin, fromMs, toMs, states, limit: limit + 1, offset };
    const found = await readCoverage(sources.analytics, request, { signal });
    const intervals = found.slice(0, limit).map((one) => ({
      state: one.state,
      reason: one.reason || null,
      wallet: one.wallet ?? null,
      coin: one.coin ?? null,
      from: one.fromMs === 0 ? null : rfc3339(one.fromMs),
      to: rfc3339(one.toMs),
      fromBlock: one.fromBlock ?? null,
      toBlock: one.toBlock ?? null,
      seenAt: rfc3339(one.seenMs),
      changedAt: rfc3339(one.changedMs),
    }));
    return { body: { feed, intervals, hasMore: found.length > limit } };
  },
});

const day = bodySchema('CoverageDay', {
  day: utcDay('The day'),
  condition: oneOf(
    dayConditions,
    'available: all of it is covered and nothing is missing. degraded: a part is not covered, or a gap is lost. pending: it is not over, reading has not come this far, or a gap may still be filled. missing: nothing of it is covered.',
  ),
  open: int64('Gaps in it that may still be filled.'),
  lost: int64('Gaps in it that nothing is known to fill.'),
  healed: int64('Gaps in it that were filled.'),
  lastModified: nullable(dateTime('When something of it last changed; null where nothing is known of it.')),
});

const daysBody = bodySchema('CoverageDaysBody', {
  feed: text('The feed.'),
  days: list(day),
});

export const coverageDays = endpoint({
  id: 'coverage.days',
  path: '/api/public/v1/coverage/{feed}',
  summary: 'The condition of each day of a feed',
  description: `The UTC days of the span, oldest first, at most ${daysLimit} of them; the last 30 by default. ${keyMeaning}`,
  tags: ['Coverage'],
  tier: 'free',
  params: {
    feed: feedParam(),
    by: enumeration(['day'], { description: 'What conditions are of.', default: 'day' }),
    ...keyParams,
    from: moment('First day of the span.'),
    to: moment('Last day of the span; default today.'),
  },
  response: daysBody,
  errors: [404],
  example: {
    feed: 'node_fills',
    days: [
      {
        day: '2026-03-14',
        condition: 'degraded',
        open: 0,
        lost: 1,
        healed: 2,
        lastModified: '2026-03-15T00:00:04.200Z',
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const { feed, wallet } = params;
    const coin = params.coin === undefined ? undefined : knownCoin(sources, params.coin);
    const nowMs = clock.nowMs();
    const lastMs = Math.min(params.to ?? nowMs, nowMs);
    const firstMs = utcDayStartMs(params.from ?? Math.max(0, lastMs - 29 * dayMs));
    checkSpan(firstMs, lastMs);
    const count = Math.floor((lastMs - firstMs) / dayMs) + 1;
    if (count > daysLimit) {
      const message = `${count} days, at most ${daysLimit} fit: name a later from, or an earlier to`;
      throw unacceptable([{ location: 'query.from', message, value: params.from }]);
    }
    const key = { feed, wallet, coin };
    const span = { fromMs: firstMs, toMs: utcDayStartMs(lastMs) + dayMs - 1 };
    const [found, reach] = await Promise.all([
      readCoverageDays(sources.analytics, { ...key, ...span }, { signal }),
      readCoveredTo(sources.analytics, { ...key, ...allTime }, { signal }),
    ]);
    const known = new Map(found.map((one) => [one.day, one]));
    const days = Array.from({ length: count }, (_, i) => {
      const startMs = firstMs + i * dayMs;
      const name = rfc3339(startMs).slice(0, 10);
      const one = known.get(name);
      const { open = 0, lost = 0, healed = 0 } = one ?? {};
      const condition = dayCondition(one, { startMs, nowMs, coveredToMs: reach });
      return { day: name, condition, open, lost, healed, lastModified: one ? rfc3339(one.changedMs) : null };
    });
    return { body: { feed, days } };
  },
});

function checkSpan(fromMs: number, toMs: number): void {
  if (fromMs <= toMs) return;
  throw unacceptable([{ location: 'query.from', message: 'must not lie after to', value: fromMs }]);
}
