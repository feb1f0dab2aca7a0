import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifecycle } from '../src/endpoints/pulse/lifecycle.ts';
import { lifecycleSummary } from '../src/endpoints/pulse/lifecycle-summary.ts';
import { lifecyclesRecent } from '../src/endpoints/pulse/lifecycles-recent.ts';
import { traderLifecycles } from '../src/endpoints/pulse/trader-lifecycles.ts';
import type { EndpointHarness } from './endpoint-harness.ts';
import { type FillDraft, walletOf } from './source-fills.ts';

/** Holds balances that are no positions: tokens (of one a part was received, another was traded on two pairs), and a settled outcome. */
const holder = walletOf(0xbb);
export const heldBalances = (nowMs: number): FillDraft[] =>
  (
    [
      ['PURR/USDC', 'B', '100', '0', '0', 'Buy'],
      ['PURR/USDC', 'A', '100', '99.93', '250', 'Sell'],
      ['@107', 'B', '10', '0', '0', 'Buy'],
      ['@107', 'A', '30', '30', '700', 'Sell'],
      ['#50', 'B', '100', '0', '0', 'Split Outcome', '0.5'],
      ['#50', 'A', '100', '100', '50', 'Settlement', '1'],
      ['#51', 'B', '100', '0', '0', 'Split Outcome', '0.5'],
      ['@142', 'B', '4', '0', '0', 'Buy'],
      ['@234', 'A', '4', '4', '8', 'Sell', '22'],
    ] as const
  ).map(([coin, side, sz, startPosition, closedPnl, dir, px = '20'], index) => ({
    wallet: holder,
    time: nowMs - 60_000 + index,
    tid: 9_100 + index,
    oid: 9_100 + index,
    coin,
    side,
    sz,
    startPosition,
    closedPnl,
    dir,
    px,
  }));

/** The token of {@link heldBalances} that is traded on two pairs. */
export const heldMarkets = [
  { coin: '@142', chain: '@142' },
  { coin: '@234', chain: '@142' },
];

/** Answers with lifecycles of spot pairs and outcomes: on a store that holds these fills, too. */
export function balancesOnRequest(harness: () => EndpointHarness): void {
  test('what a wallet holds of spot pairs and outcomes comes where it is asked for, and nowhere else', async () => {
    const path = { address: holder };
    const ask = async (query: string) =>
      (await harness().ask(traderLifecycles, { path, query, tier: 'starter' })).body.lifecycles!;
    assert.deepEqual(await ask('status=all&includeCensored=true'), []);
    const rows = await ask('status=all&includeSpot=true');
    assert.deepEqual(
      rows.map(({ coin, side, status, peakSize, entryVwap, exitVwap, realizedPnl }) => [
        coin,
        side,
        status,
        peakSize,
        entryVwap,
        exitVwap,
        realizedPnl,
      ]),
      [
        ['#51', 'long', 'open', 100, 0.5, undefined, 0],
        ['@142', 'long', 'closed', 4, 20, 22, 8],
        ['#50', 'long', 'closed', 100, 0.5, 1, 50],
        ['PURR/USDC', 'long', 'closed', 100, 20, 20, 250],
      ],
    );
    const given = (await ask('status=all&includeSpot=true&includeCensored=true&coin=@107'))[0]!;
    assert.deepEqual([given.openedBeforeWindow, given.realizedPnl, given.peakSize], [true, 700, 30]);
    const known = async (id: number) =>
      (await harness().ask(lifecycle, { path: { id: String(id) } })).body.fills!.map(
        (one) => one.attributionAvailable,
      );
    assert.deepEqual(
      [await known(given.id), await known(rows[3]!.id)],
      [
        [false, false],
        [true, true],
      ],
    );
    const [token] = await ask('status=all&includeSpot=true&coin=@234');
    assert.equal(token!.coin, '@142');
    const { body } = await harness().ask(lifecycle, { path: { id: String(token!.id) } });
    assert.deepEqual(
      body.fills!.map(({ side, attributedPnl }) => [side, attributedPnl]),
      [
        ['B', 0],
        ['A', 8],
      ],
    );
    const sums = async (query: string) =>
      (await harness().ask(lifecycleSummary, { path, query, tier: 'starter' })).body;
    assert.deepEqual([(await sums('')).total, (await sums('includeSpot=true')).totalPnl], [0, 308]);
    const recent = async (query: string) =>
      (await harness().ask(lifecyclesRecent, { query })).body!.filter(({ address }) => address === holder)
        .length;
    assert.deepEqual([await recent('since=1h'), await recent('since=1h&includeSpot=true&limit=200')], [0, 3]);
  });
}
