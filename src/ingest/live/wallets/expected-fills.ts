import type { WireTrade } from '../../../wire/trade.ts';
import { type ExpectedFill, nothingExpected, type TrackedWallet, tradeKey } from './tracked-wallet.ts';

/** Trades of tracked wallets whose fills are not stored yet: the fill of each is expected. */
export interface ExpectedFills {
  /** A trade of the wallet was seen. Nothing where its fill is stored, or out of reach. */
  add(wallet: TrackedWallet, trade: Pick<WireTrade, 'coin' | 'time' | 'tid'>): void;
  /** Its fill is stored, or will not come. */
  remove(wallet: TrackedWallet, key: string): void;
  /** Over all wallets. */
  readonly count: number;
}

/** @param limit over all wallets: beyond, a wallet is read all the same, only without checking this trade */
export function createExpectedFills(limit: number, monotonicMs: () => number): ExpectedFills {
  let count = 0;
  return {
    add(wallet, { coin, time, tid }) {
      if (time <= Math.max(wallet.fillsToMs, wallet.lostToMs)) return;
      const key = tradeKey({ coin, time, tid });
      if (wallet.expected.has(key)) return;
      if (count >= limit) {
        wallet.suspectMs ??= monotonicMs();
        return;
      }
      count += 1;
      const expected = ownOf(wallet);
      expected.set(key, { coin, timeMs: time, seenMs: monotonicMs(), missed: 0 });
      wallet.expected = expected;
    },
    remove(wallet, key) {
      if (wallet.expected.has(key) && ownOf(wallet).delete(key)) count -= 1;
    },
    get count() {
      return count;
    },
  };
}

/** The map of this wallet alone: no other wallet writes to it. */
function ownOf({ expected }: TrackedWallet): Map<string, ExpectedFill> {
  return expected === nothingExpected ? new Map() : (expected as Map<string, ExpectedFill>);
}
