import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { hourMs } from '../../kernel/clock.ts';
import { lethalCoins } from '../pulse/archetype-coins.ts';
import { topLiquidators } from '../pulse/archetype-wallets.ts';
import { liquidationsRecent } from './liquidations-recent.ts';
import { liquidationsSummary } from './liquidations-summary.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
/** Each lost a long to an auto-deleveraging; a coin needs three victims to be ranked. */
const victims = [1, 2, 3].map(walletOf);
const winner = walletOf(50);

const fills = victims.flatMap((wallet, n): FillDraft[] => {
  const time = nowMs - (10 - n) * hourMs;
  const shared = { coin: 'BTC', sz: '2', px: '90', tid: 900 + n, dir: 'Auto-Deleveraging' };
  const liquidation = { liquidatedUser: wallet, markPx: '88', method: 'backstop' };
  return [
    {
      wallet,
      time: time - hourMs,
      coin: 'BTC',
      side: 'B',
      sz: '2',
      px: '100',
      tid: 10 + n,
      dir: 'Open Long',
    },
    { ...shared, wallet, time, side: 'A', startPosition: '2', closedPnl: '-20', liquidation },
    {
      ...shared,
      wallet: winner,
      time,
      side: 'B',
      startPosition: String(2 * n - 6),
      closedPnl: '5',
      liquidation,
    },
  ];
});

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true });
});
after(() => harness.close());

test('a fill that names its own wallet as liquidated is its liquidation, whatever its dir', async () => {
  const { events } = (await harness.ask(liquidationsRecent, {})).body;
  assert.deepEqual(
    events!.map(({ address, liquidator, closedPnl }) => [address, liquidator, closedPnl]),
    victims.toReversed().map((wallet) => [wallet, null, -20]),
  );
  const summary = (await harness.ask(liquidationsSummary, {})).body;
  assert.deepEqual([summary.count, summary.wallets, summary.autoDeleveraging!.wallets], [3, 3, 1]);
  const lethal = await harness.ask(lethalCoins, { query: 'minLifecycles=1', tier: 'pro' });
  assert.deepEqual(
    lethal.body!.map(({ coin, liquidations }) => [coin, liquidations]),
    [['BTC', 3]],
  );
  const takers = await harness.ask(topLiquidators, { tier: 'pro' });
  assert.deepEqual(takers.body, [], 'who was auto-deleveraged took nothing over');
});
