/** Lists of wallets that an account keeps, as the scope of a subscription: through the real server, with the real control store. */
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
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import {
  draft,
  type Message,
  openStreamWorld,
  type StreamWorld,
  sub,
  tidsOf,
  tradesOf,
} from './stream-world.ts';

const path = '/api/public/v1/stream';
const root = mkdtempSync(join(tmpdir(), 'tidemark-lists-'));
const opened = new AsyncDisposableStack();
let control: ControlStore;
let world: StreamWorld;
const keys: Record<string, string> = {};

before(async () => {
  opened.defer(() => rmSync(root, { recursive: true, force: true }));
  control = await openPglite({ dir: seedControl(join(root, 'control')) });
  opened.defer(() => control.close());
  await control.migrate();
  const authenticator = createAuthenticator({
    control,
    clock: systemClock,
    signupUrl: 'https://example.org/signup',
  });
  opened.defer(() => authenticator.close());
  for (const accountName of ['desk', 'other'])
    keys[accountName] = (await control.createKey({ accountName, tier: 'pro' })).key;
  const { listSince } = control.lists;
  world = await openStreamWorld([draft(1, -60_000)], { authenticator }, {}, { lists: listSince });
  opened.defer(() => world.close());
});
after(() => opened.disposeAsync());

const setList = (name: string, wallets: readonly number[], accountName = 'desk') =>
  control.lists.setList({ accountName, name, wallets: wallets.map(walletOf) });

test('a subscription of a list has the fills of its wallets, live, behind a cursor and over the past, and follows its changes', async () => {
  await setList('whales', [1, 2]);
  const live = await world.connect(keys.desk!, path);
  const { data, cursor } = await live.ask(sub({ type: 'trades', list: 'whales', side: 'buy' }));
  assert.deepEqual(data.subscription, { type: 'trades', list: 'whales', side: 'buy' });
  const first = [draft(1, 0), draft(3, 1), draft(2, 2, { side: 'A' }), draft(2, 3)];
  await world.add(first);
  await live.wait('trades', 2);
  assert.deepEqual(tidsOf(tradesOf(live)), [first[0]!.tid, first[3]!.tid]);
  const later = await world.connect(keys.desk!, path);
  await later.ask(sub({ type: 'trades', list: 'whales', side: 'buy', cursor }));
  await later.wait('caughtUp', 1);
  assert.deepEqual(tidsOf(tradesOf(later)), [first[0]!.tid, first[3]!.tid]);
  later.close();
  const past = await world.connect(keys.desk!, path);
  const from = first[0]!.time;
  await past.ask(sub({ type: 'trades', list: 'whales', from, to: from + 10 }));
  await past.wait('caughtUp', 1);
  assert.deepEqual(tidsOf(tradesOf(past)), [first[0]!.tid, first[2]!.tid, first[3]!.tid]);
  past.close();
  await setList('whales', [3]);
  const after: number[] = [];
  await until('a fill of the changed list', async () => {
    const one = draft(3, 1_000 + after.length);
    after.push(Number(one.tid));
    await world.add([one, draft(1, 1_000 + after.length)]);
    return tidsOf(tradesOf(live)).some((tid) => after.includes(tid));
  });
  live.close();
});

test('a list is of its account alone, and one that is deleted ends what is of it by its name', async () => {
  await setList('mine', [7]);
  const client = await world.connect(keys.desk!, path);
  const other = await world.connect(keys.other!, path);
  assert.equal((await other.ask(sub({ type: 'trades', list: 'mine' }))).data, 'unknown list');
  assert.equal((await client.ask(sub({ type: 'trades', list: 'none' }))).data, 'unknown list');
  assert.equal((await client.ask(sub({ type: 'trades', list: '' }))).data, 'empty argument list');
  assert.equal((await client.ask(sub({ type: 'trades', list: 7 }))).data, 'invalid argument list');
  // Of equal names, each has its own.
  await setList('mine', [8], 'other');
  await client.ask(sub({ type: 'trades', list: 'mine' }));
  await other.ask(sub({ type: 'trades', list: 'mine' }));
  const [seven, eight] = [draft(7, 2_000), draft(8, 2_001)];
  await world.add([seven, eight]);
  await Promise.all([client.wait('trades', 1), other.wait('trades', 1)]);
  assert.deepEqual(
    [client, other].map((one) => tidsOf(tradesOf(one))),
    [[seven.tid], [eight.tid]],
  );
  await control.lists.deleteList({ accountName: 'desk', name: 'mine' });
  const isError = ({ channel, data }: Message) => channel === 'error' && data === 'unknown list';
  const before = client.got.filter(isError).length;
  let fills = 0;
  await until('the end of the subscription', async () => {
    fills += 1;
    await world.add([draft(8, 3_000 + fills)]);
    return client.got.filter(isError).length > before;
  });
  const unfollowed = { method: 'unsubscribe', subscription: { type: 'trades', list: 'mine' } };
  assert.equal((await client.ask(unfollowed)).data, 'subscription not active');
  assert.equal(tradesOf(client).length, 1);
  // Of its first one, which was there before its account had the list.
  assert.equal(other.got.filter(isError).length, 1);
  client.close();
  other.close();
});

test('the twin over HTTP, and the next events as one answer, take a list by its name', async () => {
  await setList('few', [5]);
  const ask = (query: string, account = 'desk') =>
    fetch(`${world.url}${path}?type=trades&${query}`, { headers: { 'X-API-Key': keys[account]! } });
  const begun = (await (await ask('list=few&wait=0')).json()) as { cursor: string };
  const [own, others] = [draft(5, 5_000), draft(6, 5_001)];
  await world.add([own, others]);
  const answer = await ask(`list=few&wait=20&cursor=${begun.cursor}`);
  const { events } = (await answer.json()) as { events: Message[] };
  assert.deepEqual(tidsOf(events), [own.tid]);
  const refused = await ask('list=few&wait=0', 'other');
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /unknown list/);
});
