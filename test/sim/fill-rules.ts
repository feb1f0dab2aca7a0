import type { WireFill } from '../../src/wire/fill.ts';
import { decimalsOf, exact, isAlone, kindOf, product, signedSize, zeroHash } from './record.ts';
import type { RuleBook } from './rule-book.ts';

const keyOrder =
  'coin,px,sz,side,time,startPosition,dir,closedPnl,hash,oid,crossed,fee,builderFee,tid,cloid,liquidation,feeToken,builder,twapId'.split(
    ',',
  );
const optionalKeys = new Set(['builderFee', 'cloid', 'liquidation', 'builder']);
const stablecoins = new Set(['USDC', 'USDH', 'USDT0', 'USDE']);
const decimalPattern = /^-?\d+\.(\d|\d*[1-9])$/;
const backstopPattern = /^Liquidated (Cross|Isolated) (Long|Short)$/;
const unit = 1_000_000n; // 10^-6 in amounts of 10^-12

/** The rules that one fill alone can break (exchange notes §1, §7, §8, §11, §13, §15). */
export function checkFill(book: RuleBook, wallet: string, fill: WireFill): void {
  checkShape(book, fill);
  checkPrice(book, fill);
  checkDirection(book, wallet, fill);
  checkFees(book, fill);
  checkRareKinds(book, wallet, fill);
}

function checkShape(book: RuleBook, fill: WireFill): void {
  const keys = Object.keys(fill);
  const missing = keyOrder.filter((key) => !keys.includes(key) && !optionalKeys.has(key));
  book.check('§7 every field is there', missing.length === 0, () => fill);
  const inNodeOrder = keys[0] === 'coin'; // some archives keep the fields by name
  if (inNodeOrder) {
    const order = keys.map((key) => keyOrder.indexOf(key));
    const ascending = order.every((place, i) => place >= 0 && place > (order[i - 1] ?? -1));
    book.check('§7 fields are in the order of the node', ascending, () => keys);
  }
  const decimals = [fill.px, fill.sz, fill.closedPnl, fill.fee, fill.builderFee ?? '0.0'];
  const plain = decimals.every((text) => decimalPattern.test(String(text)));
  book.check('§1 numbers are plain decimal strings', plain, () => fill);
  book.check('§7 sizes are above 0', exact(fill.sz) > 0n, () => fill);
  if (fill.twapId !== null)
    book.check('§7 TWAP slices have no transaction', fill.hash === zeroHash, () => fill);
}

function checkPrice(book: RuleBook, fill: WireFill): void {
  // Takeovers are priced by margin, settlements by payout: no orders, so no tick.
  if (backstopPattern.test(fill.dir) || isAlone(fill)) return;
  const digits = String(fill.px).replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  const decimals = decimalsOf(fill.px);
  book.check(
    '§1 prices have 5 significant figures or are integers',
    digits.length <= 5 || decimals === 0,
    () => fill,
  );
  const limit = kindOf(fill.coin) === 'perp' ? 6 : 8;
  book.check(
    '§1 decimals of price and size fit the tick',
    decimals + decimalsOf(fill.sz) <= limit,
    () => fill,
  );
}

/** What `dir` should read on a perp, from the position alone. */
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
  const special = backstopPattern.test(fill.dir) || fill.dir === 'Auto-Deleveraging' || isAlone(fill);
  if (special) return;
  if (kindOf(fill.coin) !== 'perp') {
    book.check(
      '§7.1 spot and outcomes are bought or sold',
      fill.dir === (fill.side === 'B' ? 'Buy' : 'Sell'),
      () => fill,
    );
    if (fill.side === 'B')
      book.check('§9.2 buying realizes nothing', exact(fill.closedPnl) === 0n, () => fill);
    return;
  }
  book.check('§7.1 dir follows from the position', fill.dir === expectedDir(fill), () => [wallet, fill]);
  if (fill.dir.startsWith('Open')) {
    book.check('§9.2 opening realizes nothing', exact(fill.closedPnl) === 0n, () => [wallet, fill]);
  }
}

