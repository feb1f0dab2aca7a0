import { isSpotPair } from '../domain/coin-name.ts';
import { isStablecoin } from '../domain/fill.ts';
import { readScaled } from '../kernel/scaled.ts';
import type { FillColumns } from './fill-columns.ts';

/**
 * USD price of one unit of each fill's fee token (docs/methodology.md#sums): stablecoins are 1; the base token of a spot pair and an
 * outcome's own token have the fill's own price; any other token has its latest price seen so far. Fills must come in time order,
 * including duplicates, so that reading files again gives the same prices.
 */
export interface FeePrices {
  /** Sets the fee price of every row; sets `unpriced` if this run has not seen the token yet, or the value is out of bounds. */
  price(rows: FillColumns): void;
}

/** Maximum fee in USD: a rollup holds ten times as much, and an overflow would fail its whole batch. */
const feeUsdLimit = 1e15;

/** Whether the store can hold the fee's USD value; a larger fee counts as unknown. */
export function isFeeBounded(fee: number, px: number): boolean {
  return Math.abs(fee * px) < feeUsdLimit;
}

/** A price in column format: four words, without rounding. */
type Price = Uint32Array;
const zero: Price = new Uint32Array(4);
/** The scaled price 1: its two lower words. */
const oneLow = 1e10 % 2 ** 32;
const oneHigh = Math.floor(1e10 / 2 ** 32);

export function createFeePrices(): FeePrices {
  /** Latest price by coin or token name: the perp `HYPE` prices the token HYPE. */
  const latest = new Map<string, Price>();

  function priceOf(rows: FillColumns, row: number, lastRows: Int32Array): Price | undefined {
    const { words, texts, bytes } = rows;
    const token = texts.fee_token.texts[words.fee_token[row]!]!;
    const coin = texts.coin.texts[words.coin[row]!]!;
    // An outcome's side `#N` is the token `+N`.
    const name = token.charCodeAt(0) === 43 ? `#${token.slice(1)}` : token;
    if (name === coin) return pxOf(rows, row);
    const namesake = texts.coin.find(name);
    // A buyer pays the fee in the base token; a seller receives a rebate in it.
    const isRebate = words.fee[row * 4 + 3]! >= 2 ** 31;
    if ((bytes.side[row] === 1) !== isRebate && isSpotPair(coin)) {
      const px = pxOf(rows, row);
      latest.set(name, px);
      if (namesake >= 0) lastRows[namesake] = -1;
      return px;
    }
    // A zero fee needs no price, so its result does not depend on the order of fills.
    if (isZero(words.fee, row)) return zero;
    if (namesake >= 0 && lastRows[namesake]! >= 0) return pxOf(rows, lastRows[namesake]!);
    return latest.get(name);
  }

  function priceRow(rows: FillColumns, row: number, lastRows: Int32Array): void {
    const px = priceOf(rows, row, lastRows);
    const usable =
      px !== undefined && isFeeBounded(readScaled(rows.words.fee, row * 4, 12), readScaled(px, 0, 10));
    rows.unpriced[row] = usable ? 0 : 1;
    rows.words.fee_px.set(usable ? px : zero, row * 4);
  }

  return {
    price(rows) {
      const { words, texts, count } = rows;
      const coins = texts.coin.texts;
      const pairs = coins.map((coin) => coin.charCodeAt(0) === 64);
      const stable = texts.fee_token.texts.map(isStablecoin);
      /** Newest row so far by code of a coin; −1 if `latest` is newer. */
      const lastRows = new Int32Array(coins.length).fill(-1);
      for (let row = 0; row < count; row++) {
        const coin = words.coin[row]!;
        if (!pairs[coin]) lastRows[coin] = row;
        if (stable[words.fee_token[row]!]) {
          rows.unpriced[row] = 0;
          words.fee_px[row * 4] = oneLow;
          words.fee_px[row * 4 + 1] = oneHigh;
          words.fee_px[row * 4 + 2] = 0;
          words.fee_px[row * 4 + 3] = 0;
        } else {
          priceRow(rows, row, lastRows);
        }
      }
      for (const [coin, row] of lastRows.entries()) if (row >= 0) latest.set(coins[coin]!, pxOf(rows, row));
    },
  };
}

function pxOf({ words }: FillColumns, row: number): Price {
  return words.px.slice(row * 4, row * 4 + 4);
}

function isZero(words: Uint32Array, row: number): boolean {
  return (words[row * 4]! | words[row * 4 + 1]! | words[row * 4 + 2]! | words[row * 4 + 3]!) === 0;
}
