import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seedControl } from '../../test/data-template.ts';
import { hashApiKey, newApiKey } from '../control/key-format.ts';
import type { KeyRecord } from '../control/key-store.ts';
import { openPglite } from '../control/pglite.ts';
import type { ControlStore } from '../control/store.ts';
import { tierLimits } from '../domain/tier.ts';
import { hourMs, minuteMs, monotonicMs } from '../kernel/clock.ts';
import { Problem, type ProblemFields } from '../kernel/problem.ts';
import { secureRng } from '../kernel/rng.ts';
import { createAuthenticator } from './authenticate.ts';

const signupUrl = 'https://example.org/signup';
let nowMs = Date.UTC(2026, 5, 1);
const clock = { nowMs: () => nowMs };
/** Fixed, so that no cached answer ages during a test, however slow the machine is. */
let elapsedMs = 0;
const root = mkdtempSync(join(tmpdir(), 'tidemark-access-'));
let control: ControlStore;
let accounts = 0;
const issue = (expiresAtMs?: number) =>
  control.createKey({
    accountName: `account ${++accounts}`,
    tier: 'starter',
    ...(expiresAtMs && { expiresAtMs }),
  });

/** The real store; look-ups are counted and, with `gate`, held until it resolves. */
function setUp(settings: { cacheLimit?: number; lookupLimit?: number; gate?: () => Promise<void> } = {}) {
  const looked: string[] = [];
  const { gate, ...limits } = settings;
  const access = createAuthenticator({
    clock,
    elapsedMs: () => elapsedMs,
    signupUrl,
    ...limits,
    control: {
      ...control,
      async findByHash(hash): Promise<KeyRecord | undefined> {
        looked.push(hash);
        const found = await control.findByHash(hash);
        await gate?.();
        return found;
      },
    },
  });
  return { access, looked };
}

