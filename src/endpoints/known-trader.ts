import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { notFound, type Problem } from '../kernel/problem.ts';

const traderExists = query({
  name: 'pulse_trader_exists',
  params: { wallet: 'Wallet' },
  row: Type.Object({ found: Type.Integer() }),
  limits: { maxRows: 1 },
  sql: 'SELECT 1 AS found FROM wallet_alltime WHERE wallet = {wallet:Wallet} LIMIT 1',
});

/** 404: the wallet has no fill at all. */
export function unknownTrader(address: string): Problem {
  return notFound(`The wallet ${address} has no indexed fills.`);
}

/**
 * Tells a wallet whose list is empty from a wallet that nothing is known of.
 *
 * @param address lower-case
 * @throws Problem 404 where the wallet has no fill
 */
export async function requireTrader(
  store: AnalyticsStore,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  const rows = await store.rows(traderExists, { wallet: address }, { signal });
  if (rows.length === 0) throw unknownTrader(address);
}
