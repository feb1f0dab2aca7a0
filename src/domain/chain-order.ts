import { fillParts, type PositionFill } from './open-position.ts';
import { chainedOrder } from './position-chain.ts';

/**
 * Puts fills of one wallet and perp coin in the order in which they happened: those of one millisecond that came in several
 * batches have lost it, and their positions show it (`position-chain.ts`).
 *
 * @param fills in the order of time; ordered in place
 */
export function orderChain<F extends PositionFill>(fills: F[]): void {
  for (let from = 0; from < fills.length; ) {
    let to = from + 1;
    while (to < fills.length && fills[to]!.timeMs === fills[from]!.timeMs) to += 1;
    if (to - from > 1) orderMoment(fills, from, to);
    from = to;
  }
}

function orderMoment<F extends PositionFill>(fills: F[], from: number, to: number): void {
  const links = fills.slice(from, to).map((fill) => ({
    fill,
    before: Number(fill.startPosition),
    after: Number(fillParts(fill).endPosition),
  }));
  const order = chainedOrder(links);
  if (order !== undefined) for (const [i, { fill }] of order.entries()) fills[from + i] = fill;
}