async function problemOf(promise: Promise<unknown>): Promise<ProblemFields> {
  const error = await promise.then(
    () => assert.fail('the key was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error.fields;
}

before(async () => {
  control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
});
after(async () => {
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('authentication', () => {
  it('answers a missing key with 401 in the legacy shape, and where to get one', async () => {
    for (const key of [undefined, '']) {
      const fields = await problemOf(setUp().access.authenticate(key));
      assert.equal(fields.status, 401);
      assert.equal(fields.reason, 'missing_api_key');
      assert.equal(fields.code, 'MISSING_API_KEY');
      assert.equal(fields.legacy, true);
      assert.equal(fields.legacyFields?.signup_url, signupUrl);
      assert.ok(fields.legacyFields?.message && fields.detail);
      assert.match(fields.headers?.['WWW-Authenticate'] ?? '', /^ApiKey /);
    }
  });

  it('refuses what cannot be a key without a look-up: mistyped, sent twice, absurdly long', async () => {
    const { key } = await issue();
    const { access, looked } = setUp();
    const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const sent of [
      mistyped,
      `${key}, ${key}`,
      key.repeat(100_000),
      `Bearer ${key}`,
      'x',
      `${key} `,
      '\u{1f511}',
    ]) {
      assert.equal(access.known(sent), undefined);
      const fields = await problemOf(access.authenticate(sent));
      assert.equal(fields.status, 401);
      assert.equal(fields.reason, 'invalid_api_key');
      assert.equal(fields.code, 'INVALID_API_KEY');
      assert.equal(fields.legacy, true);
      assert.ok(fields.headers?.['WWW-Authenticate']);
      assert.ok(!JSON.stringify(fields).includes(key));
    }
    assert.deepEqual(looked, []);
  });

  it('says who sends a good key, and remembers it without a further look-up', async () => {
    const issued = await issue();
    const { access, looked } = setUp();
    assert.equal(access.known(issued.key), undefined);
    const caller = await access.authenticate(issued.key);
    assert.deepEqual(caller, {
      accountId: issued.accountId,
      keyId: issued.id,
      keyHash: hashApiKey(issued.key),
      tier: 'starter',
      limits: tierLimits.starter,
      billing: { state: 'active' },
    });
    assert.equal(access.known(issued.key), caller);
    assert.equal(await access.authenticate(issued.key), caller);
    assert.equal(looked.length, 1);
  });

  it('asks the store again when an answer is a second old, counted from before it was asked', async () => {
    const { key } = await issue();
    const unknown = newApiKey('live', secureRng);
    const gate = async () => {
      elapsedMs += 400;
    };
    const { access, looked } = setUp({ gate });
    await access.authenticate(key);
    elapsedMs += 599;
    assert.ok(access.known(key));
    elapsedMs += 1;
    assert.equal(access.known(key), undefined);
    await access.authenticate(key);
    await problemOf(access.authenticate(unknown));
    elapsedMs += 599;
    await problemOf(access.authenticate(unknown));
    assert.equal(looked.length, 3);
    elapsedMs += 1;
    await problemOf(access.authenticate(unknown));
    assert.equal(looked.length, 4);
  });

  it('looks a key up once for all requests that bring it at the same moment', async () => {
    const { key } = await issue();
    const { access, looked } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => access.authenticate(key)));
    assert.equal(looked.length, 1);
  });

  it('refuses a revoked, a rotated and an expired key at the next request', async () => {
    const { access } = setUp();
    const revoked = await issue();
    const rotated = await issue();
    const expiring = await issue(nowMs + hourMs);
    for (const { key } of [revoked, rotated, expiring]) await access.authenticate(key);
    await control.revokeKey(revoked.id);
    const successor = await control.rotateKey(rotated.id);
    nowMs += hourMs;
    for (const { key } of [revoked, rotated, expiring]) {
      assert.equal(access.known(key), undefined);
      assert.equal((await problemOf(access.authenticate(key))).reason, 'invalid_api_key');
    }
    assert.equal((await access.authenticate(successor.key)).accountId, rotated.accountId);
  });

  it('does not remember an answer that was overtaken by a revocation', async () => {
    const { id, key } = await issue();
    const [answered, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { access } = setUp({
      gate: () => {
        answered.resolve();
        return open.promise;
      },
    });
    const early = access.authenticate(key);
    await answered.promise;
    await control.revokeKey(id);
    // This request came after the revocation: it must not join the look-up that began before.
    const late = problemOf(access.authenticate(key));
    open.resolve();
    await early;
    assert.equal((await late).reason, 'invalid_api_key');
    assert.equal(access.known(key), undefined);
  });

  it('sees a better tier at the next request', async () => {
    const accountName = 'upgraded';
    const { key } = await control.createKey({ accountName });
    const { access } = setUp();
    assert.equal((await access.authenticate(key)).tier, 'free');
    await control.createKey({ accountName, tier: 'pro' });
    assert.equal((await access.authenticate(key)).tier, 'pro');
  });

  it('looks an unknown key up once in a while, and made-up keys push no real one out', async () => {
    const { key } = await issue();
    const { access, looked } = setUp({ cacheLimit: 4 });
    await access.authenticate(key);
    const unknown = newApiKey('live', secureRng);
    await problemOf(access.authenticate(unknown));
    await problemOf(access.authenticate(unknown));
    assert.equal(looked.length, 2);
    for (let i = 0; i < 10; i++) await problemOf(access.authenticate(newApiKey('live', secureRng)));
    assert.ok(access.known(key));
  });

  it('holds at most its limit of keys', async () => {
    const { access } = setUp({ cacheLimit: 2 });
    const keys = [await issue(), await issue(), await issue()].map((issued) => issued.key);
    for (const key of keys) await access.authenticate(key);
    assert.deepEqual(
      keys.map((key) => access.known(key) !== undefined),
      [false, true, true],
    );
  });

  it('answers 503 where too many look-ups are under way, and still serves known keys', async () => {
    const { key } = await issue();
    const open = Promise.withResolvers<void>();
    let held = false;
    const { access } = setUp({ lookupLimit: 2, gate: () => (held ? open.promise : Promise.resolve()) });
    await access.authenticate(key);
    held = true;
    const waiting = [1, 2].map(() => problemOf(access.authenticate(newApiKey('live', secureRng))));
    const fields = await problemOf(access.authenticate(newApiKey('live', secureRng)));
    assert.equal(fields.status, 503);
    assert.equal(fields.retryAfterSeconds, 1);
    await access.authenticate(key);
    open.resolve();
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 401);
  });

  it('notes the use of a key once a minute', async () => {
    const { id, key } = await issue();
    const { access } = setUp();
    const used = async () => (await control.listKeys()).find((listed) => listed.id === id)?.lastUsedAtMs;
    await access.authenticate(key);
    const firstMs = nowMs;
    assert.equal(await used(), firstMs);
    nowMs += minuteMs - 1;
    access.invalidate();
    await access.authenticate(key);
    assert.equal(await used(), firstMs);
    nowMs += 1;
    access.invalidate(hashApiKey(key));
    await access.authenticate(key);
    assert.equal(await used(), nowMs);
  });

  it('takes no longer memory of a key than revoking waits', () => {
    assert.throws(() => createAuthenticator({ control, clock, signupUrl, cacheTtlMs: 1_001 }), /0 to 1000/);
  });

  it('recognises a known key in microseconds', async () => {
    const { key } = await issue();
    const { access } = setUp();
    let fastestUs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 20; round++) {
      await access.authenticate(key);
      const startMs = monotonicMs();
      for (let i = 0; i < 1_000; i++) access.known(key);
      fastestUs = Math.min(fastestUs, monotonicMs() - startMs);
    }
    // About 1 µs on a quiet machine; the bound only catches a look-up or a scan that slipped in.
    assert.ok(fastestUs < 20, `${fastestUs.toFixed(2)} µs`);
  });
});
