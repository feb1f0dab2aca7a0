import type { WireFill } from '../../../src/wire/fill.ts';
import { exact, isAlone, kindOf, product } from './record.ts';
import type { RuleBook } from './rule-book.ts';

/** Tracks the fees of wallets (docs/exchange.md#fees). */
export interface FeeRules {
  check(wallet: string, fill: WireFill): void;
}

/** Bounds of a wallet's rate, as a share of the notional, from all its fills so far. */
interface RateBounds {
  least: number;
  most: number;
}

const stablecoins = new Set(['USDC', 'USDH', 'USDT0', 'USDE']);
const unit = 1_000_000n; // 10^-6 in amounts of 10^-12
const dayMs = 86_400_000;
/** A fee and a builder fee are each cut to six decimals. */
const cut = 2e-6;
/** Deployers ask twice the fee, or a tenth of that in growth mode; rebates stay, or are a tenth. */
const deployerFactors = { fee: [2, 0.2], rebate: [1, 0.1] };

export function createFeeRules(book: RuleBook): FeeRules {
  const rates = new Map<string, RateBounds>();
  /** The token in which the fees of a dex, or of buying on a spot pair, are. */
  const tokens = new Map<string, string>();

  function checkToken(fill: WireFill, feeInBase: boolean): void {
    const token = String(fill.feeToken);
    if (exact(fill.fee) === 0n) return;
    if (!feeInBase)
      book.check('fill-fields: fees are in the quote or collateral', stablecoins.has(token), () => fill);
    const market = feeInBase ? `buyers of ${fill.coin}` : fill.coin.slice(0, fill.coin.indexOf(':') + 1);
    if (market === '' && kindOf(fill.coin) !== 'perp') return; // quotes of spot pairs differ
    const known = tokens.get(market) ?? token;
    tokens.set(market, known);
    book.check(
      'builder-dexes: all fees of a dex are in its collateral, of a token bought in it',
      known === token,
      () => fill,
    );
  }

  /** A wallet pays one rate a day for a kind of trade: that of its tier (docs/exchange.md#fees). */
  function checkRate(
    wallet: string,
    fill: WireFill,
    { fee, notional }: { fee: bigint; notional: bigint },
  ): void {
    if (notional === 0n) return;
    const [paid, of] = [Number(fee) / 1e12, Number(notional) / 1e12];
    // Buying an outcome costs nothing, selling it may.
    const side = kindOf(fill.coin) === 'outcome' ? fill.side : '';
    const key = (market: string) =>
      `${side}${wallet} ${Math.floor(fill.time / dayMs)} ${fill.crossed} ${market}`;
    const market = kindOf(fill.coin) === 'perp' && !fill.coin.includes(':') ? '' : fill.coin;
    const before = rates.get(key(market)) ?? {
      least: Number.NEGATIVE_INFINITY,
      most: Number.POSITIVE_INFINITY,
    };
    const bounds = {
      least: Math.max(before.least, (paid - cut) / of),
      most: Math.min(before.most, (paid + cut) / of),
    };
    rates.set(key(market), bounds);
    book.check('fees: a wallet pays one rate', bounds.least <= bounds.most, () => [wallet, fill, before]);
    const native = rates.get(key(''));
    if (!market.includes(':') || native === undefined) return;
    const factors = native.most < 0 ? deployerFactors.rebate : deployerFactors.fee;
    const isScaled = factors.some((x) => native.least * x <= bounds.most && native.most * x >= bounds.least);
    book.check('fees: on a builder dex the rate is twice the native one, or a fifth', isScaled, () => [
      fill,
      native,
    ]);
  }

  return {
    check(wallet, fill) {
      const kind = kindOf(fill.coin);
      const isBuy = fill.side === 'B';
      // On spot, a fee is taken from the received token; a rebate is paid in the token given.
      const feeInBase = kind === 'spot' && !isAlone(fill) && isBuy === exact(fill.fee) >= 0n;
      const notional = feeInBase ? exact(fill.sz) : product(exact(fill.px), exact(fill.sz));
      const builderFee = checkBuilder(book, fill, notional);
      const fee = exact(fill.fee) - builderFee;
      checkBounds(book, fill, { fee, notional });
      checkToken(fill, feeInBase);
      const isFree = isAlone(fill) || fill.liquidation?.method === 'backstop';
      // A fee of 0 does not say in which of a pair's tokens it was cut.
      if (!isFree && !(kind === 'spot' && fee === 0n)) checkRate(wallet, fill, { fee, notional });
    },
  };
}

/** @returns the builder's part of the fee, of 10^-12. */
function checkBuilder(book: RuleBook, fill: WireFill, notional: bigint): bigint {
  const kind = kindOf(fill.coin);
  const builderFee = exact(fill.builderFee ?? '0.0');
  const isAbsentOrPaid = fill.builderFee === undefined || builderFee > 0n;
  book.check('builder-fees: a builder fee is absent or above 0', isAbsentOrPaid, () => fill);
  if (kind !== 'perp' && fill.side === 'B') {
    book.check('builder-fees: buying spot pays no builder', builderFee === 0n, () => fill);
  }
  const most = (notional * (kind === 'perp' ? 10n : 100n)) / 10_000n + unit;
  book.check('builder-fees: builder fees are within their cap', builderFee <= most, () => fill);
  return builderFee;
}

/**
 * Perps cost up to 4.5 / 1.5 bp, twice that on builder dexes; spot up to 7 / 4 bp, outcomes up to twenty times that; rebates are up to
 * 0.3 bp (docs/exchange.md#fees).
 */
function checkBounds(
  book: RuleBook,
  fill: WireFill,
  { fee, notional }: { fee: bigint; notional: bigint },
): void {
  const isPerp = kindOf(fill.coin) === 'perp';
  const [taker, maker] = isPerp ? (fill.coin.includes(':') ? [90n, 30n] : [45n, 15n]) : [70n, 40n];
  const scale = kindOf(fill.coin) !== 'outcome' ? 1n : fill.side === 'B' ? 0n : 20n;
  const most = (notional * scale * (fill.crossed ? taker : maker)) / 100_000n + unit;
  const least = fill.crossed ? 0n : -(notional * 3n) / 100_000n - unit;
  book.check('fees: fees are within the rates of the exchange', fee <= most && fee >= least, () => fill);
}
