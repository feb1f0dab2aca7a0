import type { Boards } from '../boards/boards.ts';
import { type TradersBoard, traders } from '../boards/traders.ts';
import { notFound, type Problem } from '../kernel/problem.ts';

/** 404: the wallet has no fill at all. */
export function unknownTrader(address: string): Problem {
  return notFound(`The wallet ${address} has no indexed fills.`);
}

/**
 * Finds a wallet that has fills, which also tells a wallet whose list is empty from one that nothing is known of. From memory.
 *
 * @param address lower-case
 * @returns the traders' board with the wallet's row in it
 * @throws Problem 404 where the wallet has no fill
 */
export async function requireTrader(
  boards: Boards,
  address: string,
): Promise<{ board: TradersBoard; row: number }> {
  const board = await boards.board(traders);
  const row = board.find(address);
  // A wallet may be known for its account alone.
  if (row === undefined || board.columns.allTimeTrades[row] === 0) throw unknownTrader(address);
  return { board, row };
}
