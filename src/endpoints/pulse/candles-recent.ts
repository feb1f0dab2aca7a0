import { Type } from 'typebox';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { readCoverage } from '../../coverage/coverage-read.ts';
import { intervalMs } from '../../domain/intervals.ts';
import { newestCandles } from '../../market/candles.ts';
import { marketCandle } from '../bodies/candles.ts';
import { endpoint } from '../endpoint.ts';
import { knownMarket } from '../known-names.ts';
import { symbol } from '../params/names.ts';
import { rowLimit } from '../params/pages.ts';
import { candleInterval } from '../params/windows.ts';
import { nullable } from '../schema.ts';

export const candlesRecent = endpoint({
  id: 'pulse.market-candles-recent',
  path: '/api/public/v1/pulse/market/candles/recent/{symbol}',
  summary: "A market's newest candles",
  description:
    'The newest candles of an interval, oldest first, the open one included. Minutes, hours and days are stored; other intervals are made of ' +
    'these, and what is not known yet of an hour or a day of its minutes. Candles begin at multiples of their length since 1970. Where the fills of all wallets ' +
    'are stored, as in an archive or beside a node, candles that the exchange has not sent are made of these, each match once; X-Candles-From-Fills ' +
    'says how many, and X-Candles-Incomplete in how many of those blocks are missing.',
  tags: ['Pulse'],
  tier: 'pro',
  age: 'live',
  params: { symbol: symbol(), interval: candleInterval('1m'), limit: rowLimit(120, { max: 720 }) },
  response: nullable(Type.Array(marketCandle)),
  headers: ['X-Candles-From-Fills', 'X-Candles-Incomplete'],
  errors: [404],
  example: [
    {
      coin: 'BTC',
      interval: '1h',
      timeMs: 1768467600000,
      open: 96100,
      high: 96310.5,
      low: 95980,
      close: 96250,
      volume: 1204.51,
      tradeCount: 48120,
    },
  ],
  async run({ params, sources, clock, signal }) {
    const { interval, limit } = params;
    // Delisted markets and settled outcomes keep their candles.
    const { coins, market } = sources;
    const { symbol } = params;
    const coin = market.listing.resolve(symbol) ?? coins.resolve(symbol) ?? knownMarket(sources, symbol);
    const request = { coin, interval, limit, nowMs: clock.nowMs() };
    const { candles: body, ofFills } = await newestCandles(sources, request, signal);
    const spans = { starts: ofFills, lengthMs: intervalMs[interval] };
    const incomplete = await spansWithGaps(sources.analytics, spans, signal);
    const headers = { 'X-Candles-From-Fills': ofFills.length, 'X-Candles-Incomplete': incomplete };
    const [first] = body;
    if (first === undefined) return { body, headers };
    return { body, headers, window: { fromMs: first.timeMs, toMs: request.nowMs } };
  },
});

const gapLimit = 1_000;

/**
 * Number of spans with a gap in the node's blocks.
 *
 * @param spans.starts unix milliseconds, newest first
 * @throws AnalyticsError
 */
async function spansWithGaps(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { starts, lengthMs }: { starts: readonly number[]; lengthMs: number },
  signal: AbortSignal,
): Promise<number> {
  if (starts.length === 0) return 0;
  const [fromMs, toMs] = [starts.at(-1)!, starts[0]! + lengthMs - 1];
  const params = { feed: 'node_fills', fromMs, toMs, limit: gapLimit, states: ['open', 'lost'] as const };
  const gaps = await readCoverage(analytics, params, { signal });
  const hasGap = (ms: number) => gaps.some((gap) => gap.fromMs < ms + lengthMs && gap.toMs >= ms);
  return starts.filter(hasGap).length;
}
