import type { WireFill } from '../../../src/wire/fill.ts';
import { checkRareKinds } from './event-rules.ts';
import {
  decimalsOf,
  exact,
  isAlone,
  kindOf,
  knownDirs,
  signedSize,
  takeoverPattern,
  zeroHash,
} from './record.ts';
import type { RuleBook } from './rule-book.ts';

const keyOrder =
  'coin,px,sz,side,time,startPosition,dir,closedPnl,hash,oid,crossed,fee,builderFee,tid,cloid,liquidation,feeToken,builder,twapId'.split(
    ',',
  );
const optionalKeys = new Set(['builderFee', 'cloid', 'liquidation', 'builder']);
const decimalPattern = /^-?\d+\.(\d|\d*[1-9])$/;
const addressPattern = /^0x[0-9a-f]{40}$/;
const hashPattern = /^0x[0-9a-f]{64}$/;
const cloidPattern = /^0x[0-9a-f]{32}$/;

/** Rules for a single fill, without fees. */
export function checkFill(book: RuleBook, wallet: string, fill: WireFill): void {
  checkShape(book, fill);
  checkNames(book, wallet, fill);
  checkPrice(book, fill);
  checkDirection(book, wallet, fill);
  checkRareKinds(book, wallet, fill);
}

function checkShape(book: RuleBook, fill: WireFill): void {
  const keys = Object.keys(fill);
  const missing = keyOrder.filter((key) => !keys.includes(key) && !optionalKeys.has(key));
  book.check('fill-fields: every field is there', missing.length === 0, () => fill);
  const inNodeOrder = keys[0] === 'coin'; // some archives keep the fields by name
  if (inNodeOrder) {
    const order = keys.map((key) => keyOrder.indexOf(key));
    const ascending = order.every((place, i) => place >= 0 && place > (order[i - 1] ?? -1));
    book.check('fill-fields: fields are in the order of the node', ascending, () => keys);
  }
  const decimals = [fill.px, fill.sz, fill.closedPnl, fill.fee, fill.builderFee ?? '0.0'];
  const plain = decimals.every((text) => decimalPattern.test(String(text)));
  book.check('numbers-and-times: numbers are plain decimal strings', plain, () => fill);
  book.check('fill-fields: sizes are above 0', exact(fill.sz) > 0n, () => fill);
  if (fill.twapId !== null)
    book.check('fill-fields: TWAP slices have no transaction', fill.hash === zeroHash, () => fill);
}

/** Addresses, hashes and ids have the exchange's form. */
function checkNames(book: RuleBook, wallet: string, fill: WireFill): void {
  const { hash = '', oid, tid, cloid, dir, time, builder } = fill;
  const addresses = [wallet, ...(builder ? [builder] : [])];
  book.check(
    'addresses: addresses are in lower case',
    addresses.every((text) => addressPattern.test(text)),
    () => [wallet, fill],
  );
  book.check('fill-fields: a hash has 32 bytes', hashPattern.test(String(hash)), () => fill);
  book.check(
    'fill-fields: times and order ids are integers',
    Number.isSafeInteger(time) && Number.isSafeInteger(oid),
    () => fill,
  );
  const isDust = dir === 'Spot Dust Conversion';
  const isTradeId =
    Number.isSafeInteger(tid) && Number(tid) < 2 ** 50 && (isDust ? tid === 0 : Number(tid) > 0);
  book.check('fill-fields: a trade id has 50 bits, and is 0 on dust alone', isTradeId, () => fill);
  if (cloid !== undefined && cloid !== null)
    book.check('fill-fields: a client id has 16 bytes', cloidPattern.test(cloid), () => fill);
  book.check('texts-of-fills: the text of a fill is a known one', knownDirs.has(dir), () => fill);
}

function checkPrice(book: RuleBook, fill: WireFill): void {
  // Takeovers are priced by margin, settlements by payout: no orders, so no tick.
  if (takeoverPattern.test(fill.dir) || isAlone(fill)) return;
  const digits = String(fill.px).replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  const decimals = decimalsOf(fill.px);
  book.check(
    'ticks: prices have 5 significant figures or are integers',
    digits.length <= 5 || decimals === 0,
    () => fill,
  );
  const isProbability = exact(fill.px) > 0n && exact(fill.px) < exact('1.0');
  if (kindOf(fill.coin) === 'outcome')
    book.check('outcomes: prices lie between 0 and 1', isProbability, () => fill);
  const limit = kindOf(fill.coin) === 'perp' ? 6 : 8;
  book.check(
    'ticks: decimals of price and size fit the tick',
    decimals + decimalsOf(fill.sz) <= limit,
    () => fill,
  );
}

/** Expected `dir` on a perp, from the position alone. */
function expectedDir(fill: WireFill): string {
  const start = exact(fill.startPosition);
  const end = start + signedSize(fill);
  if (fill.side === 'B') {
    if (start >= 0n) return 'Open Long';
    return end > 0n ? 'Short > Long' : 'Close Short';
  }
  if (start <= 0n) return 'Open Short';
  return end < 0n ? 'Long > Short' : 'Close Long';
}

function checkDirection(book: RuleBook, wallet: string, fill: WireFill): void {
  const special = takeoverPattern.test(fill.dir) || fill.dir === 'Auto-Deleveraging' || isAlone(fill);
  if (special) return;
  if (kindOf(fill.coin) !== 'perp') {
    book.check(
      'texts-of-fills: spot and outcomes are bought or sold',
      fill.dir === (fill.side === 'B' ? 'Buy' : 'Sell'),
      () => fill,
    );
    if (fill.side === 'B')
      book.check('closed-pnl: buying realizes nothing', exact(fill.closedPnl) === 0n, () => fill);
    return;
  }
  book.check('texts-of-fills: dir follows from the position', fill.dir === expectedDir(fill), () => [
    wallet,
    fill,
  ]);
  if (fill.dir.startsWith('Open')) {
    book.check('closed-pnl: opening realizes nothing', exact(fill.closedPnl) === 0n, () => [wallet, fill]);
  }
}
