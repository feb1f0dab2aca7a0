import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import type { PositionColumns } from '../../positions/position-columns.ts';
import type { Sources } from '../sources.ts';

/** A position among the largest: its row, and what it is worth at its mark. Read within the turn that gave it. */
export interface LargePosition {
  columns: PositionColumns;
  row: number;
  /** As the market has it. */
  mark: string;
  markPx: number;
  notional: number;
}

/** Positions between two looks at what is among the largest, at least. */
const slackRows = 1_000;

/**
 * The largest positions of those that are meant, by notional; ties by address, then by coin. Without a mark nothing is large.
 *
 * @param meant.coins in the exchange's spelling
 * @param meant.only whether the positions of a wallet are meant, by its row in the registry
 * @returns `matching`: how many are meant, with and without a mark
 */
export function largestPositions(
  { positions, market }: Pick<Sources, 'positions' | 'market'>,
  { coins, only }: { coins: Iterable<string>; only(wallet: number): boolean },
  limit: number,
): { largest: LargePosition[]; matching: number } {
  let found: LargePosition[] = [];
  let [least, matching] = [0, 0];
  const addressOf = ({ columns, row }: LargePosition) => positions.address(columns.wallet[row]!);
  const order = totalOrder<LargePosition>(
    descending(({ notional }) => notional),
    ascending(addressOf),
    ascending(({ columns }) => columns.coin),
  );
  for (const coin of coins) {
    const mark = market.mark(coin)?.px;
    const columns = positions.ofCoin(coin);
    const markPx = Number(mark);
    for (let row = 0; row < columns.count; row++) {
      if (!only(columns.wallet[row]!)) continue;
      matching += 1;
      if (mark === undefined) continue;
      const notional = Math.abs(columns.size[row]!) * markPx;
      if (notional < least) continue;
      found.push({ columns, row, mark, markPx, notional });
      if (found.length < 2 * limit + slackRows) continue;
      found = found.sort(order).slice(0, limit);
      least = found.at(-1)!.notional;
    }
  }
  return { largest: found.sort(order).slice(0, limit), matching };
}
