import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { lifecycle } from '../pulse/lifecycle.ts';
import { traderClosedPositions } from '../pulse/trader-closed-positions.ts';
import { traderLifecycles } from '../pulse/trader-lifecycles.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const at = (time: string) => Date.parse(`2026-03-${time}Z`);
const wallet = walletOf(1);

/** Opened and closed, with a closed PnL and a fee at the close. */
function position(
  coin: string,
  [opened, closed]: readonly [string, string | undefined],
  closedPnl = '0',
  fee = '0',
) {
  const fills: FillDraft[] = [{ wallet, coin, time: at(opened), px: '100', sz: '2' }];
  if (closed === undefined) return fills;
  const sale = { startPosition: '2', side: 'A', dir: 'Close Long', closedPnl, fee } as const;
  return [...fills, { wallet, coin, time: at(closed), px: '110', sz: '2', ...sale }];
}

test('a lifecycle has the payments from its opening to its close, and no net PnL where one may be missing', async () => {
  const fills = [
    // Before payments were read.
    ...position('BTC', ['10T10:30:00', '10T12:30:00'], '20', '1'),
    ...position('BTC', ['13T08:30:00', '13T09:30:00'], '4.9862', '0.0762'),
    ...position('BTC', ['15T08:30:00', '15T10:00:00.030'], '20', '0.5'),
    ...position('BTC', ['15T10:00:00.050', undefined]),
    // The merged day of the 14th lies in it whole, that of the 13th is cut.
    ...position('ETH', ['13T23:30:00', '15T00:30:00'], '7'),
    ...position('SOL', ['13T12:00:00.100', '13T12:59:00'], '-3', '0.25'),
    ...position('DOGE', ['13T20:00:00', '15T01:00:00'], '7'),
  ];
  const paid = (coin: string, time: string, usdc: string, nSamples?: number) => ({
    wallet,
    coin,
    time: at(time),
    usdc,
    ...(nSamples !== undefined && { nSamples }),
  });
  const funding = [
    paid('BTC', '13T09:00:00.041', '0'),
    paid('BTC', '15T09:00:00.041', '-0.2'),
    paid('BTC', '15T09:00:00.044', '-0.2'),
    paid('BTC', '15T10:00:00.040', '-9'),
    paid('BTC', '15T11:00:00.040', '0.125'),
    paid('BTC', '15T12:00:00.040', '0.25'),
    paid('ETH', '14T00:00:00', '-2.4', 24),
    paid('ETH', '15T00:00:00.041', '-0.1'),
    paid('DOGE', '13T00:00:00', '-1', 4),
  ];
  const harness = await openEndpointHarness({ given: { fills, funding }, nowMs, lifecycles: true });
  try {
    const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
    await ledger.cover({ feed: 'node_misc_events', fromMs: at('13T00:00:00'), toMs: nowMs });
    const path = { address: wallet };
    const { body } = await harness.ask(traderLifecycles, { path, query: 'status=all', tier: 'starter' });
    const shown = body.lifecycles!.map(({ coin, openedAt, funding: got, netPnl }) => [
      coin,
      openedAt.slice(8, 16),
      got,
      netPnl,
    ]);
    assert.deepEqual(
      shown.toSorted((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`)),
      [
        ['BTC', '10T10:30', undefined, undefined],
        ['BTC', '13T08:30', 0, 4.91],
        ['BTC', '15T08:30', -0.2, 19.3],
        ['BTC', '15T10:00', 0.375, 0.375],
        ['DOGE', '13T20:00', undefined, undefined],
        ['ETH', '13T23:30', -2.5, 4.5],
        ['SOL', '13T12:00', 0, -3.25],
      ],
    );
    const { body: closed } = await harness.ask(traderClosedPositions, { path });
    assert.deepEqual(
      closed!.map(({ netPnl }) => netPnl),
      [19.3, undefined, 4.5, -3.25, 4.91, undefined],
    );
    const id = String(body.lifecycles!.find(({ netPnl }) => netPnl === 4.5)!.id);
    const { body: one } = await harness.ask(lifecycle, { path: { id } });
    assert.deepEqual([one.lifecycle.funding, one.lifecycle.netPnl], [-2.5, 4.5]);
  } finally {
    await harness.close();
  }
});
