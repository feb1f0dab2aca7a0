import { cutAt, dataStartsMs } from '../../domain/window.ts';
import { openInterestBody } from '../bodies/position-hours.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { checkRange, rangeOf, timeRange } from '../params/time-range.ts';
import { officialHours, officialTotals } from '../queries/official-hours.ts';

export const historicalOi = endpoint({
  id: 'market.historical-oi',
  path: '/api/public/v1/market/historical-oi',
  summary: 'Open interest by the hour, as the exchange reports it',
  description:
    "The exchange's own open interest × its mark price, one side, USD: the last context of each hour, oldest first; without a coin " +
    'the sum over all perps, as _GLOBAL. startTime overrides since, endTime defaults to now. History starts at 2026-01-01.',
  tags: ['Market'],
  tier: 'free',
  age: 'live',
  params: { coin: optional(coin()), ...timeRange('7d') },
  response: openInterestBody,
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
    const history =
      params.coin === undefined
        ? await officialTotals.read(analytics, span, { signal })
        : await coinHistory(knownCoin(sources, params.coin));
    const latest = history.at(-1);
    return { body: { history, ...(latest && { latest }) }, window };

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
