import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { hourMs } from '../../../src/kernel/clock.ts';
import { until } from '../../../test/until.ts';
import { openSimulatedWorld } from './simulated-world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("a public SDK, pointed at the simulated exchange, gets every subscription's events", async () => {
  const world = await openSimulatedWorld({ historyMs: 1.5 * hourMs });
  closers.push(world.close);
  const transport = new WebSocketTransport({ url: world.wsUrl });
  closers.push(() => transport.close());
  const client = new SubscriptionClient({ transport });
  const wallet = world.record.exchange.wallets.findIndex(({ character }) => character === 'maker');
  const user = world.record.exchange.wallets[wallet]!.address as `0x${string}`;
  const events = new Map<string, number>();
  const hear = (name: string) => () => void events.set(name, (events.get(name) ?? 0) + 1);

  const subscriptions = [
    await client.trades({ coin: 'BTC' }, hear('trades')),
    await client.l2Book({ coin: 'BTC' }, hear('l2Book')),
    await client.bbo({ coin: 'ETH' }, hear('bbo')),
    await client.candle({ coin: 'BTC', interval: '1h' }, hear('candle')),
    await client.allMids(hear('allMids')),
    await client.allMids({ dex: 'xyz' }, hear('allMids xyz')),
    await client.activeAssetCtx({ coin: 'BTC' }, hear('activeAssetCtx')),
    await client.activeSpotAssetCtx({ coin: 'PURR/USDC' }, hear('activeSpotAssetCtx')),
    await client.allDexsAssetCtxs(hear('allDexsAssetCtxs')),
    await client.userFills({ user }, hear('userFills')),
    await client.userEvents({ user }, hear('userEvents')),
    await client.userFundings({ user }, hear('userFundings')),
    await client.clearinghouseState({ user }, hear('clearinghouseState')),
    await client.userNonFundingLedgerUpdates({ user }, hear('userNonFundingLedgerUpdates')),
    // The SDK lacks methods for these.
    await transport.subscribe('fastAssetCtxs', { type: 'fastAssetCtxs' }, hear('fastAssetCtxs')),
    await transport.subscribe(
      'outcomeMetaUpdates',
      { type: 'outcomeMetaUpdates' },
      hear('outcomeMetaUpdates'),
    ),
  ];
  world.advance(hourMs);
  const names = [
    'trades',
    'l2Book',
    'bbo',
    'candle',
    'allMids',
    'allMids xyz',
    'activeAssetCtx',
    'activeSpotAssetCtx',
    'allDexsAssetCtxs',
    'userFills',
    'userEvents',
    'userFundings',
    'clearinghouseState',
    'userNonFundingLedgerUpdates',
    'outcomeMetaUpdates',
    'fastAssetCtxs',
  ];
  for (const name of names) {
    const least = /^(userNonFunding|outcomeMeta)/.test(name) ? 1 : 2;
    await until(`${least} of ${name}`, () => (events.get(name) ?? 0) >= least);
  }
  await assert.rejects(
    client.trades({ coin: 'NOPE' }, () => {}),
    /Invalid subscription/,
  );
  const info = new InfoClient({ transport });
  assert.equal((await info.l2Book({ coin: 'BTC' }))!.levels[0].length > 1, true);
  for (const { unsubscribe } of subscriptions) await unsubscribe();
  events.clear();
  await client.trades({ coin: 'ETH' }, hear('trades'));
  world.advance(hourMs);
  await until('trades', () => events.has('trades'));
  assert.deepEqual([...events.keys()], ['trades']);
});
