import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { PositionLink } from '../lifecycle/position-link.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import {
  coined,
  counted,
  dollars,
  gain,
  lasting,
  percents,
  priced,
  sided,
  timed,
  wide,
} from '../table/usual-columns.tsx';

type Row = Schemas['LifecycleRow'] & { drawdown?: number | undefined; runup?: number | undefined };
type Choose = (id: string) => void;

const states = [
  ['all', 'All'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

function columnsOf(chosen: string, choose: Choose): Column<Row>[] {
  return [
    {
      id: 'chart',
      head: 'Chart',
      align: 'left',
      cell: ({ id }) => (
        <button
          type="button"
          class="quiet"
          aria-pressed={String(id) === chosen}
          aria-label={`Show position ${id} on the chart`}
          title="Show entries and exits on the chart"
          onClick={() => choose(String(id) === chosen ? '' : String(id))}
        >
          ▸
        </button>
      ),
    },
    {
      id: 'id',
      head: 'Position',
      value: ({ id }) => id,
      cell: ({ id }) => <PositionLink id={id} />,
      align: 'left',
      isWide: true,
    },
    coined('LifecycleRow.coin'),
    sided('LifecycleRow.side'),
    gain('pnl', 'PnL', (row) => row.realizedPnl, 'LifecycleRow.realizedPnl'),
    dollars('notional', 'Notional', (row) => row.peakSize * row.entryVwap),
    priced('entry', 'Entry', (row) => row.entryVwap, 'LifecycleRow.entryVwap'),
    priced('exit', 'Exit', (row) => row.exitVwap, 'LifecycleRow.exitVwap'),
    percents('drawdown', 'MAE', (row) => row.drawdown, 'DrawdownCurveRow.maxDrawdownPct'),
    percents('runup', 'MFE', (row) => row.runup, 'DrawdownCurveRow.maxRunupPct'),
    lasting('held', 'Time held', (row) => row.durationMs, 'LifecycleRow.durationMs'),
    ...wide<Row>(
      dollars('fees', 'Fees', (row) => row.fees, 'LifecycleRow.fees'),
      counted('fills', 'Trades', (row) => row.fillCount, 'LifecycleRow.fillCount'),
    ),
    timed('opened', 'Opened', (row) => row.openedAt, 'LifecycleRow.openedAt'),
    {
      id: 'state',
      head: 'State',
      align: 'left',
      of: 'LifecycleRow.status',
      value: (row) => (row.wasLiquidated ? 'liquidated' : row.status),
      cell: (row) => (row.wasLiquidated ? <span class="down">liquidated</span> : row.status),
    },
  ];
}

/** Positions from flat to flat; one that is chosen is drawn on its candles. */
export function Lifecycles({ address, chosen, choose }: { address: string; chosen: string; choose: Choose }) {
  const [status, setStatus] = useAddressState('state', 'all');
  const drawdowns = useAnswer(callOf('pulse.wallet-drawdown-curve', { address, limit: 500 }), {
    everyMs: 60_000,
  });
  const extremes = new Map(drawdowns.body?.map((row) => [row.id, row]));
  const params = { address, status: status as 'all', limit: 200 } as const;
  return (
    <AnswerPanel
      title="Positions"
      call={callOf('pulse.trader-lifecycles', params)}
      everyMs={15_000}
      shape={{ rows: 12 }}
      actions={<Choice label="State" options={states} value={status} onChange={setStatus} />}
      empty={({ lifecycles }) =>
        lifecycles?.length
          ? undefined
          : "No positions within your plan's history. Spot balances and outcomes are not counted."
      }
    >
      {({ lifecycles, total }) => (
        <>
          <Table
            name="positions"
            most={200}
            label="Positions"
            rows={lifecycles!.map((row) => ({
              ...row,
              drawdown: extremes.get(row.id)?.maxDrawdownPct,
              runup: extremes.get(row.id)?.maxRunupPct,
            }))}
            columns={columnsOf(chosen, choose)}
            rowKey={({ id }) => id}
            pageRows={15}
            rowClass={({ id }) => (String(id) === chosen ? 'chosen' : undefined)}
          />
          {total > lifecycles!.length && (
            <p class="dim note">
              The newest {lifecycles!.length} of {total} are shown; the API has them all.
            </p>
          )}
        </>
      )}
    </AnswerPanel>
  );
}
