import type { WireFill } from '../../../src/wire/fill.ts';
import { createChainRules } from './chain-rules.ts';
import { createFeeRules } from './fee-rules.ts';
import { checkFill } from './fill-rules.ts';
import { createOutcomeRules } from './outcome-rules.ts';
import { exact, isAlone, kindOf, type RecordBlock, zeroHash } from './record.ts';
import { createRuleBook, type RuleBook } from './rule-book.ts';

/** Known facts about the records. */
export interface RecordSource {
  /** True if the records hold both sides of every trade, as a node's do. */
  bothSides: boolean;
  /** Size decimals by coin; default: inferred from the sizes. */
  sizeDecimals?: Map<string, number>;
}

/**
 * Checks records of the exchange, real or simulated, against the rules of
 * docs/exchange.md. Nothing of the simulator is used here.
 */
export interface Invariants {
  add(block: RecordBlock): void;
  book: RuleBook;
  /** Perp positions after the last record, by `wallet coin`, of 10^-12. */
  positions(): Map<string, bigint>;
}

export function createInvariants(source: RecordSource): Invariants {
  const book = createRuleBook();
  const chains = createChainRules(book, source.sizeDecimals ?? new Map());
  const fees = createFeeRules(book);
  const outcomes = createOutcomeRules(book);
  /** Keys of the present millisecond: a repeated fill has the same time. */
  let keys = new Set<string>();
  let timeMs = 0;

  return {
    book,
    positions: () => chains.positions(),
    add(block) {
      for (const [wallet, fill] of block.events) {
        if (block.timeMs !== undefined) {
          book.check('blocks: fills have the time of their block', fill.time === block.timeMs, () => fill);
          book.check('blocks: time does not run backwards', fill.time >= timeMs, () => fill);
        }
        if (fill.time !== timeMs) keys = new Set();
        timeMs = fill.time;
        const key = `${wallet} ${fill.coin} ${fill.tid} ${fill.oid}`;
        book.check('keys: the key of a fill is its own', !keys.has(key), () => [wallet, fill]);
        keys.add(key);
        checkFill(book, wallet, fill);
        fees.check(wallet, fill);
        chains.check(wallet, fill);
        outcomes.check(wallet, fill);
      }
      if (source.bothSides) checkPairs(book, block.events);
      outcomes.checkBlock(block.events);
      checkDust(book, block);
    },
  };
}

/** A trade is two events side by side, the buyer first (docs/exchange.md#blocks). */
function checkPairs(book: RuleBook, events: RecordBlock['events']): void {
  const trades = new Set<string>();
  for (let i = 0; i < events.length; i++) {
    const first = events[i]!;
    if (isAlone(first[1])) continue;
    const second = events[i + 1];
    i += 1;
    const paired = second !== undefined && first[1].tid === second[1].tid && !isAlone(second[1]);
    book.check('blocks: both sides of a trade stand side by side', paired, () => [first, second]);
    if (!paired) continue;
    const trade = `${first[1].coin} ${first[1].tid}`;
    book.check('keys: the key of a trade is its own', !trades.has(trade), () => [first, second]);
    trades.add(trade);
    checkPair(book, first[1], second[1]);
    checkNames(book, first, second);
  }
}

function checkPair(book: RuleBook, left: WireFill, right: WireFill): void {
  const shown = () => [left, right];
  const alike = left.sz === right.sz && left.hash === right.hash && left.time === right.time;
  book.check('blocks: both sides have one size and hash', alike, shown);
  if (![left.dir, right.dir].includes('Auto-Deleveraging')) {
    book.check('blocks: one side crosses', left.crossed !== right.crossed, shown);
  }
  if (left.coin === right.coin) {
    book.check('blocks: both sides have one price', left.px === right.px, shown);
    book.check('blocks: the buyer stands first', left.side === 'B' && right.side === 'A', shown);
    return;
  }
  // Yes and No trade in one book: two buyers mint a pair, two sellers burn one (docs/exchange.md#outcomes).
  const sisters =
    kindOf(left.coin) === 'outcome' &&
    encoding(left) + encoding(right) === 2 * Math.min(encoding(left), encoding(right)) + 1;
  book.check(
    'outcomes: only Yes and No of one outcome meet',
    sisters && encoding(left) % 2 !== encoding(right) % 2,
    shown,
  );
  book.check(
    'outcomes: the prices of a minted or burnt pair add to 1',
    exact(left.px) + exact(right.px) === exact('1.0'),
    shown,
  );
  book.check('outcomes: both sides of a mint buy, of a burn sell', left.side === right.side, shown);
}

/**
 * Both sides name the same liquidation, and a takeover's text is that of the victim
 * (docs/exchange.md#liquidations).
 */
function checkNames(book: RuleBook, left: RecordBlock['events'][0], right: RecordBlock['events'][0]): void {
  const [a, b] = [left[1].liquidation, right[1].liquidation];
  const same = JSON.stringify(a) === JSON.stringify(b);
  book.check('liquidations: both sides carry one liquidation object', same, () => [left, right]);
  book.check('fill-fields: no wallet trades with itself', left[0] !== right[0], () => [left, right]);
  if (a?.method !== 'backstop') return;
  const isDeleveraged = [left, right].some(([, { dir }]) => dir === 'Auto-Deleveraging');
  if (!isDeleveraged) {
    const isAlike = left[1].dir === right[1].dir;
    book.check('liquidations: both sides of a takeover have one text', isAlike, () => [left, right]);
    const own = left[0] === a.liquidatedUser ? left[1] : right[1];
    const isWhole = String(own.startPosition).replace('-', '') === String(own.sz);
    book.check('liquidations: a takeover is of the whole position', isWhole, () => [left, right]);
  }
  const named = [left[0], right[0]].includes(a.liquidatedUser ?? '');
  book.check('liquidations: the victim is one of the sides', named, () => [left, right]);
}

/** Dust of a coin shares an order, in the first block after midnight (docs/exchange.md#dust). */
function checkDust(book: RuleBook, { events }: RecordBlock): void {
  const oids = new Map<string, unknown>();
  for (const [, fill] of events) {
    if (fill.dir !== 'Spot Dust Conversion') continue;
    const oid = oids.get(fill.coin) ?? fill.oid;
    oids.set(fill.coin, oid);
    book.check('dust: dust of a coin has one order', oid === fill.oid && fill.hash === zeroHash, () => fill);
    const sinceMidnightMs = fill.time % 86_400_000;
    book.check('dust: dust is converted right after midnight', sinceMidnightMs < 5_000, () => fill);
  }
}

function encoding(fill: WireFill): number {
  return Number(fill.coin.slice(1));
}
