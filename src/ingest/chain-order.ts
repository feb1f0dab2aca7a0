import { isPerp } from '../domain/coin-name.ts';
import { chainedOrder, type PositionLink } from '../domain/position-chain.ts';
import { readScaled } from '../kernel/scaled.ts';
import type { FillColumns } from './fill-columns.ts';

interface Link extends PositionLink {
  /** Its row. */
  at: number;
}

const comparedFills = 16;

/**
 * Restores the order in which the fills of one millisecond happened, if the source lost it: within a wallet and coin, the next fill
 * starts at the position where the previous one ended (docs/exchange.md#order-of-fills; `tid` is a hash and has no order). Fills of each
 * wallet and coin are permuted only among their own places. Spot and outcomes keep their order, because transfers and fees change their
 * balances, too.
 *
 * @param from, to Rows of equal `time`, in source order; `to` is exclusive.
 * @returns the rows in their order; undefined if the source's order is right
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

/** Places of every perp coin that one wallet filled more than once. */
function repeatedPlaces(rows: FillColumns, from: number, to: number): number[][] {
  // Most milliseconds hold a few trades of different wallets; comparing them costs less than a map.
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

/** Compares the first eight bytes; a collision only costs a closer check. */
function hasRepeatedWallet(words: Uint32Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    for (let j = from; j < i; j++) {
      if (words[j * 5] === words[i * 5] && words[j * 5 + 1] === words[i * 5 + 1]) return true;
    }
  }
  return false;
}

function linkOf({ words, bytes }: FillColumns, at: number): Link {
  const before = readScaled(words.start_position, at * 4, 12);
  const size = readScaled(words.sz, at * 4, 12);
  return { at, before, after: before + (bytes.side[at] === 1 ? size : -size) };
}
