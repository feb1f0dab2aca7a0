import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Toned } from '../format/change.tsx';
import { amount, usd } from '../format/numbers.ts';
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
      {(all) => {
        const { gain, dollars, counted, shown } = figuresOf('HIP4OutcomeSummaryBody', all);
        return (
          <Figures>
            {settled !== undefined &&
              sides.map(({ index, name, coinKey }) => (
                <Figure key={coinKey} label={name}>
                  {settlement === undefined ? (
                    <Probability coin={coinKey} everyMs={liveMs} />
                  ) : settlement.winningSide === undefined ? (
                    'split'
                  ) : (
                    <Toned value={settlement.winningSide === index ? 1 : -1}>
                      {settlement.winningSide === index ? 'won' : 'lost'}
                    </Toned>
                  )}
                </Figure>
              ))}
            {dollars('Volume', 'notionalUsdh')}
            {shown(
              sides[0]?.name ?? 'Yes',
              'side0Contracts',
              `${amount(all.side0Contracts)} shares`,
              usd(all.side0NotionalUsdh),
            )}
            {shown(
              sides[1]?.name ?? 'No',
              'side1Contracts',
              `${amount(all.side1Contracts)} shares`,
              usd(all.side1NotionalUsdh),
            )}
            {gain('Realized PnL', 'realizedPnlUsdh')}
            {counted('Wallets', 'uniqueWallets')}
            {counted('Trades', 'fills')}
          </Figures>
        );
      }}
    </AnswerPanel>
  );
}
