import type { SourceFill } from '../src/ingest/source-fill.ts';
import type { WireFill } from '../src/wire/fill.ts';

/** The n-th wallet of a test: addresses sort as their numbers do. */
export function walletOf(n: number): string {
  return `0x${n.toString(16).padStart(40, '0')}`;
}

/** A fill in a test; omitted fields have plausible, constant defaults. */
export interface FillDraft extends Partial<WireFill> {
  wallet: string;
  time: number;
  block?: number;
}

/**
 * Source fills of drafts, in their order; `seq` counts within a millisecond, ids count from 1.
 * Prices, sizes and amounts default to px 100, sz 1, no PnL, no fee.
 */
export function sourceFills(drafts: readonly FillDraft[]): SourceFill[] {
  const seqs = new Map<number, number>();
  return drafts.map(({ wallet, block = 0, ...fields }, index) => {
    const seq = seqs.get(fields.time) ?? 0;
    seqs.set(fields.time, seq + 1);
    const fill: WireFill = {
      coin: 'BTC',
      px: '100',
      sz: '1',
      side: 'B',
      startPosition: '0',
      dir: 'Open Long',
      closedPnl: '0',
      oid: index + 1,
      tid: index + 1,
      crossed: true,
      fee: '0',
      feeToken: 'USDC',
      ...fields,
    };
    return { wallet, fill, block, seq };
  });
}

/** Whole numbers below `end`, the same sequence for the same seed. */
export function seededNumbers(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

const variedCoins = ['BTC', 'ETH', 'kPEPE', 'xyz:GOLD', '@107', '#10'];

/**
 * Fills of many wallets over many days in time order, the last one at `nowMs`: the k-th wallet trades about 1/k as
 * often as the first, a third of the fills close nothing, every eleventh is no market trade.
 */
export function variedFills(options: {
  seed: number;
  count: number;
  wallets: number;
  days: number;
  nowMs: number;
}): FillDraft[] {
  const below = seededNumbers(options.seed);
  const spanMs = options.days * 86_400_000;
  const stepMs = Math.floor(spanMs / options.count);
  return Array.from({ length: options.count }, (_, index) => {
    const closes = below(3) > 0;
    const cents = closes ? below(2_000_001) - 900_000 : 0;
    return {
      wallet: walletOf(1 + Math.floor(options.wallets ** (below(1_000) / 1_000))),
      time: options.nowMs - (options.count - 1 - index) * stepMs,
      coin: variedCoins[below(variedCoins.length)]!,
      side: below(2) === 0 ? 'B' : 'A',
      px: `${1 + below(90_000)}.${below(100_000)}`,
      sz: `${below(50)}.${1 + below(999_999)}`,
      closedPnl: `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 10)}.${Math.abs(cents) % 10}`,
      fee: `${below(3) === 0 ? '-' : ''}0.${below(1_000_000)}`,
      dir: index % 11 === 0 ? 'Spot Dust Conversion' : 'Close Long',
    };
  });
}
