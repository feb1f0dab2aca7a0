import type { WireFill } from '../../../src/wire/fill.ts';
import type { AccountState } from '../src/account-state.ts';
import type { FundingPayment } from '../src/events.ts';
import { dexes } from '../src/market.ts';
import { fillText } from '../src/node-line.ts';
import type { ExchangeRecord } from '../src/record/exchange-record.ts';
import type { RecordedTrade } from '../src/record/trade-tape.ts';

/** Full history, including data that the exchange's API no longer serves; compared with a store. */
export interface WorldTruth {
  /** In order of creation. */
  fills(address: string): WireFill[];
  trades(): readonly RecordedTrade[];
  payments(address: string): FundingPayment[];
  /** Perp accounts as they are now, one per dex. */
  accounts(address: string): AccountState[];
  /** Wallets with at least one fill. */
  active(): string[];
}

/** Records from the call on; earlier events of the exchange are missing. */
export function recordTruth(record: ExchangeRecord): WorldTruth {
  const { exchange } = record;
  const fills = new Map<number, WireFill[]>();
  const payments = new Map<number, FundingPayment[]>();
  const trades: RecordedTrade[] = [];
  record.subscribe({
    block(block, made) {
      for (const fill of block.fills) {
        const wire = JSON.parse(fillText(fill, block.timeMs, exchange.wallets, 'api'));
        listOf(fills, fill.wallet).push(wire);
      }
      trades.push(...made);
    },
    funding: (payment) => void listOf(payments, payment.wallet).push(payment),
  });
  const indexOf = (address: string) => {
    const index = exchange.walletIndex(address);
    if (index === undefined) throw new Error(`${address} is no wallet of this exchange`);
    return index;
  };
  return {
    fills: (address) => fills.get(indexOf(address)) ?? [],
    trades: () => trades,
    payments: (address) => payments.get(indexOf(address)) ?? [],
    accounts: (address) => dexes.map((_, dex) => exchange.account(indexOf(address), dex)),
    active: () => [...fills.keys()].map((wallet) => exchange.wallets[wallet]!.address),
  };
}

function listOf<T>(lists: Map<number, T[]>, wallet: number): T[] {
  const list = lists.get(wallet) ?? [];
  lists.set(wallet, list);
  return list;
}
