import type { ExchangeReads } from '../../../market/market.ts';
import { createExchangeReads, type ExchangeReadsOptions } from './exchange-reads.ts';
import { createInfoClient } from './info-client.ts';
import { createInfoTransport } from './info-transport.ts';
import { createWeightBudget } from './weight-budget.ts';

export interface OwnReadsOptions extends Omit<ExchangeReadsOptions, 'info'> {
  /** `https://api.hyperliquid.xyz/info`. */
  infoUrl: string;
}

/** Concurrent requests: a wallet on all dexes. */
const concurrency = 12;

/** Reads single wallets and books with a client of its own, for a process that reads nothing else from the exchange. */
export function openOwnReads(options: OwnReadsOptions): ExchangeReads & { close(): Promise<void> } {
  const { infoUrl, weightPerMinute } = options;
  const info = createInfoClient({
    transport: createInfoTransport({ url: infoUrl, connections: concurrency }),
    budget: createWeightBudget({ limit: weightPerMinute }),
    // Only the process that writes the stores keeps quarantine; here the caller gets the error.
    keep: async () => undefined,
    shares: { markets: 1, histories: 1, wallets: 1, roles: 1 },
    concurrency,
  });
  return { ...createExchangeReads({ ...options, info }), close: info.close };
}
