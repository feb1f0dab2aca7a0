import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { signedPercent } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';

const height = 180;

/** Minutes in which the mark was away from the oracle. */
export function DislocationPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.dislocations}
      call={callOf('live.mark-dislocations', { coin })}
      everyMs={60_000}
      span={6}
      shape={{ height }}
      empty={({ markDislocations }) => (markDislocations?.length ? undefined : words.noDislocations)}
    >
      {({ markDislocations }) => <Dislocations rows={markDislocations ?? []} />}
    </AnswerPanel>
  );
}

function Dislocations({ rows }: { rows: readonly Schemas['MarkDislocation'][] }) {
  const series = useMemo((): ChartSeries[] => {
    const data = rows.map(({ timestamp, basisPct }) => ({
      timeMs: timestamp,
      value: basisPct,
      colour: basisPct > 0 ? 'up' : 'down',
    }));
    return [
      { id: 'basis', kind: 'histogram', data: data.reverse(), format: (value) => signedPercent(value) },
    ];
  }, [rows]);
  return <TimeChart label={words.dislocations} series={series} height={height} />;
}
