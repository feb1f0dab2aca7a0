import type { WireFill } from '../../../src/wire/fill.ts';
import { decimalsOf, exact, kindOf, signedSize } from './record.ts';
import type { RuleBook } from './rule-book.ts';

/** A wallet's position in a perp by its fills; amounts of 10^-12, cost of 10^-24. */
interface Chain {
  szi: bigint;
  /** Unknown until the position was flat. */
  cost: bigint | undefined;
}

/** Follows positions from fill to fill (docs/exchange.md#position-chain, docs/exchange.md#closed-pnl). */
export interface ChainRules {
  check(wallet: string, fill: WireFill): void;
  /** Positions after the last fill, by `wallet coin`; flat ones left out. */
  positions(): Map<string, bigint>;
}

/** Tolerance for rounding a cost to a whole tick: repeated division truncates that much. */
const noise = 10n ** 9n;
const zero = 0n;

/** @param decimalsByCoin known size decimals; default: the most seen of a coin */
export function createChainRules(book: RuleBook, decimalsByCoin: Map<string, number>): ChainRules {
  const chains = new Map<string, Chain>();

  function follow(chain: Chain, fill: WireFill): void {
    const start = chain.szi;
    const signed = signedSize(fill);
    const closing = start !== zero && start > zero !== signed > zero;
    const size = abs(start);
    const closes = closing ? min(size, abs(signed)) : zero;
    if (closes > zero && chain.cost !== undefined) {
      checkPnl(chain, fill, closes);
      chain.cost = (chain.cost * (size - closes)) / size;
    }
    if (start + signed === zero) chain.cost = zero;
    const opens = abs(signed) - closes;
    if (opens > zero) {
      if (start === zero || closes > zero) chain.cost = zero;
      if (chain.cost !== undefined) chain.cost += opens * exact(fill.px);
    }
    chain.szi = start + signed;
  }

  function checkPnl({ szi, cost }: Chain, fill: WireFill, closes: bigint): void {
    const isTakeover = fill.dir.startsWith('Liquidated') && fill.crossed;
    if (isTakeover) return;
    const decimals = 6 - (decimalsByCoin.get(fill.coin) ?? 0);
    const tick = 10n ** BigInt(12 - decimals);
    const entry = ((cost! + noise) / abs(szi) / tick) * tick;
    const gain = szi > zero ? exact(fill.px) - entry : entry - exact(fill.px);
    const expected = (gain * closes) / 10n ** 12n;
    const off = abs(expected - exact(fill.closedPnl));
    book.check('closed-pnl: closedPnl goes by the cut entry', off <= 10n ** 6n, () => ({
      fill,
      expected: String(expected),
    }));
  }

  return {
    check(wallet, fill) {
      if (kindOf(fill.coin) !== 'perp') return;
      const key = `${wallet} ${fill.coin}`;
      const seen = decimalsByCoin.get(fill.coin) ?? 0;
      decimalsByCoin.set(fill.coin, Math.max(seen, decimalsOf(fill.sz)));
      const start = exact(fill.startPosition);
      const chain = chains.get(key) ?? { szi: start, cost: start === zero ? zero : undefined };
      if (chains.has(key)) {
        book.check(
          'position-chain: positions continue where the fill before ended',
          chain.szi === start,
          () => [wallet, fill],
        );
        chain.szi = start;
      }
      chains.set(key, chain);
      follow(chain, fill);
    },
    positions: () =>
      new Map([...chains].filter(([, { szi }]) => szi !== zero).map(([key, { szi }]) => [key, szi])),
  };
}

function abs(value: bigint): bigint {
  return value < zero ? -value : value;
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
