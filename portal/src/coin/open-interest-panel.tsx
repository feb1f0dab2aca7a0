import { useMemo } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries, Point } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';

const height = 180;
const everyMs = 60_000;

/** Open interest as the exchange reports it, and as the positions that are known add up to. */
export function OpenInterestPanel({ coin }: { coin: string }) {
  const official = useAnswer(callOf('live.official-oi', { coin }), { everyMs }).body;
  const derived = useAnswer(callOf('live.coin-oi-history', { coin }), { everyMs }).body;
  const series = useMemo((): ChartSeries[] => {
    const points = (
      rows: readonly { timestamp: unknown; openInterest: number }[] | null | undefined,
    ): Point[] =>
      (rows ?? []).map(({ timestamp, openInterest }) => ({ timeMs: Number(timestamp), value: openInterest }));
    const both: ChartSeries[] = [
      { id: words.official, kind: 'line', colour: 'dim', data: points(official?.history), format: usd },
      { id: words.derived, kind: 'line', data: points(derived?.history), format: usd },
    ];
    return both.filter(({ data }) => data.length > 0);
  }, [official, derived]);
  return (
    <AnswerPanel
      title={words.oi}
      call={callOf('live.coin-oi-history', { coin })}
      span={6}
      shape={{ height }}
      empty={() => (series.length === 0 ? words.noHistory : undefined)}
      actions={
        <span class="legend">
          <span class="accent">{words.derived}</span>
          <span class="dim">{words.official}</span>
        </span>
      }
    >
      {() => <TimeChart label={`${words.oi}, ${coin}`} series={series} height={height} />}
    </AnswerPanel>
  );
}
