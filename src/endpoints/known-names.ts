import type { Boards } from '../boards/boards.ts';
import { type TradersBoard, traders } from '../boards/traders.ts';
import { notFound, type Problem, sourceNotReady, unknownName } from '../kernel/problem.ts';
import type { Sources } from './sources.ts';

/** 404: the wallet has no fill. */
export function unknownTrader(address: string): Problem {
  return notFound(`The wallet ${address} has no indexed fills.`);
}

/**
 * Finds a wallet with fills, in memory. Distinguishes an unknown wallet from one with an empty list.
 *
 * @param address lower-case
 * @returns the traders' board, which has the wallet's row
 * @throws Problem 404 if the wallet has no fill
 */
export async function requireTrader(
  boards: Boards,
  address: string,
): Promise<{ board: TradersBoard; row: number }> {
  const board = await boards.board(traders);
  const row = board.find(address);
  // The board also has wallets without fills, for their account alone.
  if (row === undefined || board.columns.allTimeTrades[row] === 0) throw unknownTrader(address);
  return { board, row };
}

/**
 * The exchange's spelling of a coin that has fills, or is listed.
 *
 * @param text as the caller sent it: any case, with or without dex
 * @throws Problem 404 naming the nearest coins; 503 while the coins are loading
 */
export function knownCoin({ coins }: Pick<Sources, 'coins'>, text: string): string {
  const coin = coins.resolve(text);
  if (coin !== undefined) return coin;
  if (coins.isRead?.() === false) throw sourceNotReady('The list of coins', 2);
  throw unknownName('coin', text, coins.nearest(text), ', listed or with indexed fills');
}

/**
 * The coin that a coin's lifecycles are stored under: for a spot pair, the coin of its token's chain (market/listed-market.ts).
 *
 * @throws Problem as {@link knownCoin}
 */
export function lifecycleCoin(sources: Pick<Sources, 'coins' | 'market'>, text: string): string {
  const coin = knownCoin(sources, text);
  return sources.market.listing.get(coin)?.chain ?? coin;
}

/**
 * The exchange's spelling of a listed market. Before the first list of the exchange, coins with
 * fills are known instead.
 *
 * @param text as the caller sent it: any case and spelling
 * @throws Problem 404 naming the nearest markets
 */
export function knownMarket(sources: Pick<Sources, 'coins' | 'market'>, text: string): string {
  const { listing } = sources.market;
  const coin = listing.resolve(text);
  if (coin !== undefined) return coin;
  if (listing.dexes().length === 0) return knownCoin(sources, text);
  const nearest = listing.nearest(text).map((coin) => namedCoin(coin, listing.get(coin)?.symbol));
  throw unknownName('market', text, nearest, ' that is listed');
}

/** A coin with its symbol, if different: `@151 (UETH/USDC)`. */
function namedCoin(coin: string, symbol: string = coin): string {
  return symbol === coin ? coin : `${coin} (${symbol})`;
}

/** The dex name for answers; the validator-run dex has no name of its own. */
export function dexName(dex: string): string {
  return dex === '' ? 'hl' : dex;
}
