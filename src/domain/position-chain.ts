/** A fill's link in the chain of its wallet's position: what it started from, and where it ended. */
export interface PositionLink {
  before: number;
  after: number;
}

/** Positions closer than this, relative to the chain's largest, are one (docs/exchange.md#position-chain). */
const relativeTolerance = 1e-8;

/**
 * The order in which the fills of one millisecond happened: the next fill starts from the position at which the one
 * before ended (docs/exchange.md#order-of-fills; `tid` is a hash and says nothing).
 *
 * @param links of one wallet and perp coin, in source order; sizes in any one unit.
 * @returns the links in an order that chains all of them; undefined where the order they have does so already, or none does
 */
export function chainedOrder<L extends PositionLink>(links: readonly L[]): L[] | undefined {
  let largest = 0;
  for (const { before, after } of links) largest = Math.max(largest, Math.abs(before), Math.abs(after));
  const tolerance = largest * relativeTolerance;
  if (links.every((link, i) => i === 0 || Math.abs(links[i - 1]!.after - link.before) <= tolerance)) {
    return undefined;
  }
  return walkAll(links, positionNumbers(links, tolerance));
}

/** Numbers the distinct positions, so that two within the tolerance of each other have one number. */
function positionNumbers(links: readonly PositionLink[], tolerance: number): Map<number, number> {
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
function walkAll<L extends PositionLink>(links: readonly L[], numbers: Map<number, number>): L[] | undefined {
  const leaving: L[][] = [];
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
  const stack: { position: number; by: L | undefined }[] = [
    { position: starts >= 0 ? starts : numbers.get(links[0]!.before)!, by: undefined },
  ];
  const path: L[] = [];
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

function isChain(path: PositionLink[], length: number, numbers: Map<number, number>): boolean {
  if (path.length !== length) return false;
  return path.every((link, i) => i === 0 || numbers.get(path[i - 1]!.after) === numbers.get(link.before));
}
