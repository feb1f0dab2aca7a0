import type { WireFill } from '../../../src/wire/fill.ts';
import { exact, kindOf, product, signedSize, takeoverPattern, zeroHash } from './record.ts';
import type { RuleBook } from './rule-book.ts';

/** Dust, settlements, liquidations and auto-deleveraging, as far as one fill shows them. */
export function checkRareKinds(book: RuleBook, wallet: string, fill: WireFill): void {
  const zeroFee = exact(fill.fee) === 0n;
  if (fill.dir === 'Spot Dust Conversion') {
    const whole = exact(fill.sz) === exact(fill.startPosition) && fill.side === 'A';
    const marked = fill.tid === 0 && fill.hash === zeroHash && zeroFee;
    book.check(
      'dust: dust takes the whole balance, without trade id, hash or fee',
      whole && marked,
      () => fill,
    );
    const small = product(exact(fill.px), exact(fill.sz)) <= exact('1.1');
    book.check('dust: dust is worth less than a dollar', small, () => fill);
  }
  if (fill.dir === 'Settlement') {
    const held = exact(fill.startPosition);
    const whole = (held < 0n ? -held : held) === exact(fill.sz) && held > 0n === (fill.side === 'A');
    book.check(
      'outcomes: a settlement ends the whole position',
      whole && fill.crossed && (zeroFee || kindOf(fill.coin) === 'outcome'),
      () => fill,
    );
    const isPayout = kindOf(fill.coin) !== 'outcome' || exact(fill.px) <= exact('1.0');
    book.check('outcomes: outcomes pay from 0 to 1', isPayout, () => fill);
  }
  if (fill.liquidation !== undefined && fill.liquidation !== null) checkLiquidation(book, wallet, fill);
}

function checkLiquidation(book: RuleBook, wallet: string, fill: WireFill): void {
  const { liquidatedUser, markPx, method } = fill.liquidation!;
  const fields = Object.keys(fill.liquidation!).join();
  const isFormed = fields === 'liquidatedUser,markPx,method' && /^0x[0-9a-f]{40}$/.test(liquidatedUser ?? '');
  book.check(
    'fill-fields: a liquidation has its three fields',
    isFormed && typeof markPx === 'string',
    () => fill,
  );
  const isOwn = liquidatedUser === wallet;
  book.check('liquidations: a liquidation has a mark', exact(markPx ?? '0') > 0n, () => fill);
  if (method === 'market') {
    const closes = /^Close/.test(fill.dir) && fill.crossed;
    if (isOwn) book.check('liquidations: a market liquidation closes as taker', closes, () => fill);
    else book.check('liquidations: its other side is maker', !fill.crossed, () => fill);
    book.check('liquidations: a market liquidation has a transaction', fill.hash !== zeroHash, () => fill);
    return;
  }
  const free = exact(fill.fee) === 0n && method === 'backstop';
  book.check('liquidations: backstop and ADL pay no fee', free, () => fill);
  if (fill.dir === 'Auto-Deleveraging') {
    const [start, end] = [exact(fill.startPosition), exact(fill.startPosition) + signedSize(fill)];
    const shrinks = start > 0n ? end >= 0n && end < start : end <= 0n && end > start;
    book.check('liquidations: deleveraging closes, and turns nothing round', shrinks, () => [wallet, fill]);
    return;
  }
  book.check('liquidations: a takeover is reported as one', takeoverPattern.test(fill.dir), () => fill);
  book.check('liquidations: in a takeover the liquidator crosses', fill.crossed === !isOwn, () => fill);
  if (isOwn) {
    const held = exact(fill.startPosition);
    const side = held > 0n ? 'Long' : 'Short';
    const closes = fill.dir.endsWith(side) && exact(fill.sz) <= (held < 0n ? -held : held);
    book.check('liquidations: the text of a takeover names the side that it closes', closes, () => [
      wallet,
      fill,
    ]);
  } else
    book.check(
      'closed-pnl: a takeover realizes nothing for the liquidator',
      exact(fill.closedPnl) === 0n,
      () => fill,
    );
}
