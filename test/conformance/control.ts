import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hashApiKey } from '../../src/control/key-format.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { type Clock, dayMs, hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { type AccountStage, accountConformance } from './control-accounts.ts';
import { alertConformance } from './control-alerts.ts';
import { fault } from './control-fault.ts';
import { jobConformance } from './control-jobs.ts';
import { limitConformance } from './control-limits.ts';
import { listConformance } from './control-lists.ts';
import { paymentConformance } from './control-payments.ts';
import { writerConformance } from './control-writers.ts';

/** Opens a store on a new, empty database that is removed when the store closes. */
export type ControlOpener = (clock: Clock) => Promise<ControlStore>;

/** Guarantees of every control store, on any database. */
export function controlConformance(label: string, open: ControlOpener): void {
  describe(`control store on ${label}`, () => {
    let nowMs = Date.UTC(2026, 5, 1, 12);
    let store: ControlStore;
    let accounts = 0;
    const newAccount = () => `account ${++accounts}`;

    before(async () => {
      store = await open({ nowMs: () => nowMs });
    });
    after(() => store?.close());

    it('migrates an empty database, and a second time does nothing', async () => {
      assert.equal(await store.version(), undefined);
      const ran = await store.migrate();
      assert.equal(ran[0], '0100_accounts');
      assert.equal(await store.version(), ran.at(-1));
      assert.deepEqual(await store.migrate(), []);
    });

    it('says that there is no key yet where an unknown id is revoked', async () => {
      await assert.rejects(
        store.revokeKey('key_0000000000'),
        fault('unknown_key', 'key_0000000000', 'no key was created'),
      );
    });

    it('creates a Free live key for the account default where nothing is asked for', async () => {
      const issued = await store.createKey();
      assert.match(issued.id, /^key_[0-9A-Za-z]{10}$/);
      assert.match(issued.key, /^tdm_live_/);
      assert.equal(issued.account, 'default');
      assert.equal(issued.tier, 'free');
      assert.deepEqual(await store.findByHash(hashApiKey(issued.key)), {
        keyId: issued.id,
        accountId: issued.accountId,
        tier: 'free',
        billing: { state: 'active' },
        status: 'active',
      });
    });

    it('finds nothing for a hash that no key has', async () => {
      assert.equal(await store.findByHash(hashApiKey('nothing')), undefined);
    });

    it('never shows a key again', async () => {
      const { key } = await store.createKey({ accountName: newAccount(), name: 'laptop' });
      const listed = JSON.stringify(await store.listKeys());
      assert.ok(!listed.includes(key));
      assert.ok(!listed.includes(key.slice(0, 14)), 'a list shows more than 13 characters of a key');
      assert.ok(listed.includes(key.slice(0, 13)));
    });

    for (const [tier, limit, better] of [
      ['free', 1, 'starter'],
      ['starter', 3, 'pro'],
      ['pro', 10, 'enterprise'],
    ] as [Tier, number, Tier][]) {
      it(`issues exactly ${limit} keys of ${limit + 8} asked for at once on the ${tier} tier, and says what to do`, async () => {
        const accountName = newAccount();
        const results = await Promise.allSettled(
          Array.from({ length: limit + 8 }, () => store.createKey({ accountName, tier })),
        );
        assert.equal(results.filter((result) => result.status === 'fulfilled').length, limit);
        for (const result of results) {
          if (result.status === 'rejected')
            fault('key_limit', accountName, 'revoke or rotate', better)(result.reason);
        }
        assert.equal((await store.listKeys({ accountName })).length, limit);
      });
    }

    it('issues any number of keys on the enterprise tier', async () => {
      const accountName = newAccount();
      for (let i = 0; i < 12; i++) await store.createKey({ accountName, tier: 'enterprise' });
      assert.equal((await store.listKeys({ accountName })).length, 12);
    });

    it('applies a better tier to all keys of the account, and a lesser one takes nothing away', async () => {
      const accountName = newAccount();
      const seen: (string | undefined)[] = [];
      const first = await store.createKey({ accountName });
      const stop = store.onKeysChanged((hash) => seen.push(hash));
      await store.createKey({ accountName, tier: 'pro' });
      // On a server the store also hears its own announcement.
      assert.ok(seen.length > 0 && seen.every((hash) => hash === hashApiKey(first.key)));
      stop();
      const third = await store.createKey({ accountName, tier: 'starter' });
      assert.equal(third.tier, 'pro');
      assert.equal((await store.findByHash(hashApiKey(first.key)))?.tier, 'pro');
      assert.deepEqual(
        new Set((await store.listKeys({ accountName })).map((key) => key.tier)),
        new Set(['pro']),
      );
    });

    it('revokes a key for good, frees its place, and revoking twice changes nothing', async () => {
      const accountName = newAccount();
      const { id, key } = await store.createKey({ accountName });
      const seen: (string | undefined)[] = [];
      const stop = store.onKeysChanged((hash) => seen.push(hash));
      const revoked = await store.revokeKey(id);
      assert.ok(seen.includes(hashApiKey(key)), 'the revoked key was not announced');
      stop();
      assert.equal(revoked.status, 'revoked');
      assert.equal(revoked.revokedAtMs, nowMs);
      assert.equal((await store.findByHash(hashApiKey(key)))?.status, 'revoked');
      nowMs += minuteMs;
      assert.deepEqual(await store.revokeKey(id), revoked);
      await store.createKey({ accountName });
    });

    it('names the nearest ids where an id is mistyped', async () => {
      const { id } = await store.createKey({ accountName: newAccount() });
      const mistyped = `${id.slice(0, -1)}-`;
      await assert.rejects(store.revokeKey(mistyped), fault('unknown_key', mistyped, `nearest: ${id}`));
      await assert.rejects(store.rotateKey(mistyped), fault('unknown_key', id));
    });

    it('names the id, and does not repeat the key, where a key is given for its id', async () => {
      const { id, key } = await store.createKey({ accountName: newAccount() });
      await assert.rejects(store.revokeKey(key), (error) => {
        fault('unknown_key', id)(error);
        return !(error as Error).message.includes(key);
      });
    });

    it('rotates at the key limit: the new key has the old one’s name and mode, the old one ends at once', async () => {
      const accountName = newAccount();
      const old = await store.createKey({ accountName, mode: 'test', name: 'ci' });
      const issued = await store.rotateKey(old.id);
      assert.match(issued.key, /^tdm_test_/);
      assert.equal(issued.account, accountName);
      assert.equal((await store.findByHash(hashApiKey(old.key)))?.status, 'revoked');
      assert.equal((await store.findByHash(hashApiKey(issued.key)))?.status, 'active');
      const [summary] = (await store.listKeys({ accountName })).filter((key) => key.id === issued.id);
      assert.equal(summary?.name, 'ci');
      assert.equal(summary?.rotatedFrom, old.id);
      await assert.rejects(store.rotateKey(old.id), fault('inactive_key', issued.id));
    });

    it('keeps the old key for the overlap of a rotation, then ends it', async () => {
      const accountName = newAccount();
      const old = await store.createKey({ accountName });
      await store.rotateKey(old.id, { overlapMs: hourMs });
      nowMs += hourMs - 1;
      assert.equal((await store.findByHash(hashApiKey(old.key)))?.status, 'active');
      await assert.rejects(store.createKey({ accountName }), fault('key_limit'));
      nowMs += 1;
      assert.equal((await store.findByHash(hashApiKey(old.key)))?.status, 'expired');
    });

    it('ends a running overlap at the next rotation, so that rotating collects no keys', async () => {
      const accountName = newAccount();
      const first = await store.createKey({ accountName });
      const second = await store.rotateKey(first.id, { overlapMs: dayMs });
      await store.rotateKey(second.id, { overlapMs: dayMs });
      const active = (await store.listKeys({ accountName })).filter((key) => key.status === 'active');
      assert.equal(active.length, 2);
      assert.equal((await store.findByHash(hashApiKey(first.key)))?.status, 'revoked');
    });

    it('replaces a key once, however many rotations of it run at once', async () => {
      const { id } = await store.createKey({ accountName: newAccount() });
      const results = await Promise.allSettled(Array.from({ length: 6 }, () => store.rotateKey(id)));
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
      for (const result of results) if (result.status === 'rejected') fault('inactive_key')(result.reason);
    });

    it('ends a key at its expiry, which frees its place, and does not rotate it then', async () => {
      const accountName = newAccount();
      const expiresAtMs = nowMs + hourMs;
      const { id, key } = await store.createKey({ accountName, expiresAtMs });
      assert.equal((await store.findByHash(hashApiKey(key)))?.expiresAtMs, expiresAtMs);
      nowMs = expiresAtMs;
      assert.equal((await store.findByHash(hashApiKey(key)))?.status, 'expired');
      await assert.rejects(store.rotateKey(id), fault('inactive_key', 'expired'));
      await store.createKey({ accountName });
    });

    it('keeps the later of two times of use', async () => {
      const accountName = newAccount();
      const { id } = await store.createKey({ accountName });
      await store.recordUse(id, nowMs);
      await store.recordUse(id, nowMs - minuteMs);
      assert.equal((await store.listKeys({ accountName }))[0]?.lastUsedAtMs, nowMs);
    });

    it('lists the newest keys first, within the limit', async () => {
      const accountName = newAccount();
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        nowMs += 1;
        ids.unshift((await store.createKey({ accountName, tier: 'starter' })).id);
      }
      assert.deepEqual(
        (await store.listKeys({ accountName })).map((key) => key.id),
        ids,
      );
      assert.deepEqual(
        (await store.listKeys({ accountName, limit: 2 })).map((key) => key.id),
        ids.slice(0, 2),
      );
    });

    it('refuses input out of bounds, says the bound, and leaves nothing behind', async () => {
      const accountName = newAccount();
      for (const [request, text] of [
        [{ accountName: '' }, '1 to 64'],
        [{ accountName: 'x'.repeat(65) }, '1 to 64'],
        [{ accountName: 'a\nb' }, 'printable'],
        [{ accountName, name: 'tdm_live_abc' }, 'API key'],
        [{ accountName, expiresAtMs: nowMs }, 'future'],
        [{ accountName, expiresAtMs: Number.NaN }, 'future'],
      ] as const) {
        await assert.rejects(store.createKey(request), fault('invalid_input', text));
      }
      assert.deepEqual(await store.listKeys({ accountName }), []);
      await assert.rejects(store.listKeys({ limit: 0 }), fault('invalid_input', '1 to 10000'));
      const { id } = await store.createKey({ accountName });
      await assert.rejects(store.rotateKey(id, { overlapMs: 8 * dayMs }), fault('invalid_input', '7 days'));
      await assert.rejects(store.rotateKey(id, { overlapMs: -1 }), fault('invalid_input', '7 days'));
    });

    it('adds counts of requests up per account and period, also those that several writers add at once', async () => {
      const one = (await store.createKey({ accountName: newAccount() })).accountId;
      const other = (await store.createKey({ accountName: newAccount() })).accountId;
      const [day, month] = ['2026-06-01', '2026-06'];
      assert.deepEqual(await store.readUsage(one, [day, month]), [0, 0]);
      const both = (accountId: string, requests: number) =>
        [day, month].map((period) => ({ accountId, period, requests }));
      assert.deepEqual(await store.addUsage([...both(one, 3), ...both(other, 5)]), [3, 3, 5, 5]);
      await Promise.all(Array.from({ length: 8 }, () => store.addUsage(both(one, 1))));
      assert.deepEqual(await store.readUsage(one, [month, day, '2026-07']), [11, 11, 0]);
      assert.deepEqual(await store.readUsage(other, [day]), [5]);
      assert.deepEqual(await store.addUsage([]), []);
    });

    it('adds all counts of a call or none, and no more than its periods can be', async () => {
      const { accountId } = await store.createKey({ accountName: newAccount() });
      const good = { accountId, period: '2026-06-01', requests: 1 };
      await assert.rejects(store.addUsage([good, { ...good, period: 'today' }]));
      await assert.rejects(store.addUsage([good, { ...good, accountId: crypto.randomUUID() }]));
      assert.deepEqual(await store.readUsage(accountId, [good.period]), [0]);
    });

    it('forgets the counts before a day, and keeps those from it on', async () => {
      const { accountId } = await store.createKey({ accountName: newAccount() });
      const periods = ['2025-04', '2025-04-30', '2025-05-01', '2025-05-02', '2025-06'];
      await store.addUsage(periods.map((period) => ({ accountId, period, requests: 1 })));
      await store.forgetUsage('2025-05-01');
      assert.deepEqual(await store.readUsage(accountId, periods), [0, 0, 1, 1, 1]);
    });

    const stage: AccountStage = {
      store: () => store,
      nowMs: () => nowMs,
      pass(durationMs) {
        nowMs += durationMs;
      },
    };
    accountConformance(stage);
    limitConformance(stage);
    writerConformance(() => store);
    jobConformance(() => store);
    paymentConformance(() => store);
    alertConformance(stage);
    listConformance(stage);

    it('takes names as data: SQL in them is only text', async () => {
      const accountName = `'; drop table api_keys; --`;
      await store.createKey({ accountName, name: `x' or '1'='1` });
      assert.equal((await store.listKeys({ accountName }))[0]?.name, `x' or '1'='1`);
    });
  });
}
