import assert from 'node:assert/strict';
import { type Tier, tierLimits } from '../../../src/domain/tier.ts';
import { type AccessHarness, api, secretCause } from '../../access-harness.ts';
import type { Received } from '../../contract/contract.ts';
import { accessRows } from './access-rows.ts';
import type { ErrorRow, Stage } from './error-row.ts';
import { limitHeadersOf } from './limit-headers.ts';
import { requestRows } from './request-rows.ts';

/** Every way to get an error. */
export const errorRows: readonly ErrorRow[] = [...accessRows, ...requestRows];

const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code'];
const legacyFields = ['success', 'error', 'code'];
let addresses = 0;

/** Sends a row with its own account and address, and checks the answer against the contract. */
export async function checkErrorRow(row: ErrorRow, service: AccessHarness): Promise<void> {
  const { key, id, accountId } = await service.issue(row.tier ?? 'free');
  const from = `198.51.100.${++addresses % 250}`;
  const ask: Stage['ask'] = (path, sent) => service.send(path, { key, from, ...sent });
  const stage: Stage = { service, key, id, accountId, ask };
  try {
    await row.prepare?.(stage);
    const received = await row.send(stage);
    checkBody(row, received);
    checkHeaders(row, received);
    service.contract.checkError(received);
    await checkExplained(received, service);
    for (const secret of [key.slice(9), secretCause, 'node_modules']) {
      assert.ok(!received.text.includes(secret), 'nothing of the inside, and no key');
    }
  } finally {
    Object.assign(service.state, { strained: false, keysAway: false, countsAway: false });
  }
  if (row.counts !== undefined) await checkCounted(row, stage);
}

function checkBody(row: ErrorRow, { status, headers, text }: Received): void {
  assert.equal(status, row.status, text);
  const legacy = row.shape === 'legacy';
  assert.equal(headers.get('content-type'), legacy ? 'application/json' : 'application/problem+json');
  const body = JSON.parse(text) as Record<string, unknown>;
  const expected = {
    code: row.code,
    ...(legacy
      ? { success: false, error: /\w/ }
      : {
          status,
          title: /\w/,
          detail: /\w/,
          type: new RegExp(`/errors/${row.code}$`),
          instance: new RegExp(`${headers.get('x-request-id')}$`),
        }),
    ...row.body,
  };
  assert.deepEqual(Object.keys(body).sort(), Object.keys(expected).sort(), 'these fields and no other');
  for (const name of legacy ? legacyFields : problemFields) assert.ok(name in body, name);
  assertLike(body, expected, 'body');
}

/** Equality; a pattern in the expected value matches a text. */
function assertLike(actual: unknown, expected: unknown, at: string): void {
  if (expected instanceof RegExp) assert.match(String(actual), expected, at);
  else if (typeof expected !== 'object' || expected === null) assert.equal(actual, expected, at);
  else {
    assert.deepEqual(Object.keys(actual as object).sort(), Object.keys(expected).sort(), at);
    for (const [name, value] of Object.entries(expected)) {
      assertLike((actual as Record<string, unknown>)[name], value, `${at}.${name}`);
    }
  }
}

function checkHeaders(row: ErrorRow, { status, headers }: Received): void {
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.ok(headers.get('access-control-expose-headers'));
  const wait = headers.get('retry-after');
  if (status === 429 || status === 503) assert.match(wait ?? '', /^[1-9]\d*$/);
  else assert.equal(wait, null, 'Retry-After where waiting helps');
  assert.equal(headers.has('www-authenticate'), status === 401);
  assert.equal(headers.has('allow'), status === 405);
  for (const [name, pattern] of Object.entries(row.headers ?? {})) {
    assert.match(headers.get(name) ?? '', pattern, name);
  }
  const reported = limitHeadersOf(headers);
  if (row.limits === 'none') assert.deepEqual(reported, {});
  else assert.equal(reported['x-ratelimit-scope'], row.limits);
  // The tier is sent once the access checks are through.
  assert.equal(reported['x-ratelimit-tier'], row.limits === 'account' ? (row.tier ?? 'free') : undefined);
}

/** `type` leads to a page that explains the code. */
async function checkExplained({ text }: Received, service: AccessHarness): Promise<void> {
  const { type, code } = JSON.parse(text) as { type?: string; code: string };
  const page = await service.send(type === undefined ? `/errors/${code}` : new URL(type).pathname);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  assert.ok(page.text.includes(code));
}

/** Checks the account's next headers: one request less if the error counts, otherwise no change. */
async function checkCounted({ tier = 'free', counts }: ErrorRow, { ask }: Stage): Promise<void> {
  const next = await ask(`${api}/plan`);
  assert.equal(next.status, 200);
  const before = counts === true ? 1 : 0;
  const { ratePerMinute, requestsPerDay } = tierLimits[tier satisfies Tier];
  assert.equal(next.headers.get('x-ratelimit-remaining'), String(ratePerMinute - before - 1));
  if (requestsPerDay === null) return;
  assert.equal(next.headers.get('x-ratelimit-daily'), String(requestsPerDay - before - 1));
}
