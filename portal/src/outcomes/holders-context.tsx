import { callOf, type Schemas } from '../api/calls.ts';
import { Side } from '../format/change.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, gain, percents, sized, texts, wallet } from '../table/usual-columns.tsx';

type ContextSide = Schemas['PerpContextSide'];
type Holder = Schemas['PerpContextTopWallet'];

const sideColumns: readonly Column<ContextSide>[] = [
  texts('side', 'Holders of', (row) => row.outcomeSide),
  counted('wallets', 'Wallets', (row) => row.outcomeWallets, 'PerpContextSide.outcomeWallets'),
  percents(
    'overlap',
    'With a perp',
    (row) => row.openPositionOverlapPct,
    'PerpContextSide.openPositionOverlapPct',
  ),
  counted('long', 'Long', (row) => row.longWallets, 'PerpContextSide.longWallets'),
  counted('short', 'Short', (row) => row.shortWallets, 'PerpContextSide.shortWallets'),
  counted('aligned', 'Aligned', (row) => row.alignedWallets, 'PerpContextSide.alignedWallets'),
  counted('hedged', 'Hedged', (row) => row.hedgedWallets, 'PerpContextSide.hedgedWallets'),
  sized('net', 'Net position', (row) => row.netUnderlyingPosition, 'PerpContextSide.netUnderlyingPosition'),
];

const holderColumns: readonly Column<Holder>[] = [
  wallet('address', 'Holder', (row) => row.address),
  texts('outcome', 'Holds', (row) => row.outcomeSide),
  dollars('held', 'Value held', (row) => row.outcomeNotionalUsdh, 'PerpContextTopWallet.outcomeNotionalUsdh'),
  {
    id: 'side',
    head: 'Perp',
    align: 'left',
    of: 'PerpContextTopWallet.underlyingSide',
    value: (row) => row.underlyingSide,
    cell: (row) =>
      row.underlyingSide === 'none' ? <span class="dim">none</span> : <Side side={row.underlyingSide} />,
  },
  dollars('notional', 'Notional', (row) => row.underlyingNotional, 'PerpContextTopWallet.underlyingNotional'),
  gain(
    'unrealized',
    'Unrealized PnL',
    (row) => row.underlyingUnrealizedPnl,
    'PerpContextTopWallet.underlyingUnrealizedPnl',
  ),
  texts('signal', 'Signal', (row) => row.signal, 'PerpContextTopWallet.signal'),
];

/** Perp positions of an outcome's holders in its underlying: the same bet twice, or a hedge. */
export function HoldersContext({ id }: { id: number }) {
  return (
    <AnswerPanel
      title="Holders in perps"
      call={callOf('hip4.perp-position-context', { outcome_id: id, limit: 100 })}
      everyMs={30_000}
      shape={{ rows: 6 }}
      empty={({ sides }) =>
        sides?.length ? undefined : 'No holders found in the trades of the last 14 days.'
      }
    >
      {({ sides, topWallets, underlying }) => (
        <>
          <Table
            name="sides"
            label={`Holders by side, and their ${underlying}`}
            rows={sides!}
            columns={sideColumns}
            rowKey={(row) => row.outcomeSide}
            isShort
          />
          {topWallets !== null && topWallets.length > 0 && (
            <Table
              name="holders"
              most={100}
              label="Largest holders"
              rows={topWallets}
              columns={holderColumns}
              rowKey={(row) => `${row.address} ${row.outcomeSide}`}
              pageRows={10}
            />
          )}
        </>
      )}
    </AnswerPanel>
  );
}
