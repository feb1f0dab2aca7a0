import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startToys, type ToyServer, toyBoard } from '../../../test/contract/toys.ts';
import { seedControl } from '../../../test/data-template.ts';
import { createAuthenticator, type KeyAuthenticator } from '../../access/authenticate.ts';
import type { CountingLimiter } from '../../access/limiter.ts';
import { createMemoryLimiter } from '../../access/memory-limiter.ts';
import type { RequestRecord } from '../../access/request-record.ts';
import { newApiKey } from '../../control/key-format.ts';
import { openPglite } from '../../control/pglite.ts';
import type { ControlStore } from '../../control/store.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { networksOf } from '../../kernel/networks.ts';
import type { Problem } from '../../kernel/problem.ts';
import { secureRng } from '../../kernel/rng.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { ServerOptions } from '../server/server.ts';
import { createKeyGuard } from './key-guard.ts';

const board = '/api/public/v1/toy/board';
const clock = fixedClock(Date.UTC(2026, 5, 1));
const root = mkdtempSync(join(tmpdir(), 'tidemark-key-guard-'));
let control: ControlStore;
let limiter: CountingLimiter;
let authenticator: KeyAuthenticator;
let lookups = 0;
const records: RequestRecord[] = [];
const requestLog = {
  counts: { stored: 0, dropped: 0 },
  record: (one: RequestRecord) => void records.push(one),
};

before(async () => {
  control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
  const counting = {
    ...control,
    findByHash: (hash: string) => {
      lookups += 1;
      return control.findByHash(hash);
    },
  };
  // Both clocks are fixed: used quota stays used, and no answer ages.
  authenticator = createAuthenticator({
    control: counting,
    clock,
    elapsedMs: () => 0,
    signupUrl: 'https://x.example',
  });
  limiter = createMemoryLimiter({ control, clock, elapsedMs: () => 0 });
});
after(async () => {
  authenticator.close();
  await limiter.close();
  await control.close();
  rmSync(root, { recursive: true, force: true });
});

const madeUp = () => newApiKey('live', secureRng);
const mistyped = () => madeUp().replace(/.$/, (last) => (last === '0' ? '1' : '0'));

function start(more: Partial<ServerOptions> = {}): Promise<ToyServer> {
  return startToys([toyBoard], { authenticator, limiter, requestLog, ...more });
}

async function ask(toy: ToyServer, key: string | undefined, client?: string): Promise<Response> {
  const headers = { ...(key && { 'X-API-Key': key }), ...(client && { 'X-Forwarded-For': client }) };
  const answer = await fetch(toy.url + board, { headers });
  await answer.text();
  return answer;
}

test('refused keys are counted by their reason, and limits by their scope', async () => {
  const toy = await start({ trustedProxies: networksOf('127.0.0.0/8') });
  const revoked = await control.createKey({ accountName: 'revoked', tier: 'free' });
  await control.revokeKey(revoked.id);
  for (const key of [undefined, mistyped(), mistyped(), madeUp(), madeUp(), madeUp(), revoked.key]) {
    assert.equal((await ask(toy, key, '192.0.2.1')).status, 401);
  }
  for (let i = 0; i < 53; i++) assert.equal((await ask(toy, undefined, '192.0.2.1')).status, 401);
  assert.equal((await ask(toy, undefined, '192.0.2.1')).status, 429);
  const metrics = await (await toy.get('/metrics', null)).text();
  for (const [name, count] of [
    ['tidemark_key_refusals_total{reason="missing"}', 54],
    ['tidemark_key_refusals_total{reason="checksum"}', 2],
    ['tidemark_key_refusals_total{reason="unknown"}', 3],
    ['tidemark_key_refusals_total{reason="revoked"}', 1],
    ['tidemark_limit_refusals_total{scope="ip"}', 1],
    ['tidemark_limit_refusals_total{scope="minute"}', 0],
  ] as const) {
    assert.ok(metrics.includes(`${name} ${count}\n`), `${name} ${count}`);
  }
  assert.ok(!/tdm_|192\.0\.2/.test(metrics));
  await toy.server.close(0);
});

test('an address has a bounded number of keys looked up in vain; keys accepted before pass, and other addresses', async () => {
  const clientAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const identify = createKeyGuard({ authenticator, limiter, clientAddress, elapsedMs: () => 0 });
  const outcome = async (key: string, remoteAddress: string): Promise<string | number> => {
    const call = { req: { socket: { remoteAddress } } } as HttpCall;
    return identify(key, call).then(
      ({ tier }) => tier,
      (error: Problem) => error.fields.status,
    );
  };
  const [seen, unseen] = await Promise.all(
    ['seen', 'unseen'].map(async (accountName) => {
      return (await control.createKey({ accountName, tier: 'free' })).key;
    }),
  );
  assert.equal(await outcome(seen!, '192.0.2.2'), 'free');
  lookups = 0;
  for (let i = 0; i < 700; i++) await outcome(madeUp(), '192.0.2.2');
  assert.equal(lookups, 600);
  assert.equal(await outcome(mistyped(), '192.0.2.2'), 429);
  assert.equal(await outcome(unseen!, '192.0.2.2'), 429);
  assert.equal(lookups, 600);
  assert.equal(await outcome(seen!, '192.0.2.2'), 'free');
  assert.equal(await outcome(unseen!, '192.0.2.3'), 'free');
  assert.equal(await outcome(unseen!, '192.0.2.2'), 'free', 'it has been seen by now');
});

test('limit by address and request log name the client behind a trusted proxy, and the peer otherwise', async () => {
  const { key } = await control.createKey({ accountName: 'proxied', tier: 'free' });
  for (const [trustedProxies, logged] of [
    [networksOf('127.0.0.1'), '192.0.2.9'],
    [networksOf('10.0.0.0/8'), '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ] as const) {
    const toy = await start({ trustedProxies });
    records.length = 0;
    assert.equal((await ask(toy, key, '198.51.100.1, 192.0.2.9')).status, 200);
    assert.deepEqual(
      records.map(({ ip }) => ip),
      [logged],
    );
    await toy.server.close(0);
  }
  const toy = await start({ trustedProxies: networksOf('127.0.0.1') });
  for (let i = 0; i < 60; i++) assert.equal((await ask(toy, undefined, '192.0.2.10')).status, 401);
  assert.equal((await ask(toy, undefined, '192.0.2.10')).status, 429);
  assert.equal((await ask(toy, undefined, '192.0.2.11')).status, 401);
  await toy.server.close(0);
});
