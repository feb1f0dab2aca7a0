import type { SourceFill } from './source.ts';

/** A fill's link in the chain of its wallet's position. */
interface Link {
  /** Index in the run. */
  at: number;
  before: number;
  after: number;
}

/** Positions closer than this, relative to the largest of the chain, are one (exchange notes §7.3). */
const relativeTolerance = 1e-8;

const comparedFills = 16;

/**
 * Puts the fills of one millisecond into the order in which they happened, where the source lost it:
 * within a wallet and coin the next fill starts from the position at which the one before ended
 * (exchange notes §7.2; `tid` is a hash and says nothing). Each wallet and coin is permuted among its
 * own places only. Spot and outcomes stay as they are: transfers and fees change their balances too.
 *
 * @param run Fills of equal `time`, in source order; reordered in place.
 */
export function orderByChain(run: SourceFill[]): void {
  if (run.length < 2) return;
  for (const places of repeatedPlaces(run)) {
    const links = places.map((at) => linkOf(run[at]!, at));
    const order = chainedOrder(links);
    if (order === undefined) continue;
    const fills = order.map((link) => run[link.at]!);
    for (const [i, at] of places.entries()) run[at] = fills[i]!;
  }
}

/** The places of every perp coin that one wallet filled more than once. */
function repeatedPlaces(run: SourceFill[]): number[][] {
  // Most milliseconds hold a few trades of different wallets: comparing them costs less than a map.
  if (run.length <= comparedFills && !hasRepeatedWallet(run)) return [];
  const firstOfWallet = new Map<string, number>();
  let byKey: Map<string, number[]> | undefined;
  for (let at = 0; at < run.length; at++) {
    const { wallet, fill } = run[at]!;
    const first = firstOfWallet.get(wallet);
    if (first === undefined) {
      firstOfWallet.set(wallet, at);
      continue;
    }
    if (!isPerp(fill.coin)) continue;
    byKey ??= new Map();
    const key = `${wallet} ${fill.coin}`;
    const places = byKey.get(key);
    if (places !== undefined) places.push(at);
    else byKey.set(key, run[first]!.fill.coin === fill.coin ? [first, at] : [at]);
  }
  return byKey === undefined ? [] : [...byKey.values()].filter((places) => places.length > 1);
}

function hasRepeatedWallet(run: SourceFill[]): boolean {
  for (let i = 1; i < run.length; i++) {
    const { wallet } = run[i]!;
    for (let j = 0; j < i; j++) if (run[j]!.wallet === wallet) return true;
  }
  return false;
}

function isPerp(coin: string): boolean {
  const first = coin.charCodeAt(0);
  return first !== 64 && first !== 35 && first !== 43 && !coin.includes('/');
}

function linkOf({ fill }: SourceFill, at: number): Link {
  const before = Number(fill.startPosition);
  const size = Number(fill.sz);
  return { at, before, after: before + (fill.side === 'B' ? size : -size) };
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
