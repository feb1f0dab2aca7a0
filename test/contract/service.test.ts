import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Params } from '../../src/endpoints/params/param.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { connectOperations } from '../../src/operate/own-or-connect.ts';
import { seedData } from '../data-template.ts';
import { campaignSeed, sized } from '../size.ts';
import { untilFound } from '../until.ts';
import { createContract, type Received } from './contract.ts';
import { fuzz, send, sendOddValues } from './fuzz.ts';

const registry = createRegistry(catalogue);
const fixtures = fileURLToPath(new URL('../fixtures/fills/', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'tidemark-service-'));
const data = seedData(join(root, 'data'));
let running: Awaited<ReturnType<typeof serve>>;
let host: string;
let port: number;
let key: string;

before(async () => {
  // More requests than any tier permits; load shedding is tested elsewhere.
  const bounds = { TIDEMARK_LIMITS: 'off', TIDEMARK_MAX_LOOP_DELAY_MS: '60000' };
  const env = { TIDEMARK_LOG_LEVEL: 'error', ...bounds };
  // As of a moment after the fixtures' fills, so that windows hold some.
  running = await serve(loadConfig({ data, port: '0', now: '2025-10-11T12:00:00Z' }, env));
  ({ hostname: host } = new URL(running.address));
  port = Number(new URL(running.address).port);
  const operations = await connectOperations(data);
  assert.ok(operations !== undefined, 'the server listens on its socket');
  ({ key } = await operations.createKey({ tier: 'enterprise' }));
  const paths = ['node_fills_by_block.jsonl', 'node_fills.jsonl'].map((name) => join(fixtures, name));
  const summary = await operations.importPaths(
    { paths },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  assert.equal(summary.quarantined, 0);
  for (const path of foldedLater) {
    const ask = () =>
      send(host, port, { target: `/api/public/v1/pulse/${path}`, headers: { 'X-API-Key': key } });
    const received = await untilFound(
      `${path} is folded`,
      async () => {
        const answer = await ask();
        return answer.status === 503 ? undefined : answer;
      },
      { deadlineMs: 240_000, everyMs: 100 },
    );
    assert.equal(received.status, 200, `${path}: ${received.text}`);
  }
});

/** Endpoints over lifecycles are refused until those of the import are folded; one of each kind. */
const foldedLater = [
  'lifecycles/recent',
  'cohorts-recent/pnl/money_printer/lifecycle-stats',
  'capital-titans',
] as const;

after(async () => {
  await running?.stop();
  rmSync(root, { recursive: true, force: true });
});

const size = sized({ check: { runs: 40 }, campaign: { runs: 1_000, seed: campaignSeed } });

test('whatever is sent to an endpoint, the answer keeps the contract and none is a 5xx that it does not declare', async (t) => {
  const statuses = await fuzz({ registry, host, port, keys: [key], ...size });
  t.diagnostic(`answers by status: ${JSON.stringify([...statuses])}`);
  assert.ok((statuses.get(200) ?? 0) > 100);
  assert.ok((statuses.get(422) ?? 0) > 100);
});

test('odd values, each in every parameter, are answered by the contract and never by a 5xx', async (t) => {
  const step = sized({ check: 61, campaign: 1 });
  const statuses = await sendOddValues({ registry, host, port, key, step });
  t.diagnostic(`answers by status: ${JSON.stringify([...statuses])}`);
  const refused = [400, 404, 422].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  assert.ok(refused > 50);
});

/**
 * Endpoints for which the fixtures may have no answer: the fixtures lack outcome texts and marks; ids are hashes; and none of their days
 * need be over.
 */
const mayHaveNothing = new Set([
  'hip4.perp-position-context',
  'live.liquidation-heatmap',
  'pulse.lifecycle',
  'pulse.daily',
  'pulse.daily-latest',
]);

test('every endpoint answers its own defaults by its own schema', async () => {
  const contract = createContract(registry);
  for (const endpoint of catalogue) {
    const path = endpoint.path
      .replace('{address}', '0x00000000000000000000000000000000000000C3')
      .replace('{coin}', 'eth')
      .replace('{symbol}', 'eth')
      .replace('{tierType}/{tier}', 'size/small_whale')
      .replace('{outcome_id}', '11844')
      .replace('{date}', '2025-10-10')
      .replace('{builder}', '0x000000000000000000000000000000000000b01d')
      .replace('{id}', '4413449625')
      .replace('{canonical}', 'eth')
      .replace('{feed}', 'trades')
      .replace('{board}', 'net');
    const target = `${path}${requiredQuery(endpoint)}`;
    const received = await send(host, port, { target, headers: { 'X-API-Key': key } });
    contract.check(endpoint, received);
    // No exchange is read here: what rests on it alone says so.
    if (received.status === 503 && endpoint.errors?.includes(503) === true) continue;
    if (received.status === 404 && mayHaveNothing.has(endpoint.id)) continue;
    if (received.status === 404 && received.text.includes('"code":"NOT_AVAILABLE"')) continue;
    assert.equal(received.status, 200, `${endpoint.id}: ${received.text}`);
    const windowed = Object.values(endpoint.params as Params).some(({ history }) => history !== undefined);
    if (windowed) checkWindow(endpoint, received);
  }
});

/** Required parameters, with their examples. */
function requiredQuery({ params, queryParams }: AnyEndpoint): string {
  const required = queryParams.filter((name) => (params as Params)[name]!.required);
  const values = required.map(
    (name) => `${name}=${encodeURIComponent((params as Params)[name]!.example ?? '')}`,
  );
  return required.length === 0 ? '' : `?${values.join('&')}`;
}

/**
 * An answer with a window reports the window, and its newest block if it has a fill
 * (docs/contract.md#windows).
 */
function checkWindow({ id }: AnyEndpoint, { headers }: Received): void {
  const [from, to] = ['x-data-from', 'x-data-to'].map((name) => headers.get(name) ?? '');
  for (const instant of [from!, to!]) assert.match(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  // Data of outcomes begin after the fixtures' day: their window is empty.
  assert.ok(from! <= to!);
  const block = headers.get('x-data-block');
  if (from! >= '2025-10-11') assert.equal(block, null, `${id}: the fixtures have no fill of that day`);
  else assert.match(block ?? '', /^\d+$/, id);
}

test('without limits an address is refused all the same that keeps guessing keys, and a valid key beside it never', async () => {
  const target = '/api/public/v1/plan';
  const anonymous = () => send(host, port, { target, headers: {} });
  let refused = await anonymous();
  for (let i = 0; i < 100 && refused.status === 401; i++) refused = await anonymous();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('x-ratelimit-scope'), 'ip');
  const passed = await send(host, port, { target, headers: { 'X-API-Key': key } });
  assert.deepEqual([passed.status, passed.headers.get('x-ratelimit-limit')], [200, null]);
});

test('every example of the reference is a body of its schema', () => {
  const contract = createContract(registry);
  for (const endpoint of catalogue) {
    assert.ok(endpoint.example !== undefined, `${endpoint.id} has an example`);
    assert.doesNotThrow(() => contract.checkExample(endpoint), endpoint.id);
  }
});
