import { callOf, type Schemas } from '../api/calls.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Toned } from '../format/change.tsx';
import { amount, share, usd } from '../format/numbers.ts';
import { liveMs } from '../frame/pace.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { Probability } from './probability.tsx';

type Outcome = Schemas['HIP4OutcomeListItem'];

/** The chance of each side, or how it ended, and all trades in sums. */
export function OutcomeSummary({ id, outcome }: { id: number; outcome: Outcome | undefined }) {
  const sides = outcome?.sides ?? [];
  const fraction = outcome?.settleFraction;
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
            {sides.map(({ index, name, coinKey }) => {
              const paid = fraction === undefined || index === 0 ? fraction : 1 - fraction;
              return (
                <Figure key={coinKey} label={name}>
                  {paid === undefined ? (
                    <Probability coin={coinKey} everyMs={liveMs} />
                  ) : paid > 0 && paid < 1 ? (
                    `paid ${share(paid, 1)}`
                  ) : (
                    <Toned value={paid === 1 ? 1 : -1}>{paid === 1 ? 'won' : 'lost'}</Toned>
                  )}
                </Figure>
              );
            })}
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
