import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import type { PositionColumns } from '../../positions/position-columns.ts';
import type { Sources } from '../sources.ts';

/** One of the largest positions, with its notional at the mark. Valid only until the next await. */
export interface LargePosition {
  columns: PositionColumns;
  row: number;
  /** Mark price as the market has it. */
  mark: string;
  markPx: number;
  notional: number;
}

/** Minimum number of positions collected between two sorts. */
const slackRows = 1_000;

/**
 * The largest selected positions by notional; ties by address, then by coin. Positions without a mark are left out.
 *
 * @param meant.coins in the exchange's spelling
 * @param meant.only selects wallets by their row in the registry
 * @returns `matching`: number of selected positions, with and without a mark
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
