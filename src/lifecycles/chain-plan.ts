import { readRowBinary } from '../analytics/row-binary.ts';
import { type ChainStart, startOf } from './chain-start.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** A place in the order of chains, that of fills: wallet, coin, time. */
export interface ChainPlace {
  wallet: string;
  coin: string;
  timeMs: number;
}

/** Where fills have to be read. */
export interface FoldPlan {
  /** Of chains whose new fills are among the newest: from when; undefined where there is none. */
  recentFromMs: number | undefined;
  /** All others, each with its own time, ordered by wallet and coin. */
  late: ChainPlace[];
}

/** By {@link keyAt}: the chains that are read as one range of time, and those that are read one by one. */
export type ChainStarts = Record<'recent' | 'late', Map<string, ChainStart>>;

/** Chains of one turn that are read one by one: lists of a statement are bounded (analytics/param-value.ts). */
const lateLimit = 1_000;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Names a chain. @param at where the 20 bytes of its wallet stand */
export const keyAt = (bytes: Uint8Array, at: number, coin: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, 20).toString('latin1') + coin;

export const addressAt = (bytes: Uint8Array, at: number) =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset + at, 20).toString('hex')}`;

/**
 * Decides from where each changed chain is folded.
 *
 * @param bytes and `lateBeforeMs` as `Folding.plan` gets them
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
