import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { hourMs } from '../../kernel/clock.ts';
import { exchangePositions } from './positions.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');

/** Opens and closes a unit of a coin with this realized PnL. */
function closed(n: number, coin: string, agoHours: number, closedPnl: string, more: Partial<FillDraft> = {}) {
  const wallet = walletOf(n);
  const time = nowMs - agoHours * hourMs;
  return [
    { wallet, coin, time: time - 30 * hourMs, side: 'B' as const, startPosition: '0' },
    { wallet, coin, time, side: 'A' as const, startPosition: '1', dir: 'Close Long', closedPnl, ...more },
  ];
}

const liquidation = { liquidatedUser: walletOf(3), markPx: '90', method: 'market' };
const fills: FillDraft[] = [
  ...closed(1, 'BTC', 1, '10.5'),
  ...closed(2, 'BTC', 2, '-4'),
  ...closed(3, 'xyz:GOLD', 3, '-20', { liquidation }),
  // A day and more ago, and of a spot pair: neither counts.
  ...closed(1, 'ETH', 25, '1000'),
  ...closed(4, '@107', 1, '7'),
  // A flip closes a position and opens another; the time before its first fill is unknown.
  {
    wallet: walletOf(5),
    coin: 'BTC',
    time: nowMs - hourMs,
    side: 'A',
    sz: '5',
    startPosition: '2',
    dir: 'Long > Short',
    closedPnl: '3',
  },
  { wallet: walletOf(5), coin: 'ETH', time: nowMs - hourMs },
];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true });
});
after(() => harness.close());

test('positions open now and those closed in 24 hours, by dex, with what their whole life realized', async () => {
  const { body, window } = await harness.ask(exchangePositions, {});
  assert.deepEqual(body, {
    totalOpenPositions: 2,
    totalClosed24h: 4,
    totalLiquidated24h: 1,
    realizedPnl24h: -10.5,
    byDex: [
      {
        dex: 'hl',
        openPositions: 2,
        walletsWithPositions: 1,
        closed24h: 3,
        liquidated24h: 0,
        realizedPnl24h: 9.5,
        grossProfits24h: 13.5,
        grossLosses24h: -4,
      },
      {
        dex: 'xyz',
        openPositions: 0,
        walletsWithPositions: 0,
        closed24h: 1,
        liquidated24h: 1,
        realizedPnl24h: -20,
        grossProfits24h: 0,
        grossLosses24h: -20,
      },
    ],
    generatedAt: '2026-03-15T12:30:00.000Z',
  });
  assert.equal(window!.fromMs, nowMs - 24 * hourMs);
  checkBody(exchangePositions, exchangePositions.example);
});
