import { useMemo } from 'preact/hooks';
import { type BodyOf, callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { fillMarks } from '../chart/fill-marks.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { price } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { coinText } from '../names/coin-name.ts';
import { useCoinName } from '../names/use-coin-name.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { FailureNote, panelFailure } from '../states/failure-note.tsx';

const height = 300;
const minuteMs = 60_000;
/** Candles of each span: a day, a week, a month. */
const spans = {
  '24h': { interval: '5m', intervalMs: 5 * minuteMs, limit: 288 },
  '7d': { interval: '1h', intervalMs: 60 * minuteMs, limit: 168 },
  '30d': { interval: '4h', intervalMs: 240 * minuteMs, limit: 180 },
} as const;
type Since = keyof typeof spans;

const sinceNames: readonly (readonly [Since, string])[] = [
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
];
/** Coins that are offered: those it trades most. */
const offered = 30;
/** The most fills that an answer has. */
const mostFills = 500;

/** A wallet's buys and sells, on the candles of one of its coins. */
export function FillsChart({ address }: { address: string }) {
  const [chosen, setCoin] = useAddressState('chart', '');
  const [asked, setSince] = useAddressState('chartSince', '7d');
  const since: Since = asked in spans ? (asked as Since) : '7d';
  const { body: tokens } = useAnswer(callOf('pulse.trader-tokens', { address }));
  const coins = useMemo(
    () => (tokens ?? []).toSorted((a, b) => b.volume - a.volume).map(({ coin }) => coin),
    [tokens],
  );
  const coin = chosen === '' ? coins[0] : chosen;
  if (coin === undefined) return null;
  const { interval, limit } = spans[since];
  return (
    <AnswerPanel
      title="Trades on the chart"
      call={callOf('pulse.market-candles-recent', { symbol: coin, interval, limit })}
      everyMs={10_000}
      shape={{ height }}
      actions={
        <>
          <select
            aria-label="Coin"
            value={coin}
            onChange={({ currentTarget }) => setCoin(currentTarget.value)}
          >
            {[...new Set([coin, ...coins.slice(0, offered)])].map((one) => (
              <CoinOption key={one} coin={one} />
            ))}
          </select>
          <Choice label="Span of the chart" options={sinceNames} value={since} onChange={setSince} />
        </>
      }
      empty={(rows) => (rows?.length ? undefined : `No price history of ${coin} for this period.`)}
    >
      {(candles) => <Drawn address={address} coin={coin} since={since} candles={candles} />}
    </AnswerPanel>
  );
}

function CoinOption({ coin }: { coin: string }) {
  return <option value={coin}>{coinText(useCoinName(coin))}</option>;
}

interface DrawnProps {
  address: string;
  coin: string;
  since: Since;
  candles: NonNullable<BodyOf<'pulse.market-candles-recent'>>;
}

function Drawn({ address, coin, since, candles }: DrawnProps) {
  const answer = useAnswer(callOf('pulse.trader-trades', { address, coin, since, limit: mostFills }), {
    everyMs: 10_000,
    push: { type: 'tradesByUser', user: address },
  });
  const fills = answer.body;
  const failure = panelFailure(answer.failure);
  const series = useMemo((): ChartSeries[] => {
    const firstMs = candles[0]?.timeMs ?? 0;
    const marked = (fills ?? [])
      .filter(({ rawTime }) => rawTime >= firstMs)
      .map(({ rawTime, size, side }) => ({ timeMs: rawTime, size, isBuy: side === 'B' }));
    return [
      {
        id: 'price',
        kind: 'candles',
        format: price,
        data: candles.map(({ timeMs, open, high, low, close }) => ({ timeMs, open, high, low, close })),
        markers: fillMarks(marked, spans[since].intervalMs, (isBuy) => (isBuy ? 'up' : 'down')),
      },
    ];
  }, [candles, fills, since]);
  const count = fills?.length ?? 0;
  return (
    <>
      <TimeChart
        key={`${coin} ${since}`}
        label={`Price of ${coin} with the trades of this wallet`}
        series={series}
        height={height}
      />
      {failure !== undefined && <FailureNote failure={failure} retry={answer.retry} />}
      <p class="dim note">
        {fills === undefined && failure === undefined && 'Loading trades.'}
        {fills !== undefined && count === 0 && 'No trades of this coin in this period.'}
        {count > 0 &&
          `${count === mostFills ? `The newest ${count}` : count} trades, summed per candle: buys below, sells above.`}
      </p>
    </>
  );
}
