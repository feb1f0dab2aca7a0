import type { WireFill } from '../../../src/wire/fill.ts';
import { exact, kindOf, product, type RecordBlock, signedSize } from './record.ts';
import type { RuleBook } from './rule-book.ts';

/**
 * Tracks balances of outcome contracts from fill to fill, with their cost
 * (docs/exchange.md#outcomes).
 */
export interface OutcomeRules {
  check(wallet: string, fill: WireFill): void;
  /** Checks the fills of a block together. */
  checkBlock(events: RecordBlock['events']): void;
}

/** A balance of whole contracts; cost of 10^-12, unknown where contracts were held before the first fill. */
interface Holding {
  size: bigint;
  cost: bigint | undefined;
}

const one = exact('1.0');
/** PnL is given in 10^-8; a share of the cost is cut. */
const tolerance = exact('0.00000002');

export function createOutcomeRules(book: RuleBook): OutcomeRules {
  const holdings = new Map<string, Holding>();

  function follow(holding: Holding, wallet: string, fill: WireFill): void {
    const notional = product(exact(fill.px), exact(fill.sz));
    if (fill.side === 'B') {
      if (holding.cost !== undefined) holding.cost += notional;
    } else if (holding.cost !== undefined) {
      const share = (holding.cost * exact(fill.sz)) / holding.size;
      const off = notional - share - exact(fill.closedPnl);
      const isExact = off <= tolerance && off >= -tolerance;
      book.check('outcomes: selling and settling realize price less entry', isExact, () => [wallet, fill]);
      holding.cost -= share;
    }
    holding.size += signedSize(fill);
    if (holding.size === 0n) holding.cost = 0n;
  }

  return {
    check(wallet, fill) {
      if (kindOf(fill.coin) !== 'outcome') return;
      const key = `${wallet} ${fill.coin}`;
      const start = exact(fill.startPosition);
      const known = holdings.get(key);
      const holding = known ?? { size: start, cost: start === 0n ? 0n : undefined };
      holdings.set(key, holding);
      const continues = holding.size === start && start + signedSize(fill) >= 0n;
      book.check('outcomes: balances continue and never fall below nothing', continues, () => [wallet, fill]);
      holding.size = start;
      follow(holding, wallet, fill);
    },
    checkBlock(events) {
      const payouts = new Map<number, bigint[]>();
      const sets = new Map<string, WireFill[]>();
      for (const [wallet, fill] of events) {
        if (kindOf(fill.coin) !== 'outcome') continue;
        const encoding = Number(fill.coin.slice(1));
        const outcome = Math.floor(encoding / 10);
        if (fill.dir === 'Settlement') {
          const ofSides = payouts.get(outcome) ?? [];
          payouts.set(outcome, ofSides);
          ofSides[encoding % 10] ??= exact(fill.px);
          book.check(
            'outcomes: all who hold a side are paid alike',
            ofSides[encoding % 10] === exact(fill.px),
            () => fill,
          );
        }
        if (!/^(Split Outcome|Merge Outcome|Merge Question|Negate Outcome)$/.test(fill.dir)) continue;
        const key = `${wallet} ${fill.hash}`;
        sets.set(key, [...(sets.get(key) ?? []), fill]);
      }
      for (const [outcome, [yes, no]] of payouts) {
        const isWhole = yes === undefined || no === undefined || yes + no === one;
        book.check('outcomes: what Yes and No pay adds to 1', isWhole, () => [
          outcome,
          String(yes),
          String(no),
        ]);
      }
      for (const [key, fills] of sets) {
        const isOfSides = /(Split|Merge) Outcome/.test(fills[0]!.dir);
        if (isOfSides) checkSet(book, key, fills);
        else checkAnswers(book, key, fills);
      }
    },
  };
}

/** Yes of all outcomes of a question are one USDC; a No of one of them is a Yes of all others. */
function checkAnswers(book: RuleBook, key: string, fills: readonly WireFill[]): void {
  const sizes = new Set(fills.map(({ sz }) => sz));
  const outcomes = new Set(fills.map(({ coin }) => Math.floor(Number(coin.slice(1)) / 10)));
  const yes = fills.filter(({ coin }) => Number(coin.slice(1)) % 10 === 0);
  const paid = yes.reduce((sum, { px }) => sum + exact(px), 0n);
  const isWhole = sizes.size === 1 && outcomes.size === fills.length && outcomes.size > 2;
  if (fills[0]!.dir === 'Merge Question') {
    const isMerge = yes.length === fills.length && yes.every(({ side }) => side === 'A') && paid === one;
    book.check(
      'outcomes: a question is merged from a Yes of each, for 1 together',
      isWhole && isMerge,
      () => [key, fills],
    );
    return;
  }
  const [no] = fills.filter((fill) => !yes.includes(fill));
  const isNegation =
    yes.length === fills.length - 1 &&
    no?.side === 'A' &&
    yes.every(({ side }) => side === 'B') &&
    paid === exact(no.px);
  book.check('outcomes: a No becomes a Yes of every other, at its price', isWhole && isNegation, () => [
    key,
    fills,
  ]);
}

/** One USDC equals one Yes and one No, in either direction. */
function checkSet(book: RuleBook, key: string, fills: readonly WireFill[]): void {
  const [yes, no] = fills;
  const isSet =
    fills.length === 2 &&
    Number(yes!.coin.slice(1)) + 1 === Number(no!.coin.slice(1)) &&
    yes!.sz === no!.sz &&
    yes!.side === no!.side &&
    yes!.side === (yes!.dir === 'Split Outcome' ? 'B' : 'A') &&
    exact(yes!.px) + exact(no!.px) === one;
  book.check('outcomes: a split or a merge is of as many Yes as No, for 1 together', isSet, () => [
    key,
    fills,
  ]);
}
