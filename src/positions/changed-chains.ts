import { maxListItems } from '../analytics/param-value.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import { changedChains } from '../changes/batches.ts';
import type { Changes } from '../changes/change-feed.ts';
import { hourMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import { createYielder } from '../kernel/yielder.ts';
import { type ChainRows, readChains } from './fill-rows.ts';
import { lane, newestFills } from './position-queries.ts';
import type { ReadingParts } from './whole-reading.ts';

/** Fills older than the newest by more than this are late and read by wallet; all others are read as one time range. */
const lateMs = hourMs;

/**
 * @param changes must name their chains
 * @param newestMs time of the newest stored fill, unix milliseconds
 * @returns false if a full reading costs less
 */
export async function followBatches(
  parts: ReadingParts,
  { after, upTo }: Changes,
  newestMs: number,
): Promise<boolean> {
  const { store } = parts;
  const { recent, late } = await readChanges(parts, { after, upTo }, newestMs - lateMs);
  const lost = new Map<number, Set<string>>(late);
  if (recent.size > 0) {
    const fromMs = [...recent.values()].reduce((least, { fromMs }) => Math.min(least, fromMs), newestMs);
    const bytes = await store.bytes(newestFills, { after, upTo, from: fromMs }, lane);
    const yieldToEventLoop = createYielder();
    for (const chain of readChains(bytes, parts.wallets)) {
      const change = recent.get(keyOf(chain));
      if (change !== undefined && !goOn(parts, chain, change)) addTo(lost, chain);
      await yieldToEventLoop();
    }
  }
  if (lost.size > maxListItems) return false;
  if (lost.size > 0) await readAnew(parts, lost);
  return true;
}

/** Changes of the last hour by chain, and the chains that received late fills. */
async function readChanges(
  { store, wallets, book }: ReadingParts,
  { after, upTo }: Pick<Changes, 'after' | 'upTo'>,
  lateBeforeMs: number,
) {
  const rows = readRowBinary(await store.bytes(changedChains, { after, upTo }, lane));
  const yieldToEventLoop = createYielder();
  const recent = new Map<string, Span>();
  const late = new Map<number, Set<string>>();
  while (!rows.done) {
    const chain = { wallet: wallets.rowOf(rows.bytes, rows.wallet()), coin: rows.text() };
    const change = { fromMs: rows.int64(), toMs: rows.int64() };
    const known = book.held(chain.coin, chain.wallet)?.chain;
    // Fills before the open position was opened do not affect it.
    const isPast = known !== undefined && !known.isCensored && change.toMs < known.openedMs;
    if (change.fromMs >= lateBeforeMs) recent.set(keyOf(chain), change);
    else if (!isPast) addTo(late, chain);
    await yieldToEventLoop();
  }
  return { recent, late };
}

/** @returns false if earlier fills of the chain must be read first */
function goOn({ book }: ReadingParts, { wallet, coin, fills }: ChainRows, { fromMs }: Span): boolean {
  const held = book.held(coin, wallet);
  const since = fills.filter(({ timeMs }) => timeMs >= fromMs);
  if (since.length === 0) return true;
  const continues =
    held?.chain !== undefined
      ? fromMs > held.chain.lastMs
      : held?.state !== undefined && fromMs > held.state.timeMs;
  if (!continues && since[0]!.startPosition !== 0n) return false;
  book.addFills(coin, wallet, since, continues ? 'held' : 'new');
  return true;
}

async function readAnew(
  { wallets, book, chains }: ReadingParts,
  lost: Map<number, Set<string>>,
): Promise<void> {
  const found = await chains.chainsOf([...lost.keys()].map(wallets.address));
  const wanted = found.filter(({ wallet, coin }) => lost.get(wallet)?.has(coin));
  await chains.read(wanted, book.addFills);
}

function addTo(chains: Map<number, Set<string>>, { wallet, coin }: { wallet: number; coin: string }): void {
  const coins = chains.get(wallet);
  if (coins === undefined) chains.set(wallet, new Set([coin]));
  else coins.add(coin);
}

function keyOf({ wallet, coin }: { wallet: number; coin: string }): string {
  return `${wallet} ${coin}`;
}
