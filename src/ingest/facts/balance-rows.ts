import { cutScaled, scaledText } from '../../kernel/scaled.ts';
import type {
  SpotState,
  TokenLending,
  WireDelegatorSummary,
  WireVaultEquity,
} from '../../wire/account-balances.ts';
import type { BalanceRow } from './fact-tables.ts';

/** Wallet of an answer, and time of the request, Unix milliseconds. */
export interface BalanceOwner {
  wallet: string;
  time: number;
}

/** Rows of tokens with a nonzero balance. The row with the token count marks all omitted or zero tokens as gone. */
export function spotRows(owner: BalanceOwner, { balances, escrows, isPartial }: SpotState): BalanceRow[] {
  const held = balances.map(({ coin, total, hold, entryNtl }) => ({
    asset: coin,
    amount: total,
    entry_ntl: entryNtl ?? null,
    hold: hold ?? null,
  }));
  const escrowed = (escrows ?? []).map(({ coin, total }) => ({ asset: coin, amount: total }));
  return [
    ...rowsOf(owner, 'spot', held, isPartial),
    ...rowsOf(owner, 'escrow', escrowed, escrows === undefined),
  ];
}

export function vaultRows(
  owner: BalanceOwner,
  equities: readonly WireVaultEquity[],
  isPartial: boolean,
): BalanceRow[] {
  const held = equities.map(({ vaultAddress, equity }) => ({ asset: vaultAddress, amount: equity }));
  return rowsOf(owner, 'vault', held, isPartial);
}

export function stakingRows(owner: BalanceOwner, summary: WireDelegatorSummary): BalanceRow[] {
  const { delegated, undelegated, totalPendingWithdrawal: pending } = summary;
  const held = Object.entries({ delegated, undelegated, pending });
  return rowsOf(
    owner,
    'staking',
    held.map(([asset, amount]) => ({ asset, amount })),
  );
}

const decimals = 12;

/**
 * A wallet's lending less its borrowing, by token.
 *
 * @param nameOf name of a token by index; undefined if not listed
 */
export function lendingRows(
  owner: BalanceOwner,
  lending: readonly TokenLending[],
  { isPartial, nameOf }: { isPartial: boolean; nameOf(token: number): string | undefined },
): BalanceRow[] {
  const held = lending.flatMap(({ token, supplied, borrowed }) => {
    const asset = nameOf(token);
    if (asset === undefined) return [];
    const net = cutScaled(supplied, decimals) - cutScaled(borrowed, decimals);
    return [{ asset, amount: scaledText(net, decimals, decimals) }];
  });
  return rowsOf(owner, 'lent', held, isPartial || held.length < lending.length);
}

type Held = Pick<BalanceRow, 'asset' | 'amount'> & Partial<BalanceRow>;

/** Omits the row with the count if part of the answer could not be read: a missing asset need not be gone. */
function rowsOf(owner: BalanceOwner, kind: string, held: readonly Held[], isPartial = false): BalanceRow[] {
  const some = held.filter(({ amount }) => /[1-9]/.test(amount));
  const whole = { asset: '', amount: String(some.length) };
  return [...some, ...(isPartial ? [] : [whole])].map((row) => ({
    entry_ntl: null,
    hold: null,
    ...row,
    ...owner,
    kind,
  }));
}
