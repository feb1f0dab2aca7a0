import { callOf, type Schemas } from '../api/calls.ts';
import type { FieldName } from '../api/definitions.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { percent, signedUsd, unknown } from '../format/numbers.ts';
import { utcDay } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';

type Body = Schemas['TraderSkillBody'];
type SkillFigure = Schemas['SkillFigure'];
type FigureName = {
  [Name in keyof Body & string]-?: Body[Name] extends SkillFigure ? Name : never;
}[keyof Body & string];

const ratio = (value: number) => value.toFixed(2);
const inPercent = (value: number) => percent(value);
const figures: readonly (readonly [FigureName, string, (value: number) => string])[] = [
  ['return', 'Return, time-weighted', inPercent],
  ['sharpe', 'Sharpe', ratio],
  ['sortino', 'Sortino', ratio],
  ['maxDrawdown', 'Max drawdown of equity', inPercent],
  ['netPerDay', 'Net PnL per day', signedUsd],
  ['profitFactor', 'Profit factor', ratio],
  ['expectancy', 'PnL per position, after fees', signedUsd],
  ['exposure', 'Time in the market', inPercent],
  ['turnover', 'Turnover per day', ratio],
];

/** The measure's confidence interval, the missing amount of data, or the reason why it is unknown. */
export function noteOf(
  { value, low, high, days, insufficient, reason }: SkillFigure,
  shown: (value: number) => string,
) {
  if (value === null) return `not known: ${(reason ?? 'no reason given').replaceAll('-', ' ')}`;
  if (insufficient?.length) return `too small a sample to rule out luck: ${days} days`;
  if (low === null && high === null) return `${days} days`;
  const end = (bound: number | null) => (bound === null ? 'no bound' : shown(bound));
  return `${end(low)} to ${end(high)} (95 %), ${days} days`;
}

/** Quality of the wallet's daily results after costs, with its confidence. */
export function Skill({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="Skill, after costs"
      call={callOf('pulse.trader-skill', { address })}
      everyMs={300_000}
      shape={{ figures: 9 }}
      actions={
        <span class="dim">Complete UTC days, last 90 at most. Deposits are not counted as return</span>
      }
    >
      {(body) => (
        <>
          <Figures>
            {figures.map(([name, label, shown]) => {
              const { value } = body[name];
              return (
                <Figure
                  key={name}
                  label={label}
                  of={`TraderSkillBody.${name}` as FieldName}
                  value={value}
                  note={noteOf(body[name], shown)}
                >
                  <Toned
                    value={
                      name === 'maxDrawdown' || name === 'exposure' || name === 'turnover' ? null : value
                    }
                  >
                    {value === null ? unknown : shown(value)}
                  </Toned>
                </Figure>
              );
            })}
          </Figures>
          <p class="dim">{sayingOf(body)}</p>
        </>
      )}
    </AnswerPanel>
  );
}

/** Time of the deepest drawdown, and the kind of wallet. */
function sayingOf({ drawdown, flags }: Body): string {
  const kinds = [
    flags.isMarketMaker && 'is a market maker',
    flags.isLiquidator && 'takes over liquidations',
    flags.isVault && 'is a vault',
    flags.isSubAccount && 'is a sub-account',
    flags.isHedged && `is hedged to ${percent(flags.hedgedShare)} by another wallet of its owner`,
  ].filter(Boolean);
  const fall =
    drawdown &&
    `Max drawdown, ${utcDay(drawdown.from)} to ${utcDay(drawdown.to)}: ${signedUsd(-Math.abs(drawdown.lossUsd))}${
      drawdown.recoveredAt === undefined
        ? ', not recovered yet'
        : `, recovered by ${utcDay(drawdown.recoveredAt)}`
    }.`;
  return [fall, kinds.length > 0 && `The wallet ${kinds.join(', ')}.`].filter(Boolean).join(' ');
}