function checkFees(book: RuleBook, fill: WireFill): void {
  const kind = kindOf(fill.coin);
  const builderFee = exact(fill.builderFee ?? '0.0');
  const isBuy = fill.side === 'B';
  book.check(
    '§11 a builder fee is absent or above 0',
    fill.builderFee === undefined || builderFee > 0n,
    () => fill,
  );
  if (kind !== 'perp' && isBuy) book.check('§11 buying spot pays no builder', builderFee === 0n, () => fill);
  // On spot a fee is taken from what is received, a rebate is paid in what is given.
  const feeInBase = kind === 'spot' && !isAlone(fill) && isBuy === exact(fill.fee) >= 0n;
  const inStablecoin = stablecoins.has(String(fill.feeToken));
  if (!feeInBase && exact(fill.fee) !== 0n) {
    book.check('§7 fees are in the quote or collateral', inStablecoin, () => fill);
  }
  const notional = feeInBase ? exact(fill.sz) : product(exact(fill.px), exact(fill.sz));
  const exchangeFee = exact(fill.fee) - builderFee;
  // Rates of §11: perps up to 4.5 / 1.5 bp, twice that on HIP-3; spot up to 7 / 4 bp; rebates up to 0.3 bp.
  const [taker, maker] = kind === 'perp' ? (fill.coin.includes(':') ? [90n, 30n] : [45n, 15n]) : [70n, 40n];
  const most = (notional * (fill.crossed ? taker : maker)) / 100_000n + unit;
  const least = fill.crossed ? 0n : -(notional * 3n) / 100_000n - unit;
  book.check(
    '§11 fees are within the rates of the exchange',
    exchangeFee <= most && exchangeFee >= least,
    () => fill,
  );
  const builderMost = (notional * (kind === 'perp' ? 10n : 100n)) / 10_000n + unit;
  book.check('§11 builder fees are within their cap', builderFee <= builderMost, () => fill);
}

function checkRareKinds(book: RuleBook, wallet: string, fill: WireFill): void {
  const zeroFee = exact(fill.fee) === 0n;
  if (fill.dir === 'Spot Dust Conversion') {
    const whole = exact(fill.sz) === exact(fill.startPosition) && fill.side === 'A';
    const marked = fill.tid === 0 && fill.hash === zeroHash && zeroFee;
    book.check(
      '§15 dust takes the whole balance, without trade id, hash or fee',
      whole && marked,
      () => fill,
    );
    const small = product(exact(fill.px), exact(fill.sz)) <= exact('1.1');
    book.check('§15 dust is worth less than a dollar', small, () => fill);
  }
  if (fill.dir === 'Settlement') {
    const held = exact(fill.startPosition);
    const whole = (held < 0n ? -held : held) === exact(fill.sz) && held > 0n === (fill.side === 'A');
    book.check(
      '§13 a settlement ends the whole position, without fee',
      whole && fill.crossed && zeroFee,
      () => fill,
    );
    const isPayout = kindOf(fill.coin) !== 'outcome' || ['0.0', '1.0'].includes(String(fill.px));
    book.check('§13 outcomes pay 0 or 1', isPayout, () => fill);
  }
  if (fill.liquidation !== undefined && fill.liquidation !== null) checkLiquidation(book, wallet, fill);
}

function checkLiquidation(book: RuleBook, wallet: string, fill: WireFill): void {
  const { liquidatedUser, markPx, method } = fill.liquidation!;
  const isOwn = liquidatedUser === wallet;
  book.check('§8 a liquidation has a mark', exact(markPx) > 0n, () => fill);
  if (method === 'market') {
    const closes = /^Close/.test(fill.dir) && fill.crossed;
    if (isOwn) book.check('§8 a market liquidation closes as taker', closes, () => fill);
    else book.check('§8 its other side is maker', !fill.crossed, () => fill);
    book.check('§8 a market liquidation has a transaction', fill.hash !== zeroHash, () => fill);
    return;
  }
  const free = exact(fill.fee) === 0n && method === 'backstop';
  book.check('§8 backstop and ADL pay no fee', free, () => fill);
  if (fill.dir === 'Auto-Deleveraging') return;
  book.check('§8 a takeover is told as one', backstopPattern.test(fill.dir), () => fill);
  book.check('§8 in a takeover the liquidator crosses', fill.crossed === !isOwn, () => fill);
  if (!isOwn)
    book.check(
      '§9.2 a takeover realizes nothing for the liquidator',
      exact(fill.closedPnl) === 0n,
      () => fill,
    );
}
