import type { FundingPayment } from '../events.ts';
import type { Market } from '../market.ts';
import { mergeDays, type ToldPayment } from './merged-funding.ts';
import {
  createWalletRows,
  dropBefore,
  type RowRange,
  rowsInRange,
  type WalletRowsState,
  wholeRange,
} from './wallet-rows.ts';

/** Funding of a market in an hour; rate and premium in 10^-10. */
export interface RecordedRate {
  timeMs: number;
  market: Market;
  rate: number;
  premium: number;
}

/** Funding rates by market, and payments by wallet. */
export interface FundingHistory {
  addRate(rate: RecordedRate): void;
  addPayment(payment: FundingPayment): void;
  /** Oldest first. */
  rates(market: Market, range: RowRange): RecordedRate[];
  /** Oldest first; payments of days far enough back are merged by coin. */
  payments(wallet: number, range: RowRange): ToldPayment[];
  dropBefore(timeMs: number): void;
  save(): FundingHistoryState;
}

export interface FundingHistoryState {
  /** By market. */
  rates: Map<number, RecordedRate[]>;
  rows: WalletRowsState<ReturnType<typeof makeColumns>>;
}

/** 38 bytes a payment, and 4 for its place in the chain. */
function makeColumns(capacity: number) {
  return {
    timeMs: new Float64Array(capacity),
    received: new Float64Array(capacity),
    szi: new Float64Array(capacity),
    rate: new Float64Array(capacity),
    market: new Uint16Array(capacity),
  };
}

export function createFundingHistory(options: {
  wallets: number;
  markets: readonly Market[];
  paymentsPerWallet: number;
  hoursPerMarket: number;
  /** Start of the first UTC day with hourly payments. */
  hourlyFromMs(): number;
  saved?: FundingHistoryState | undefined;
}): FundingHistory {
  const { wallets, markets, hoursPerMarket, saved } = options;
  const rates = saved?.rates ?? new Map<number, RecordedRate[]>();
  const rows = createWalletRows({
    wallets,
    rowsPerWallet: options.paymentsPerWallet,
    make: makeColumns,
    saved: saved?.rows,
  });

  return {
    addRate(rate) {
      const ofMarket = rates.get(rate.market.index) ?? [];
      if (ofMarket.length === 0) rates.set(rate.market.index, ofMarket);
      ofMarket.push(rate);
      if (ofMarket.length > hoursPerMarket) ofMarket.shift();
    },
    addPayment({ timeMs, wallet, market, received, szi, rate }) {
      const row = rows.append(wallet);
      const { columns } = rows;
      columns.timeMs[row] = timeMs;
      columns.market[row] = market.index;
      columns.received[row] = received;
      columns.szi[row] = szi;
      columns.rate[row] = rate;
    },
    rates: (market, { fromMs, toMs, limit }) =>
      (rates.get(market.index) ?? [])
        .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
        .slice(0, limit),
    payments(wallet, { fromMs, toMs, limit }) {
      const { columns } = rows;
      const all = rowsInRange(rows, wallet, wholeRange).map((row) => ({
        timeMs: columns.timeMs[row]!,
        wallet,
        market: markets[columns.market[row]!]!,
        received: columns.received[row]!,
        szi: columns.szi[row]!,
        rate: columns.rate[row]!,
      }));
      return mergeDays(all, options.hourlyFromMs())
        .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
        .slice(0, limit);
    },
    dropBefore: (timeMs) => dropBefore(rows, wallets, timeMs),
    save: () => ({ rates, rows: rows.save() }),
  };
}
