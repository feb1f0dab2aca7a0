import type { TwapEvent } from '../events.ts';

/** Newest statuses of TWAP orders, by wallet. */
export interface TwapHistory {
  add(event: TwapEvent): void;
  /** Newest first. */
  newest(wallet: number): readonly TwapEvent[];
  save(): TwapHistoryState;
}

export type TwapHistoryState = Map<number, TwapEvent[]>;

/** Maximum statuses kept per wallet. */
const statusesLimit = 200;

export function createTwapHistory(saved?: TwapHistoryState): TwapHistory {
  const byWallet: TwapHistoryState = saved ?? new Map();
  return {
    add(event) {
      const own = byWallet.get(event.wallet) ?? [];
      if (own.length === 0) byWallet.set(event.wallet, own);
      own.unshift(event);
      own.splice(statusesLimit);
    },
    newest: (wallet) => byWallet.get(wallet) ?? [],
    save: () => byWallet,
  };
}
