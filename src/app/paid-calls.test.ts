import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { createLog } from '../kernel/log.ts';
import { createShutdown } from '../kernel/shutdown.ts';
import { openPaidCalls } from './access.ts';

const sold = {
  TIDEMARK_X402_PAY_TO: `0x${'ab'.repeat(20)}`,
  TIDEMARK_X402_NETWORK: 'eip155:8453',
  TIDEMARK_X402_FACILITATOR_URL: 'http://127.0.0.1:1',
};

async function opened(env: Record<string, string>) {
  const shutdown = createShutdown({ closeTimeoutMs: 1_000 });
  const log = createLog({ level: 'silent' });
  const paidCalls = await openPaidCalls(loadConfig({}, env), { payments: {} } as ControlStore, log, shutdown);
  await shutdown.close();
  return paidCalls;
}

test('calls are sold where that is set up, at the price of their cost or their own', async () => {
  assert.equal(await opened({}), undefined);
  const prices = { TIDEMARK_X402_PRICE: '0.0025, pulse.leaderboard=1.10' };
  const paidCalls = (await opened({ ...sold, ...prices }))!;
  assert.equal(paidCalls.usdOf({ id: 'pulse.leaderboard', cost: 3 }), '1.1');
  assert.equal(paidCalls.usdOf({ id: 'account.plan', cost: 3 }), '0.0075');
  const offer = JSON.parse(
    Buffer.from(
      paidCalls.offer({ endpoint: { id: 'account.plan', cost: 1 }, request: '', url: 'http://x' }, 'Plan'),
      'base64',
    ).toString(),
  );
  assert.deepEqual(offer.accepts, [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      amount: '2500',
      payTo: sold.TIDEMARK_X402_PAY_TO,
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    },
  ]);
});

test('a setting that does not fit the networks or the catalogue is reported with its variable', async () => {
  for (const [more, fault] of [
    [{ TIDEMARK_X402_NETWORK: 'eip155:99999' }, /TIDEMARK_X402_ASSET: must be set where .* eip155:99999/],
    [{ TIDEMARK_X402_PRICE: '1,pulse.leaderbord=1' }, /TIDEMARK_X402_PRICE: .* nearest is pulse.leaderboard/],
    [{ TIDEMARK_X402_PRICE: '0.0000001' }, /TIDEMARK_X402_PRICE: .* no whole number/],
  ] as const) {
    await assert.rejects(opened({ ...sold, ...more }), fault);
  }
  const own = {
    TIDEMARK_X402_NETWORK: 'eip155:99999',
    TIDEMARK_X402_ASSET: `0x${'cd'.repeat(20)},Coin,1,18`,
  };
  assert.ok(await opened({ ...sold, ...own }));
});
