import { useState } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { PositionChart } from './position-chart.tsx';
import { PositionLink } from './position-link.tsx';

/** A position of a trader's list, drawn on its candles. */
export function PositionPanel({ id, close }: { id: number; close: () => void }) {
  const [nowMs] = useState(() => Date.now());
  const actions = (
    <>
      <PositionLink id={id} name="Its trades" />
      <button type="button" class="quiet" aria-label="Close the chart" onClick={close}>
        ✕
      </button>
    </>
  );
  return (
    <AnswerPanel
      title={`Position #${String(id).slice(-6)}`}
      call={callOf('pulse.lifecycle', { id })}
      shape={{ height: 300 }}
      actions={actions}
    >
      {(detail) => <PositionChart detail={detail} nowMs={nowMs} />}
    </AnswerPanel>
  );
}
