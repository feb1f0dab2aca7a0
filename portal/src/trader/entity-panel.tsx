import { callOf, type Schemas } from '../api/calls.ts';
import { count, usd } from '../format/numbers.ts';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, texts } from '../table/usual-columns.tsx';

type Member = Schemas['EntityMember'];

const columns: readonly Column<Member>[] = [
  {
    id: 'address',
    head: 'Wallet',
    align: 'left',
    value: (row) => row.address,
    cell: (row) => <Wallet address={row.address} />,
  },
  texts('name', 'Name', (row) => row.name, 'EntityMember.name'),
  texts('relation', 'Relation', (row) => row.relation, 'EntityMember.relation'),
  counted('open', 'Open positions', (row) => row.openPositions, 'EntityMember.openPositions'),
  dollars('notional', 'Entry notional', (row) => row.grossEntryNotional, 'EntityMember.grossEntryNotional'),
];

/** Owner of the wallet: the master with its sub-accounts and vaults. Names were chosen by their owners. */
export function EntityPanel({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="Related wallets"
      call={callOf('entities.entity', { address })}
      everyMs={60_000}
      shape={{ rows: 3 }}
      empty={({ members }) =>
        members?.length ? undefined : 'No related wallets: no sub-accounts, no vaults.'
      }
    >
      {({ members, combinedWallets, combinedOpenPositions, combinedGrossEntryNotional }) => (
        <>
          <Table
            name="entity"
            label="Related wallets"
            rows={members!}
            columns={columns}
            rowKey={(row) => row.address}
            isShort={members!.length <= 25}
          />
          <p class="dim note">
            {count(combinedWallets)} {combinedWallets === 1 ? 'wallet' : 'wallets'},{' '}
            {count(combinedOpenPositions)} open positions, {usd(combinedGrossEntryNotional)} at entry.
          </p>
        </>
      )}
    </AnswerPanel>
  );
}
