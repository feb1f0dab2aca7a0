import assert from 'node:assert/strict';
import { HttpTransport, InfoClient } from '@nktkas/hyperliquid';
import { hourMs } from '../../../src/kernel/clock.ts';
import { createExchangeRecord, type ExchangeRecord } from '../src/record/exchange-record.ts';

export const startMs = Date.UTC(2026, 4, 1, 3);

/** A day and six hours: past midnight, a delisting and the settlements, into a second day of outcomes. */
export function recordedDays(): ExchangeRecord {
  const record = createExchangeRecord({
    seed: 'server',
    wallets: 200,
    coins: 12,
    startMs,
    fillsPerSecond: 0.3,
    tickMs: 120_000,
  });
  record.advance(startMs + 30 * hourMs);
  return record;
}

/** The public SDK, pointed at a simulated exchange. */
export function sdkClient(url: string): { info: InfoClient; transport: HttpTransport } {
  const transport = new HttpTransport({ apiUrl: url });
  return { transport, info: new InfoClient({ transport }) };
}

/** @param body a value sent as JSON, or text sent unchanged */
export async function post(url: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Wallets that together have everything one can ask a wallet for. */
export function reporting(record: ExchangeRecord) {
  const { exchange, fills } = record;
  const counts = exchange.wallets.map((_, wallet) => fills.count(wallet));
  const find = (has: (wallet: number) => boolean) => {
    const found = exchange.wallets.findIndex((_, wallet) => has(wallet));
    assert.ok(found >= 0);
    return { index: found, address: exchange.wallets[found]!.address };
  };
  const busiest = Math.max(...counts);
  return {
    busiest: find((wallet) => counts[wallet] === busiest),
    positioned: find((wallet) => exchange.account(wallet, 1).positions.length > 0),
    master: find((wallet) => exchange.owned(wallet).some(({ relation }) => relation === 'subAccount')),
    subAccount: find((wallet) => exchange.wallets[wallet]!.character === 'subAccount'),
    vault: find((wallet) => exchange.wallets[wallet]!.character === 'vault'),
    builderUser: find((wallet) => exchange.wallets[wallet]!.builderFee > 0),
    withAgent: find((wallet) => record.agents.agentOf(wallet) !== undefined && wallet > 40),
  };
}
