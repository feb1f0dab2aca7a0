import { callOf } from '../api/calls.ts';
import { Figure, Figures } from '../figure/figure.tsx';
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
      {({ verified }) =>
        verified !== null && (
          <Figures>
            <Figure label="Positions compared" of="CensusStamp.positions" value={verified.positions}>
              {count(verified.positions)}
            </Figure>
            <Figure label="Of" of="CensusStamp.chain_time">
              <Time at={verified.chain_time} form="short" />
            </Figure>
            <Figure label="Block" of="CensusStamp.verified_at_block" value={verified.verified_at_block}>
              {verified.verified_at_block === 0 ? '–' : count(verified.verified_at_block)}
            </Figure>
          </Figures>
        )
      }
    </AnswerPanel>
  );
}
