import { readRowBinary } from '../analytics/row-binary.ts';
import { type ChainStart, startOf } from './chain-start.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** A position in the order of fills: wallet, coin, time. */
export interface ChainPlace {
  wallet: string;
  coin: string;
  timeMs: number;
}

/** The fills to read. */
export interface FoldPlan {
  /** Unix milliseconds from which recent chains are read together; undefined if there are none. */
  recentFromMs: number | undefined;
  /** All other chains, each with its own start, ordered by wallet and coin. */
  late: ChainPlace[];
}

/** Chain starts by {@link keyAt}: `recent` chains are read as one time range, `late` chains one by one. */
export type ChainStarts = Record<'recent' | 'late', Map<string, ChainStart>>;

/** Maximum late chains of a turn: list parameters of a statement are bounded (analytics/param-value.ts). */
const lateLimit = 1_000;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Map key of a chain. @param at offset of the wallet's 20 bytes */
export const keyAt = (bytes: Uint8Array, at: number, coin: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, 20).toString('latin1') + coin;

export const addressAt = (bytes: Uint8Array, at: number) =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset + at, 20).toString('hex')}`;

/**
 * Decides where each changed chain restarts.
 *
 * @param bytes and `lateBeforeMs`: see `Folding.plan`
 * @param storedChains rows of the chains by {@link keyAt}
 */
export function planChains(
  bytes: Uint8Array,
  lateBeforeMs: number,
  storedChains: ReadonlyMap<string, StoredLifecycle[]>,
): { plan: FoldPlan; starts: ChainStarts } {
  const found: { wallet: string; coin: string; key: string; start: ChainStart }[] = [];
  const rows = readRowBinary(bytes);
  while (!rows.done) {
    const walletAt = rows.wallet();
    const coin = rows.text();
    const key = keyAt(bytes, walletAt, coin);
    const start = startOf(storedChains.get(key) ?? [], rows.int64());
    rows.int64();
    found.push({ wallet: addressAt(bytes, walletAt), coin, key, start });
  }
  found.sort((a, b) => a.start.fromMs - b.start.fromMs);
  const cutMs = Math.min(lateBeforeMs, found[lateLimit]?.start.fromMs ?? lateBeforeMs);
  const late = found.filter(({ start }) => start.fromMs < cutMs);
  const recent = found.slice(late.length);
  const starts = {
    recent: new Map(recent.map(({ key, start }) => [key, start])),
    late: new Map(late.map(({ key, start }) => [key, start])),
  };
  late.sort((a, b) => compare(a.wallet, b.wallet) || compare(a.coin, b.coin));
  const plan = {
    recentFromMs: recent[0]?.start.fromMs,
    late: late.map(({ wallet, coin, start }) => ({ wallet, coin, timeMs: start.fromMs })),
  };
  return { plan, starts };
}
