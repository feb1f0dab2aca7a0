import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { ControlError } from '../../src/control/control-error.ts';
import { hashApiKey } from '../../src/control/key-format.ts';
import { changeWaitMs } from '../../src/control/key-store.ts';
import { controlMigrations } from '../../src/control/migration.ts';
import { openPostgres } from '../../src/control/postgres.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { type Bus, openSlowBus } from '../slow-bus.ts';
import { until } from '../until.ts';
import { sellsOnceOnBoth } from '../x402/shared-sales.ts';

/** Two stores with separate pools simulate two processes: they share only the server. */
describe('several processes on one Postgres', () => {
  let server: PostgresServer;
  before(async () => {
    const [embedded] = await postgresInstallations();
    server = await startPostgres(embedded!);
  });
  after(() => server?.stop());

  async function openBoth(use: (one: ControlStore, other: ControlStore, url: string) => Promise<void>) {
    const url = await server.createDatabase();
    const stores = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
    try {
      await use(...stores, url);
    } finally {
      for (const store of stores) await store.close();
    }
  }

  /** Waits for an expected message; fails the test if it does not arrive. */
  function message(from: ControlStore, wanted: (hash: string | undefined) => boolean = () => true) {
    const seen = new Promise<string | undefined>((resolve) => {
      from.onKeysChanged((hash) => wanted(hash) && resolve(hash));
    });
    // waits: a deadline
    const late = delay(20_000, undefined, { ref: false }).then(() =>
      assert.fail('no message came in 20 seconds'),
    );
    return Promise.race([seen, late]);
  }

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  const refusal = (error: unknown) => error instanceof Problem && error.fields.reason === 'invalid_api_key';
  const accessTo = (control: ControlStore) =>
    createAuthenticator({ control, clock: systemClock, signupUrl: 'https://example.org/signup' });

  it('migrates an empty database once, however many start at the same moment', async () => {
    await openBoth(async (one, other) => {
      const ran = await Promise.all([one, other, one, other, one].map((store) => store.migrate()));
      assert.deepEqual(ran.flat(), Object.keys(controlMigrations()));
    });
  });

  for (const [name, remedy] of [
    ['9999_from_the_future', /holds migration 9999_from_the_future.*run the version that wrote it/],
    ['0001-accounts-and-keys', /made by a version before the first release.*create its keys again/],
  ] as const) {
    it(`refuses a database that has the migration ${name} of another version`, async () => {
      await openBoth(async (one, _other, url) => {
        await one.migrate();
        await query(url, `insert into kysely_migration values ('${name}', '2030-01-01T00:00:00.000Z')`);
        await assert.rejects(
          one.migrate(),
          (error) => error instanceof ControlError && error.fault === 'schema' && remedy.test(error.message),
        );
      });
    });
  }

  it('holds the key limit against creates from both', async () => {
    await openBoth(async (one, other) => {
      await one.migrate();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).createKey({ tier: 'pro' })),
      );
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10);
    });
  });

  for (const [what, broken] of [
    ['messages are lost', 'deaf'],
    ['the connection that listens hangs', 'silent'],
    ['messages come late', { lateMs: 400 }],
  ] as [string, Bus][]) {
    it(`accepts a key nowhere any more once a change has returned, in a tenth of a second, also where ${what}`, async () => {
      const url = await server.createDatabase();
      const bus = await openSlowBus(url);
      const [one, other] = [await openPostgres({ url }), await openPostgres({ url: bus.url })];
      try {
        await one.migrate();
        const access = accessTo(other);
        const durations: number[] = [];
        // More than three only if the machine was slow in each of them.
        const isSlow = () => !(Math.min(...durations) < 2 * changeWaitMs);
        for (let round = 0; round < 3 || (round < 30 && isSlow()); round++) {
          bus.set('prompt');
          const { id, key } = await one.createKey({ accountName: `round ${round}`, tier: 'pro' });
          await until(
            'the key is known',
            async () => (await access.authenticate(key)) && access.known(key) !== undefined,
          );
          bus.set(broken);
          const startMs = monotonicMs();
          const next = await (round === 0 ? one.rotateKey(id) : one.revokeKey(id));
          durations.push(monotonicMs() - startMs);
          assert.equal(access.known(key), undefined);
          await assert.rejects(access.authenticate(key), refusal);
          if ('key' in next) await access.authenticate(next.key);
        }
        assert.ok(!isSlow(), durations.join());
      } finally {
        for (const store of [one, other]) await store.close();
        await bus.close();
      }
    });
  }

  it('sells a call once, whichever of them a payment comes to, and both at once', async () => {
    await openBoth(async (one, other) => {
      await one.migrate();
      await sellsOnceOnBoth([one, other]);
    });
  });

  it('has every one of 4 instances obey a change before it returns, without waiting for memories to end', async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgres({ url })));
    const [one] = stores as [ControlStore];
    try {
      await one.migrate();
      const all = stores.map(accessTo);
      const accountName = 'on four';
      const { id, key } = await one.createKey({ accountName });
      const tiers = async () => Promise.all(all.map(async (access) => (await access.authenticate(key)).tier));
      const durations: number[] = [];
      const measured = async <T>(change: Promise<T>) => {
        const startMs = monotonicMs();
        const result = await change;
        durations.push(monotonicMs() - startMs);
        return result;
      };
      assert.deepEqual(new Set(await tiers()), new Set(['free']));
      const { entitlements } = await measured(stores[1]!.grantTier({ accountName, tier: 'enterprise' }));
      assert.deepEqual(new Set(await tiers()), new Set(['enterprise']));
      await measured(stores[2]!.setOverrides(accountName, { windowDays: 7 }));
      for (const access of all) assert.equal((await access.authenticate(key)).limits.windowDays, 7);
      await measured(stores[3]!.endEntitlement(entitlements[0]!.id));
      assert.deepEqual(new Set(await tiers()), new Set(['free']));
      await measured(stores[1]!.revokeKey(id));
      for (const access of all) {
        assert.equal(access.known(key), undefined);
        await assert.rejects(access.authenticate(key), refusal);
      }
      // Some milliseconds each, where the machine is quiet: no change waited for a memory to end.
      const isSlow = () => !(Math.min(...durations) < changeWaitMs / 2);
      for (let more = 0; more < 30 && isSlow(); more++) {
        await measured(stores[2]!.setOverrides(accountName, { windowDays: 1 + more }));
      }
      assert.ok(!isSlow(), durations.join());
    } finally {
      for (const store of stores) await store.close();
    }
  });

  it('waits for no process that has looked no key up, and no longer for one that has left', async () => {
    await openBoth(async (one, other, url) => {
      await one.migrate();
      const { key } = await one.createKey();
      assert.deepEqual(await query(url, 'select id from instances'), []);
      await other.findByHash(hashApiKey(key));
      assert.equal((await query(url, 'select id from instances')).length, 1);
      await other.close();
      assert.deepEqual(await query(url, 'select id from instances'), []);
    });
  });

  it('hears of a change in the other process before its own memory of the key ends', async () => {
    await openBoth(async (one, other) => {
      await one.migrate();
      const inTime: boolean[] = [];
      // A machine that pauses longer than the maximum delay of a change is polled again.
      while (!inTime.includes(true) && inTime.length < 10) {
        const { id, key } = await one.createKey({ accountName: `round ${inTime.length}` });
        const hash = hashApiKey(key);
        await other.findByHash(hash);
        const seen = message(other, (changed) => changed === hash);
        let returned = false;
        const revoking = one.revokeKey(id).then(() => {
          returned = true;
        });
        await seen;
        inTime.push(!returned);
        await revoking;
      }
      assert.ok(inTime.includes(true), 'the change waits until the other one has seen it');
    });
  });

  it('listens again after its connections broke, and then distrusts everything it remembers', async () => {
    await openBoth(async (one, other, url) => {
      await one.migrate();
      const { id, key } = await one.createKey();
      const doubt = message(other);
      await query(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark'`,
      );
      assert.equal(await doubt, undefined);
      const seen = message(other, (hash) => hash !== undefined);
      await one.revokeKey(id);
      assert.equal(await seen, hashApiKey(key));
    });
  });

  it('outlives connections that end in the middle of their work, and goes on over new ones', async () => {
    await openBoth(async (one, _, url) => {
      await one.migrate();
      let ended = false;
      let made = 0;
      const work = Array.from({ length: 6 }, async (_, worker) => {
        while (!ended) {
          const name = `desk ${worker} ${made++}`;
          await one.createAccount(name).catch(() => undefined); // what was under way fails
        }
      });
      try {
        for (let round = 0; round < 10; round++) {
          const soFar = made;
          await until('sales go on', async () => made > soFar + 12);
          await query(
            url,
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark' and datname = current_database()`,
          );
        }
      } finally {
        ended = true;
      }
      await Promise.all(work);
      assert.equal((await one.createAccount('last')).name, 'last');
    });
  });

  it('names the server that does not answer, and never its password', async () => {
    const free = 'postgres://tidemark:open-sesame@127.0.0.1:1/tidemark';
    await assert.rejects(openPostgres({ url: free }), (error) => {
      assert.ok(error instanceof ControlError && error.fault === 'unavailable');
      assert.match(error.message, /127\.0\.0\.1:1\/tidemark/);
      return !error.message.includes('open-sesame');
    });
    await assert.rejects(openPostgres({ url: 'tidemark:open-sesame@@db' }), (error) => {
      assert.ok(error instanceof ControlError && error.fault === 'invalid_input');
      return !error.message.includes('open-sesame');
    });
  });

  it('answers 503, neither yes nor no, while the server is gone', async () => {
    const [embedded] = await postgresInstallations();
    const mortal = await startPostgres(embedded!);
    const store = await openPostgres({ url: await mortal.createDatabase() });
    await store.migrate();
    const { key } = await store.createKey();
    const access = accessTo(store);
    await mortal.stop();
    await assert.rejects(
      access.authenticate(key),
      (error) => error instanceof Problem && error.fields.status === 503,
    );
    await store.close();
  });
});
