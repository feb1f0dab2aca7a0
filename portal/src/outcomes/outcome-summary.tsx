import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { amount, count, signedUsd, usd } from '../format/numbers.ts';
import { liveMs } from '../frame/pace.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { Probability } from './probability.tsx';

type Outcome = Schemas['HIP4OutcomeListItem'];

/** The chance of each side, or how it ended, and all trades in sums. */
export function OutcomeSummary({ id, outcome }: { id: number; outcome: Outcome | undefined }) {
  const sides = outcome?.sides ?? [];
  const { body: settled } = useAnswer(callOf('hip4.recent-settlements', { hours: 720, limit: 200 }), {
    everyMs: 60_000,
  });
  const settlement = settled?.settlements?.find(({ outcomeId }) => outcomeId === id);
  return (
    <AnswerPanel
      title="All trades"
      call={callOf('hip4.outcome-summary', { outcome_id: id })}
      everyMs={liveMs}
      shape={{ figures: 8 }}
    >
      {(all) => (
        <Figures>
          {settled !== undefined &&
            sides.map(({ index, name, coinKey }) => (
              <Figure key={coinKey} label={name}>
                {settlement === undefined ? (
                  <Probability coin={coinKey} everyMs={liveMs} />
                ) : settlement.winningSide === undefined ? (
                  'divided'
                ) : (
                  <Toned value={settlement.winningSide === index ? 1 : -1}>
                    {settlement.winningSide === index ? 'won' : 'lost'}
                  </Toned>
                )}
              </Figure>
            ))}
          <Figure label="Volume" of="HIP4OutcomeSummaryBody.notionalUsdh" value={all.notionalUsdh}>
            {usd(all.notionalUsdh)}
          </Figure>
          <Figure
            label={sides[0]?.name ?? 'Yes'}
            of="HIP4OutcomeSummaryBody.side0Contracts"
            value={all.side0Contracts}
            note={usd(all.side0NotionalUsdh)}
          >
            {amount(all.side0Contracts)} shares
          </Figure>
          <Figure
            label={sides[1]?.name ?? 'No'}
            of="HIP4OutcomeSummaryBody.side1Contracts"
            value={all.side1Contracts}
            note={usd(all.side1NotionalUsdh)}
          >
            {amount(all.side1Contracts)} shares
          </Figure>
          <Figure
            label="Realized PnL"
            of="HIP4OutcomeSummaryBody.realizedPnlUsdh"
            value={all.realizedPnlUsdh}
          >
            <Toned value={all.realizedPnlUsdh}>{signedUsd(all.realizedPnlUsdh)}</Toned>
          </Figure>
          <Figure label="Wallets" of="HIP4OutcomeSummaryBody.uniqueWallets" value={all.uniqueWallets}>
            {count(all.uniqueWallets)}
          </Figure>
          <Figure label="Fills" of="HIP4OutcomeSummaryBody.fills" value={all.fills}>
            {count(all.fills)}
          </Figure>
        </Figures>
      )}
    </AnswerPanel>
  );
}
