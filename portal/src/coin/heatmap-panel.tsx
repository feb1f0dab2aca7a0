import { callOf } from '../api/calls.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { LiquidationHeatmap } from './liquidation-heatmap.tsx';

const everyMs = 4_000;
const buckets = 80;
const ranges = [
  ['5', '±5 %'],
  ['15', '±15 %'],
  ['30', '±30 %'],
  ['50', '±50 %'],
] as const;

export const usualRange = '30';

/** Positions by their liquidation price; the candles show the same. @param range either side of the mark, percent */
export const heatmapCall = (coin: string, range: string) =>
  callOf('live.liquidation-heatmap', { coin, buckets, range: Number(range) || 30 });

/** Open positions by the price that would liquidate them. */
export function HeatmapPanel({ coin }: { coin: string }) {
  const [range, setRange] = useAddressState('range', usualRange);
  return (
    <AnswerPanel
      title={words.heatmap}
      call={heatmapCall(coin, range)}
      everyMs={everyMs}
      span={8}
      shape={{ height: 260 }}
      empty={({ totalLongAtRisk, totalShortAtRisk }) =>
        totalLongAtRisk + totalShortAtRisk === 0 ? words.noRisk : undefined
      }
      actions={<Choice label="Range around the mark" options={ranges} value={range} onChange={setRange} />}
    >
      {(body) => <LiquidationHeatmap body={body} />}
    </AnswerPanel>
  );
}
