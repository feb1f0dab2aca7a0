import { dataStartsMs, hoursOf, hourWindow, lookBack } from '../../domain/window.ts';
import { hourMs, rfc3339 } from '../../kernel/clock.ts';
import { newestCandles } from '../../market/candles.ts';
import { cohortBiasPoint, readCohortBiasHours } from '../../positions/cohort-bias-hours.ts';
import { readPositionHours } from '../../positions/position-hours.ts';
import { candlePoint } from '../bodies/candles.ts';
import { coinName, int32, list, untyped } from '../bodies/fields.ts';
import { liquidationSummary, liquidationSummaryBody } from '../bodies/liquidation-summary.ts';
import {
  longShortEntry,
  markDislocation,
  openInterestPoint,
  timestampValue,
} from '../bodies/position-hours.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { riskHours } from '../params/windows.ts';
import { derivedHours } from '../queries/derived-hours.ts';
import { bodySchema } from '../schema.ts';
import { liquidationSummaryExample } from './liquidations-summary.ts';
import { dislocations } from './mark-dislocations.ts';

const coinRiskHistoryBody = bodySchema('CoinRiskHistoryBody', {
  coin: coinName(),
  hours: int32('Hours that were served.'),
  oiHistory: list(openInterestPoint),
  longShortHistory: list(timestampValue),
  cohortBiasHistory: untyped('Bias of the PnL cohorts by the hour.'),
  candleHistory: list(candlePoint),
  markDislocations: list(markDislocation),
  liquidations: liquidationSummaryBody,
  ...riskSourceFields,
  generatedAt,
});

export const riskCoinHistory = endpoint({
  id: 'live.risk-coin-history',
  path: '/api/public/v1/live/risk/coins/{coin}/history',
  summary: "A coin's risk over time",
  description:
    'By the hour, oldest first: open interest derived from positions, longs / shorts by count (value), candles of an hour; minutes whose mark ' +
    'was away from the oracle, newest first; and the liquidations of the window. hours says what was served: data start at 2026-01-01.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: coin(), hours: riskHours() },
  response: coinRiskHistoryBody,
  errors: [404],
  example: {
    coin: 'BTC',
    hours: 168,
    oiHistory: [{ timestamp: 1768467600000, coin: 'BTC', openInterest: 2_103_450_120.25, markPx: 96_250 }],
    longShortHistory: [{ timestamp: 1768467600000, value: 2 }],
    cohortBiasHistory: [],
    candleHistory: [
      {
        timestamp: 1768467600000,
        open: 96_100,
        high: 96_310.5,
        low: 95_980,
        close: 96_250,
        volume: 1_204.51,
      },
    ],
    markDislocations: [{ timestamp: 1768469400000, markPx: 96_250, oraclePx: 96_100, basisPct: 0.156 }],
    liquidations: liquidationSummaryExample,
    ...riskSourcesExample,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const name = knownCoin(sources, params.coin);
    const { analytics } = sources;
    const window = lookBack(params.hours * hourMs, nowMs, dataStartsMs.risk);
    const byHour = hourWindow(params.hours, nowMs);
    const hours = hoursOf(window);
    const span = { from: window.fromMs, to: window.toMs };
    const candles = { coin: name, interval: '1h', limit: Math.max(1, hours), nowMs } as const;
    const [positionHours, biasHours, candleHistory, dislocated, sums] = await Promise.all([
      readPositionHours(analytics, name, byHour, signal),
      readCohortBiasHours(analytics, { coin: name, window: byHour, kinds: ['pnl'] }, signal),
      newestCandles(sources, candles, signal),
      dislocations.read(analytics, { coin: name, ...span }, { signal }),
      sources.liquidations.sums({ coin: name, window }, signal),
    ]);
    const { history: oiHistory } = await derivedHours(
      sources,
      positionHours,
      { coin: name, window: byHour },
      signal,
    );
    const reported = riskSources(sources.live, sources.tallies.ofCoin(name), nowMs);
    const body = {
      coin: name,
      hours,
      oiHistory,
      longShortHistory: positionHours
        .map(longShortEntry)
        .map(({ timestamp, accountRatio }) => ({ timestamp, value: accountRatio })),
      cohortBiasHistory: biasHours.map(cohortBiasPoint),
      candleHistory: candleHistory.candles
        .filter(({ timeMs }) => timeMs >= byHour.fromMs)
        .map(({ timeMs: timestamp, open, high, low, close, volume }) => ({
          timestamp,
          open,
          high,
          low,
          close,
          volume,
        })),
      markDislocations: dislocated,
      liquidations: liquidationSummary({ sums, window, coin: name, sources: reported, nowMs }),
      ...reported,
      generatedAt: rfc3339(nowMs),
    };
    return { body, window };
  },
});
