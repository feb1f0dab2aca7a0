import type { AnalyticsStore } from '../analytics/store.ts';
import { type WalletRange, walletRanges } from '../analytics/wallet-ranges.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createYielder } from '../kernel/yielder.ts';
import type { ChainReader } from './chain-reader.ts';
import type { PositionBook } from './position-book.ts';
import { accountsOfRange, lane, positionSizes, statesOfRange } from './position-queries.ts';
import { readAccounts, readStates, type StateRow } from './state-rows.ts';

export interface ReadingParts {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  wallets: WalletIndex;
  book: PositionBook;
  chains: ChainReader;
}

/** Target rows per wallet range; a statement over it takes less than a second. */
const fillsOfRange = 300_000;
const statesOfOneRange = 20_000;
const rangesLimit = 4_096;

/**
 * Reads every open position from the store, range by range of wallets. Held positions that the reading does not find are closed at
 * the end; until then readers still see them.
 */
export async function readEverything(parts: ReadingParts): Promise<void> {
  const [sizes] = await parts.store.rows(positionSizes, {}, lane);
  const wanted = Math.max(Number(sizes!.fills) / fillsOfRange, Number(sizes!.positions) / statesOfOneRange);
  parts.book.beginReading();
  for (const range of walletRanges(wanted, rangesLimit)) await readRange(parts, range);
  parts.book.endReading();
}

async function readRange({ store, wallets, book, chains }: ReadingParts, range: WalletRange): Promise<void> {
  const yieldToEventLoop = createYielder();
  // Accounts first: a state stored in between then has its positions read, too.
  for (const { dex, wallet, timeMs } of readAccounts(
    await store.bytes(accountsOfRange, range, lane),
    wallets,
  )) {
    book.noteAccount(dex, wallet, timeMs);
    await yieldToEventLoop();
  }
  const states = new Map<string, StateRow>();
  for (const row of readStates(await store.bytes(statesOfRange, range, lane), wallets, book.tableOf)) {
    states.set(keyOf(row), row);
    await yieldToEventLoop();
  }
  const found = await chains.openChains(range);
  await chains.read(
    found.filter(({ mayBeOpen }) => mayBeOpen),
    (coin, wallet, fills, start) => {
      const key = keyOf({ coin, wallet });
      book.addFills(coin, wallet, fills, start, states.get(key)?.state);
      states.delete(key);
    },
  );
  // The remaining states have no fills, or fills that end flat.
  const lastFills = new Map<string, number>();
  for (const chain of found) {
    lastFills.set(keyOf(chain), chain.lastMs);
    await yieldToEventLoop();
  }
  for (const [key, { coin, wallet, state }] of states) {
    book.addState(coin, wallet, state, { lastFillMs: lastFills.get(key) ?? 0 });
    await yieldToEventLoop();
  }
}

function keyOf({ coin, wallet }: { coin: string; wallet: number }): string {
  return `${wallet} ${coin}`;
}
