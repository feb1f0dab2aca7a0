import { allCoins } from '../../domain/coin-name.ts';
import { cutAt, dataStartsMs } from '../../domain/window.ts';
import { derivedPoint, openInterestBody } from '../bodies/position-hours.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { checkRange, rangeOf, timeRange } from '../params/time-range.ts';
import { openInterestBasis, tradedHours } from '../queries/derived-hours.ts';
import { officialHours, officialTotals } from '../queries/official-hours.ts';

export const historicalOi = endpoint({
  id: 'market.historical-oi',
  path: '/api/public/v1/market/historical-oi',
  summary: 'Open interest by the hour, as the exchange reports it',
  description:
    "The exchange's own open interest × its mark price, one side, USD: the last context of each hour, oldest first; without a coin " +
    'the sum over all perps, as _GLOBAL. Where the span has none, as in an archive of fills, the longs that are known at the start of each hour, worked back from ' +
    'fills, at the last trade before it; X-Data-Basis then says fills. startTime overrides since, endTime defaults to now. History starts at 2026-01-01.',
  tags: ['Market'],
  tier: 'free',
  age: 'live',
  params: { coin: optional(coin()), ...timeRange('7d') },
  response: openInterestBody,
  headers: ['X-Data-Basis'],
  errors: [404],
  check: checkRange,
  example: {
    history: [{ timestamp: 1768467600000, coin: 'BTC', openInterest: 3003420125.5, markPx: 96250 }],
    latest: { timestamp: 1768467600000, coin: 'BTC', openInterest: 3003420125.5, markPx: 96250 },
  },
  async run({ params, sources, clock, signal }) {
    const window = cutAt(rangeOf(params, clock.nowMs()), dataStartsMs.risk);
    const span = { from: window.fromMs, to: window.toMs };
    const { analytics } = sources;
    const coin = params.coin === undefined ? allCoins : knownCoin(sources, params.coin);
    const official =
      coin === allCoins ? await officialTotals.read(analytics, span, { signal }) : await coinHistory(coin);
    const worked = official.length > 0 ? [] : await tradedHours(sources, { coin, window }, signal);
    const history = official.length > 0 ? official : worked.map(derivedPoint);
    const latest = history.at(-1);
    const headers = openInterestBasis(history.length, worked.length);
    return { body: { history, ...(latest && { latest }) }, window, headers };

    async function coinHistory(name: string) {
      const rows = await officialHours.read(analytics, { ...span, coin: name }, { signal });
      return rows.map(({ timestamp, openInterest, markPx }) => ({
        timestamp,
        coin: name,
        openInterest,
        markPx,
      }));
    }
  },
});
