/** Hundreds of clients that connect at once, as after a restart of the service: each is let in, up to the bound of its account. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { openPglite } from '../../src/control/pglite.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { seedControl } from '../data-template.ts';
import { openStreamWorld, type StreamWorld } from './stream-world.ts';

/** Of an account of the highest plan. */
const connections = 50;
const maxConnectionsPerAddress = 450;
const root = mkdtempSync(join(tmpdir(), 'tidemark-streams-'));
const opened = new AsyncDisposableStack();
let control: ControlStore;
let world: StreamWorld;

before(async () => {
  opened.defer(() => rmSync(root, { recursive: true, force: true }));
  control = await openPglite({ dir: seedControl(join(root, 'control')) });
  opened.defer(() => control.close());
  await control.migrate();
  const keys = createAuthenticator({ control, clock: systemClock, signupUrl: 'https://example.org/signup' });
  opened.defer(() => keys.close());
  world = await openStreamWorld([], { authenticator: keys, limits: { maxConnectionsPerAddress } });
  opened.defer(() => world.close());
});
after(() => opened.disposeAsync());

const issue = async (accountName: string) =>
  (await control.createKey({ accountName, tier: 'enterprise' })).key;

test('of many upgrades with one key as many as its plan has are let in', async () => {
  const key = await issue('one key');
  const requests = new Array<string>(4 * connections).fill(key);
  const statuses = await world.connectAll(requests);
  assert.equal(statuses.filter((status) => status === 101).length, connections);
  assert.deepEqual([...new Set(statuses)].sort(), [101, 429]);
});

test('hundreds of keys that were not seen before are looked up together, and none is refused: streams do not count by address, but by account', async () => {
  const keys: string[] = [];
  for (let i = 0; i < 8 * connections; i++) keys.push(await issue(`account ${i % 8}`));
  // With those of the test before there are more than one address may have connections.
  assert.deepEqual([...new Set(await world.connectAll(keys))], [101]);
});
