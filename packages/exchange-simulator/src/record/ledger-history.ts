import { type RngState, savedRng, seededRng } from '../../../../src/kernel/rng.ts';
import type { LedgerUpdate } from '../events.ts';
import { randomHex } from '../hex.ts';
import type { RowRange } from './wallet-rows.ts';

/** An update with the transaction that made it. */
export type RecordedUpdate = LedgerUpdate & { hash: string };
export type RecordedLiquidation = RecordedUpdate & { type: 'liquidation' };

/** Movements that are neither fills nor funding. */
export interface LedgerHistory {
  add(update: LedgerUpdate): RecordedUpdate;
  /** Updates with the wallet as sender or receiver, oldest first. */
  updates(wallet: number, range: RowRange): RecordedUpdate[];
  /** Liquidations of all wallets, oldest first. */
  liquidations(): readonly RecordedLiquidation[];
  save(): LedgerHistoryState;
}

export interface LedgerHistoryState {
  byWallet: Map<number, RecordedUpdate[]>;
  liquidations: RecordedLiquidation[];
  rng: RngState;
}

const liquidationsLimit = 50_000;

/** @param options.seed of the transactions' hashes: the exchange's updates have none */
export function createLedgerHistory(options: {
  seed: string;
  updatesPerWallet: number;
  saved?: LedgerHistoryState | undefined;
}): LedgerHistory {
  const { saved } = options;
  const rng = saved === undefined ? seededRng(`${options.seed}/ledger hashes`) : savedRng(saved.rng);
  const byWallet = saved?.byWallet ?? new Map<number, RecordedUpdate[]>();
  const liquidations: RecordedLiquidation[] = saved?.liquidations ?? [];

  function keep(wallet: number, update: RecordedUpdate): void {
    const updates = byWallet.get(wallet) ?? [];
    if (updates.length === 0) byWallet.set(wallet, updates);
    updates.push(update);
    if (updates.length > options.updatesPerWallet) updates.shift();
  }

  return {
    add(update) {
      const recorded = { ...update, hash: `0x${randomHex(rng, 8)}` };
      for (const wallet of walletsOf(update)) keep(wallet, recorded);
      if (recorded.type === 'liquidation') liquidations.push(recorded);
      if (liquidations.length > liquidationsLimit) liquidations.splice(0, liquidationsLimit / 10);
      return recorded;
    },
    updates: (wallet, { fromMs, toMs, limit }) =>
      (byWallet.get(wallet) ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs).slice(0, limit),
    liquidations: () => liquidations,
    save: () => ({ byWallet, liquidations, rng: rng.save() }),
  };
}

/** Wallets of an update: both ends of a transfer, and the vault that money enters or leaves. */
export function walletsOf(update: LedgerUpdate): number[] {
  if ('vault' in update) return [update.wallet, update.vault];
  return 'from' in update ? [update.from, update.wallet] : [update.wallet];
}
