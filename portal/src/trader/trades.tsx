import { callOf, type Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { CopyButton } from '../names/copy-button.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { coined, dollars, gain, priced, sized, timed } from '../table/usual-columns.tsx';

type Trade = Schemas['TradeBody'];

const spans = [
  ['1h', '1 h'],
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
] as const;

/** Columns of single fills. */
export const tradeColumns: readonly Column<Trade>[] = [
  timed('time', 'Time', (row) => row.tradeTime, 'TradeBody.tradeTime'),
  coined('TradeBody.coin'),
  {
    id: 'direction',
    head: 'Direction',
    align: 'left',
    of: 'TradeBody.direction',
    value: (row) => row.direction,
    cell: (row) => <Toned value={row.side === 'B' ? 1 : -1}>{row.direction}</Toned>,
  },
  priced('price', 'Price', (row) => row.price, 'TradeBody.price'),
  sized('size', 'Size', (row) => row.size, 'TradeBody.size'),
  dollars('volume', 'Volume', (row) => row.volume, 'TradeBody.volume'),
  gain('pnl', 'PnL', (row) => row.pnl, 'TradeBody.pnl'),
  { ...dollars<Trade>('fee', 'Fee', (row) => row.fee, 'TradeBody.fee'), isWide: true },
  {
    id: 'tid',
    head: 'Trade ID',
    of: 'TradeBody.tid',
    isWide: true,
    value: (row) => row.tid,
    cell: (row) => (
      <>
        <span class="dim">{row.tid}</span> <CopyButton text={String(row.tid)} label="Copy trade ID" />
      </>
    ),
  },
];

/** The newest fills of a wallet: the evidence under everything above. */
export function Trades({ address }: { address: string }) {
  const [since, setSince] = useAddressState('since', '7d');
  return (
    <AnswerPanel
      title="Trades"
      call={callOf('pulse.trader-trades', { address, since, limit: 500 })}
      everyMs={listMs}
      push={{ type: 'tradesByUser', user: address }}
      shape={{ rows: 12 }}
      actions={<Choice label="Since" options={spans} value={since} onChange={setSince} />}
      empty={(rows) => (rows?.length ? undefined : `No trades in the last ${since}.`)}
    >
      {(rows) => (
        <Table
          name="fills"
          window={since}
          most={500}
          label="Trades"
          rows={rows}
          columns={tradeColumns}
          rowKey={({ tid, rawTime, side }) => `${tid} ${rawTime} ${side}`}
          pageRows={15}
        />
      )}
    </AnswerPanel>
  );
}
