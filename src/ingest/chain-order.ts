import { readScaled } from '../kernel/scaled.ts';
import type { FillColumns } from './fill-columns.ts';

/** A fill's link in the chain of its wallet's position. */
interface Link {
  /** Its row. */
  at: number;
  before: number;
  after: number;
}

/** Positions closer than this, relative to the largest of the chain, are one (exchange notes §7.3). */
const relativeTolerance = 1e-8;

const comparedFills = 16;

/**
 * The order in which the fills of one millisecond happened, where the source lost it: within a wallet and
 * coin the next fill starts from the position at which the one before ended (exchange notes §7.2; `tid` is
 * a hash and says nothing). Each wallet and coin is permuted among its own places only. Spot and outcomes
 * stay as they are: transfers and fees change their balances too.
 *
 * @param from, to Rows of equal `time`, in source order; `to` is the first that is none.
 * @returns the rows in their order; undefined where that is the source's
 */
export function chainOrder(rows: FillColumns, from: number, to: number): Int32Array | undefined {
  if (to - from < 2) return undefined;
  let ordered: Int32Array | undefined;
  for (const places of repeatedPlaces(rows, from, to)) {
    const order = chainedOrder(places.map((at) => linkOf(rows, at)));
    if (order === undefined) continue;
    ordered ??= Int32Array.from({ length: to - from }, (_, i) => from + i);
    for (const [i, place] of places.entries()) ordered[place - from] = order[i]!.at;
  }
  return ordered;
}

/** The places of every perp coin that one wallet filled more than once. */
function repeatedPlaces(rows: FillColumns, from: number, to: number): number[][] {
  // Most milliseconds hold a few trades of different wallets: comparing them costs less than a map.
  if (to - from <= comparedFills && !hasRepeatedWallet(rows.words.wallet, from, to)) return [];
  const wallets = Buffer.from(rows.bytes.wallet.buffer);
  const coins = rows.texts.coin.texts;
  const byKey = new Map<string, number[]>();
  for (let at = from; at < to; at++) {
    const coin = rows.words.coin[at]!;
    if (!isPerp(coins[coin]!)) continue;
    const key = `${wallets.toString('latin1', at * 20, at * 20 + 20)}${coin}`;
    const places = byKey.get(key);
    if (places === undefined) byKey.set(key, [at]);
    else places.push(at);
  }
  return [...byKey.values()].filter((places) => places.length > 1);
}

/** By the first eight bytes: two wallets that share them only cost a closer look. */
function hasRepeatedWallet(words: Uint32Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    for (let j = from; j < i; j++) {
      if (words[j * 5] === words[i * 5] && words[j * 5 + 1] === words[i * 5 + 1]) return true;
    }
  }
  return false;
}

function isPerp(coin: string): boolean {
  const first = coin.charCodeAt(0);
  return first !== 64 && first !== 35 && first !== 43 && !coin.includes('/');
}

function linkOf({ words, bytes }: FillColumns, at: number): Link {
  const before = readScaled(words.start_position, at * 4, 12);
  const size = readScaled(words.sz, at * 4, 12);
  return { at, before, after: before + (bytes.side[at] === 1 ? size : -size) };
}

/**
 * @returns The links in an order that chains all of them; undefined where the order they have does so
 *   already, or none does.
 */
function chainedOrder(links: Link[]): Link[] | undefined {
  let largest = 0;
  for (const { before, after } of links) largest = Math.max(largest, Math.abs(before), Math.abs(after));
  const tolerance = largest * relativeTolerance;
  if (links.every((link, i) => i === 0 || Math.abs(links[i - 1]!.after - link.before) <= tolerance)) {
    return undefined;
  }
  return walkAll(links, positionNumbers(links, tolerance));
}

/** Numbers the distinct positions, so that two within the tolerance of each other have one number. */
function positionNumbers(links: Link[], tolerance: number): Map<number, number> {
  const sorted = links.flatMap(({ before, after }) => [before, after]).sort((a, b) => a - b);
  const numbers = new Map<number, number>();
  let number = 0;
  for (const [i, position] of sorted.entries()) {
    if (i > 0 && position - sorted[i - 1]! > tolerance) number++;
    numbers.set(position, number);
  }
  return numbers;
}

/**
 * A walk over positions that uses every fill once is an Eulerian path (Hierholzer's algorithm), so even
 * a millisecond with thousands of fills costs linear time. Fills are tried in source order, which
 * decides where several orders chain.
 */
function walkAll(links: Link[], numbers: Map<number, number>): Link[] | undefined {
  const leaving: Link[][] = [];
  const surplus: number[] = [];
  for (const link of links) {
    const from = numbers.get(link.before)!;
    const to = numbers.get(link.after)!;
    leaving[from] ??= [];
    leaving[from].push(link);
    surplus[from] = (surplus[from] ?? 0) + 1;
    surplus[to] = (surplus[to] ?? 0) - 1;
  }
  // The path starts where more fills leave than arrive; a round trip starts where the source does.
  const starts = surplus.findIndex((count) => count > 0);
  const tried: number[] = [];
  const stack: { position: number; by: Link | undefined }[] = [
    { position: starts >= 0 ? starts : numbers.get(links[0]!.before)!, by: undefined },
  ];
  const path: Link[] = [];
  while (stack.length > 0) {
    const { position, by } = stack.at(-1)!;
    const next = leaving[position]?.[tried[position] ?? 0];
    if (next !== undefined) {
      tried[position] = (tried[position] ?? 0) + 1;
      stack.push({ position: numbers.get(next.after)!, by: next });
    } else {
      stack.pop();
      if (by !== undefined) path.push(by);
    }
  }
  return isChain(path.reverse(), links.length, numbers) ? path : undefined;
}

function isChain(path: Link[], length: number, numbers: Map<number, number>): boolean {
  if (path.length !== length) return false;
  return path.every((link, i) => i === 0 || numbers.get(path[i - 1]!.after) === numbers.get(link.before));
}
