import { callOf } from '../api/calls.ts';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/status.ts';

/** How the positions that follow from fills compared with what the exchange says. */
export function Census() {
  return (
    <AnswerPanel
      title={words.census}
      call={callOf('census.stamp')}
      everyMs={60_000}
      span={4}
      shape={{ figures: 3 }}
      empty={({ verified }) => (verified === null ? words.noCensus : undefined)}
    >
      {({ verified }) => {
        if (verified === null) return null;
        const { counted, shown } = figuresOf('CensusStamp', verified);
        const { chain_time: at, verified_at_block: block } = verified;
        return (
          <Figures>
            {counted('Positions compared', 'positions')}
            {shown('Of', 'chain_time', <Time at={at} form="short" />)}
            {shown('Block', 'verified_at_block', block === 0 ? '–' : count(block))}
          </Figures>
        );
      }}
    </AnswerPanel>
  );
}
