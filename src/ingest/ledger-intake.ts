import { rmSync } from 'node:fs';
import { Type } from 'typebox';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { walletHex } from '../analytics/param-value.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { endedCoverage } from '../coverage/coverage-rows.ts';
import type { BatchStore } from './batch-store.ts';
import type { EncodedRow, FactTable } from './facts/fact-table.ts';
import { ledgerUpdates, twapStatuses, walletFunding } from './facts/fact-tables.ts';
import { type StateRows, stateTables } from './facts/saved-states.ts';
import type { Journal } from './journal.ts';
import type { SourceChunk } from './source.ts';

export interface LedgerCounts {
  /** Funding payments. */
  payments: number;
  /** Balance updates, counted once per wallet named. */
  updates: number;
  /** Updates without a rule; stored unchanged. */
  unknownUpdates: number;
  /** Statuses of TWAP orders. */
  twaps: number;
  /** Saved answers about accounts. */
  states: number;
}

/** Stores a node's misc events and saved account states. Rows replace each other by key, so no journal is needed. */
export interface LedgerIntake {
  readonly counts: LedgerCounts;
  add(chunk: SourceChunk): Promise<void>;
  /** Stores the remaining rows; call before the position is stored. */
  flush(): Promise<void>;
}

/** Rows per table; an hour of funding of all wallets takes several batches. */
const batchRows = 50_000;

/** @param parts.inTurn runs work in the writer's turn */
export function createLedgerIntake(parts: {
  store: BatchStore;
  journal: Journal;
  inTurn(work: () => Promise<void>): Promise<void>;
}): LedgerIntake {
  const { store, journal, inTurn } = parts;
  const counts: LedgerCounts = { payments: 0, updates: 0, unknownUpdates: 0, twaps: 0, states: 0 };
  const funding = gathered(walletFunding);
  const ledger = gathered(ledgerUpdates);
  const twaps = gathered(twapStatuses);
  const ofAccounts = Object.entries(stateTables).map(
    ([name, table]) => [name as keyof StateRows, gathered(table as FactTable<unknown>)] as const,
  );

  function gathered<R>({ encode, insert }: FactTable<R>) {
    let rows: EncodedRow[] = [];
    async function storeRows(): Promise<void> {
      const file = journal.rowsPath(-4);
      await writeRowsFile(file, rows);
      await store.insertRows({ file, ...insert, token: '' });
      rmSync(file, { force: true });
      rows = [];
    }
    return {
      async flush() {
        if (rows.length > 0) await inTurn(storeRows);
      },
      async add(more: readonly R[]) {
        for (const row of more) rows.push(encode(row));
        if (rows.length >= batchRows) await inTurn(storeRows);
      },
    };
  }

  return {
    counts,
    async add({ misc, states = [] }) {
      counts.states += states.length;
      for (const { value } of states)
        for (const [name, table] of ofAccounts) await table.add(value[name] ?? []);
      if (misc === undefined) return;
      counts.payments += misc.funding.length;
      counts.updates += misc.ledger.length;
      counts.twaps += misc.twaps.length;
      for (const row of misc.ledger) if (row.class === 'unknown') counts.unknownUpdates += 1;
      await funding.add(misc.funding);
      await ledger.add(misc.ledger);
      await twaps.add(misc.twaps);
    },
    async flush() {
      await funding.flush();
      await ledger.flush();
      await twaps.flush();
      for (const [, table] of ofAccounts) await table.flush();
    },
  };
}

const rowsOfWallet = query({
  name: 'forget_ledger_rows',
  params: { wallet: 'Wallet' },
  row: Type.Object({ rows: Type.String() }),
  sql: `
    SELECT toString((SELECT count() FROM wallet_funding FINAL WHERE wallet = {wallet:Wallet})
      + (SELECT count() FROM ledger_updates FINAL WHERE wallet = {wallet:Wallet})) AS rows`,
});

/**
 * Tables whose rows of a wallet are removed with its fills. A repeat finds the remaining rows by the last two tables, so these come last.
 */
const tablesOfWallet = [
  'paid_positions',
  'funding_coin_days',
  'payment_census_differences',
  'twap_statuses',
  'wallet_funding',
  'ledger_updates',
];

/**
 * Removes a wallet's payments and updates. Updates of other wallets that name this wallet stay. May be repeated.
 *
 * @param wallet `0x` and 40 hex digits, in lower case
 * @returns number of payments and updates
 */
export async function forgetLedger(store: AnalyticsStore, wallet: string): Promise<number> {
  const [found] = await store.rows(rowsOfWallet, { wallet }, { lane: 'write' });
  await store.command(
    endedCoverage(
      `feed IN ('walletFunding', 'walletLedger') AND hex(wallet) = upper('${walletHex(wallet)}')`,
    ),
  );
  for (const table of tablesOfWallet) {
    await store.command(
      `ALTER TABLE ${table} DELETE WHERE wallet = toFixedString(unhex('${walletHex(wallet)}'), 20) SETTINGS mutations_sync = 2`,
    );
  }
  return Number(found!.rows);
}
