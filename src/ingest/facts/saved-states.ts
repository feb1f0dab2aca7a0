import { type AccountHour, accountHourRow, accountHoursInsert } from '../../positions/account-hour-rows.ts';
import {
  delegatorSummary,
  readLending,
  readSpotState,
  userAbstraction,
  vaultEquity,
} from '../../wire/account-balances.ts';
import { readAccountState } from '../../wire/clearinghouse-state.ts';
import { eachOf, type Reader, type Reading } from '../../wire/payload.ts';
import { type SavedState, savedAccountValue, savedState } from '../../wire/saved-state.ts';
import { lendingRows, spotRows, stakingRows, vaultRows } from './balance-rows.ts';
import type { FactTable } from './fact-table.ts';
import { accountModes, accounts, balances, positions } from './fact-tables.ts';
import { stateRows } from './position-rows.ts';

const accountHours: FactTable<AccountHour> = {
  name: 'account_hours',
  insert: accountHoursInsert,
  encode: accountHourRow,
  keyOf: ({ wallet, hour }) => `${wallet} ${hour}`,
  versionOf: ({ made }) => made,
};

export const stateTables = { accountModes, accounts, accountHours, balances, positions } as const;
type Tables = typeof stateTables;

export type StateRows = { [T in keyof Tables]?: Parameters<Tables[T]['encode']>[0][] };

/** Reads a row of saved account states; its answer is parsed like a live answer of the exchange. */
export const readSavedState: Reader<StateRows> = (row) => {
  const reading = savedState.read(row);
  if ('fault' in reading) return reading;
  const { time, answer } = reading.data;
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch (error) {
    return { fault: `answer is no JSON (${(error as Error).message})` };
  }
  return rowsOf(reading.data, Date.parse(time), value);
};

function rowsOf({ user: wallet, type, dex }: SavedState, time: number, answer: unknown): Reading<StateRows> {
  const owner = { wallet, time };
  switch (type) {
    case 'userAbstraction':
      return mapped(userAbstraction.read(answer), (mode) => ({ accountModes: [{ ...owner, mode }] }));
    case 'clearinghouseState':
      return mapped(readAccountState(answer), (state) => {
        const rows = stateRows({ wallet, dex: dex ?? '' }, state, []);
        return { positions: rows.positions, accounts: [rows.account] };
      });
    case 'spotClearinghouseState':
      return mapped(readSpotState(answer), (state) => ({ balances: spotRows(owner, state) }));
    case 'userVaultEquities':
      return mapped(eachOf(vaultEquity)(answer), (equities, isPartial) => ({
        balances: vaultRows(owner, equities, isPartial),
      }));
    case 'delegatorSummary':
      return mapped(delegatorSummary.read(answer), (summary) => ({ balances: stakingRows(owner, summary) }));
    case 'borrowLendUserState':
      // Tokens have only numbers here; names come from the exchange.
      return mapped(readLending(answer), (lending, isPartial) => ({
        balances: lendingRows(owner, lending, { isPartial, nameOf: () => undefined }),
      }));
    case 'accountValue':
      return mapped(savedAccountValue.read(answer), (value) => ({
        accountHours: [{ ...value, wallet, hour: time, made: time, oldest: time }],
      }));
  }
}

function mapped<T>(
  reading: Reading<T>,
  rows: (data: T, isPartial: boolean) => StateRows,
): Reading<StateRows> {
  if ('fault' in reading) return reading;
  const { data, rejected, odd = [] } = reading;
  // A rejected element affects only itself: the rest of the row is stored.
  return { data: rows(data, rejected.length > 0), rejected: [], odd: [...rejected, ...odd] };
}
