import { callOf, type Schemas } from '../api/calls.ts';
import { Term } from '../figure/term.tsx';
import { Unknown } from '../figure/unknown.tsx';
import { Toned } from '../format/change.tsx';
import { percent, signedUsd, unknown } from '../format/numbers.ts';
import { utcDay } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted } from '../table/usual-columns.tsx';
import { whenKnown, whyOf } from '../words/unknown.ts';

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
/** Neither a gain nor a loss. */
const toneless: readonly FigureName[] = ['maxDrawdown', 'exposure', 'turnover'];

interface Row extends SkillFigure {
  name: FigureName;
  label: string;
  shown: (value: number) => string;
}

function rangeOf({ value, low, high, insufficient, shown }: Row): string {
  if (value === null) return unknown;
  if (insufficient?.length) return 'sample too small';
  if (low === null && high === null) return unknown;
  const end = (bound: number | null) => (bound === null ? 'no bound' : shown(bound));
  return `${end(low)} to ${end(high)}`;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'figure',
    head: 'Figure',
    align: 'left',
    value: ({ label }) => label,
    cell: ({ name, label }) => <Term of={`TraderSkillBody.${name}`}>{label}</Term>,
  },
  {
    id: 'value',
    head: 'Value',
    value: ({ value }) => value,
    cell: ({ name, value, reason, shown }) =>
      value === null ? (
        <Unknown why={whyOf(reason)} />
      ) : (
        <Toned value={toneless.includes(name) ? null : value}>{shown(value)}</Toned>
      ),
  },
  { id: 'range', head: '95 % interval', of: 'SkillFigure.low', value: rangeOf },
  counted('days', 'Days', (row) => row.days, 'SkillFigure.days'),
];

/** Quality of the wallet's daily results after costs, with its confidence. */
export function Skill({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="Skill, after costs"
      call={callOf('pulse.trader-skill', { address })}
      everyMs={300_000}
      shape={{ rows: figures.length }}
      actions={
        <span class="dim">Complete UTC days, last 90 at most. Deposits are not counted as return</span>
      }
    >
      {(body) => (
        <>
          <Table
            name="skill"
            label="Skill, after costs"
            rows={figures.map(([name, label, shown]) => ({ ...body[name], name, label, shown }))}
            columns={columns}
            rowKey={({ name }) => name}
            isShort
          />
          <p class="dim">
            {sayingOf(body)}{' '}
            {whenKnown(figures.map(([name]) => (body[name].value === null ? body[name].reason : undefined)))}
          </p>
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
