import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../test/cli-harness.ts';
import type { PaymentSummary } from '../control/payments-list.ts';

const payer = `0x${'a1'.repeat(20)}`;
const payment: PaymentSummary = {
  id: 'f00d',
  state: 'uncertain',
  payer,
  amount: '1000',
  asset: `0x${'cc'.repeat(20)}`,
  network: 'eip155:8453',
  payTo: `0x${'bb'.repeat(20)}`,
  endpoint: 'account.plan',
  request: 'GET /x402/api/public/v1/plan',
  reason: 'invalid_exact_evm_payload_authorization_valid_before',
  createdAtMs: 0,
  endedAtMs: 60_000,
};

test('payments are listed with what they paid for, and why they are not simply settled', async () => {
  const listPayments = async () => [payment];
  const { stdout } = await run('payments list', { listPayments });
  assert.match(stdout, /^CREATED +STATE +AMOUNT +NETWORK +PAYER +REQUEST +TRANSACTION +REASON\n/);
  assert.match(stdout, /\n1970-01-01 00:00Z +uncertain +1000 +eip155:8453 .*GET \/x402.* +- +invalid_/);
  const json = JSON.parse((await run('payments list --json', { listPayments })).stdout);
  assert.equal(json[0].endedAt, '1970-01-01T00:01:00.000Z');
});

test('the options of the list reach the operation, and wrong ones are reported', async () => {
  const requests: unknown[] = [];
  const listPayments = async (options: unknown) => {
    requests.push(options);
    return [];
  };
  const { stderr } = await run(
    `payments list --state settled --payer ${payer.toUpperCase().replace('X', 'x')} --limit 7`,
    {
      listPayments,
    },
  );
  assert.match(stderr, /no payments/);
  assert.deepEqual(requests, [{ limit: 7, state: 'settled', payer }]);
  assert.match((await run('payments list --payer 0x12', { listPayments })).stderr, /0x and 40 hex digits/);
  assert.match((await run('payments list --state paid', { listPayments })).stderr, /claimed, settling/);
});
