import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../src/analytics/query.ts';
import { type EndpointHarness, openEndpointHarness } from './endpoint-harness.ts';
import { walletOf } from './source-fills.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const wallet = walletOf(7);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: [{ wallet, time: nowMs, coin: 'xyz:GOLD', px: '12.5' }],
      positions: [
        { wallet, coin: 'BTC', szi: '-0.5', entryPx: '90000', markPx: '91000', liquidationPx: '120000.5' },
        { wallet, coin: 'ETH', szi: '2', leverageType: 'isolated', leverage: 5 },
        { wallet, coin: 'xyz:GOLD', szi: '1' },
      ],
      market: {
        contexts: [
          { coin: 'BTC', markPx: '91000', openInterest: '12.5' },
          { coin: '@107', markPx: '30' },
        ],
        candles: [{ coin: 'BTC', time: nowMs - 60_000, close: '91000', high: '91500' }],
        books: [{ coin: 'BTC', bids: [['90999', '1']], asks: [['91001', '2']] }],
      },
      outcomes: [{ outcome: 9 }, { outcome: 8, sides: ['Up', 'Down'], settleFraction: '1' }],
      questions: [{ question: 3, namedOutcomes: [8, 9] }],
    },
    nowMs,
  });
});
after(() => harness.close());

async function stored(sql: string): Promise<unknown[]> {
  const select = query({ name: 'test_given', params: {}, row: Type.Object({}), sql });
  return harness.store.rows(select, {});
}

test('what a test gives is stored as the connector stores it', async () => {
  assert.deepEqual(await stored('SELECT coin, toString(px) AS px FROM fills'), [
    { coin: 'xyz:GOLD', px: '12.5' },
  ]);
  assert.deepEqual(
    await stored(`
      SELECT coin, toString(szi) AS szi, toString(unrealized_pnl) AS pnl, toString(liquidation_px) AS liq, leverage_type
      FROM positions FINAL ORDER BY coin`),
    [
      { coin: 'BTC', szi: '-0.5', pnl: '-500', liq: '120000.5', leverage_type: 'cross' },
      { coin: 'ETH', szi: '2', pnl: '0', liq: null, leverage_type: 'isolated' },
      { coin: 'xyz:GOLD', szi: '1', pnl: '0', liq: null, leverage_type: 'cross' },
    ],
  );
  assert.deepEqual(
    await stored('SELECT dex, toString(total_ntl_pos) AS notional FROM accounts FINAL ORDER BY dex'),
    [
      { dex: '', notional: '45700' },
      { dex: 'xyz', notional: '100' },
    ],
  );
  assert.deepEqual(
    await stored(
      'SELECT coin, toString(mark_px) AS mark, toString(open_interest) AS oi FROM asset_contexts FINAL ORDER BY coin',
    ),
    [
      { coin: '@107', mark: '30', oi: '0' },
      { coin: 'BTC', mark: '91000', oi: '12.5' },
    ],
  );
  assert.deepEqual(await stored('SELECT toString(high) AS high, toString(low) AS low FROM candles FINAL'), [
    { high: '91500', low: '91000' },
  ]);
  assert.deepEqual(
    await stored('SELECT arrayMap(p -> toString(p), bid_px) AS bids FROM book_snapshots FINAL'),
    [{ bids: ['90999'] }],
  );
});

test('outcomes are listed with their sides, and the settled one with what it paid', async () => {
  assert.deepEqual(
    await stored('SELECT toString(outcome) AS id, side_names FROM outcomes FINAL ORDER BY outcome'),
    [
      { id: '8', side_names: ['Up', 'Down'] },
      { id: '9', side_names: ['Yes', 'No'] },
    ],
  );
  assert.deepEqual(
    await stored(
      'SELECT toString(outcome) AS id, toString(settle_fraction) AS paid FROM outcome_settlements FINAL',
    ),
    [{ id: '8', paid: '1' }],
  );
  assert.deepEqual(
    await stored('SELECT name, length(named_outcomes) AS outcomes FROM outcome_questions FINAL'),
    [{ name: 'Question 3', outcomes: '2' }],
  );
});

test('the market port returns the markets that a test gives', () => {
  const { market } = harness.sources;
  const { listing } = market;
  assert.deepEqual([...listing.all()].map(({ coin }) => coin).sort(), ['@107', 'BTC']);
  assert.equal(listing.get('BTC')?.kind, 'perp');
  assert.deepEqual(market.mark('BTC'), { px: '91000', basis: 'context', observedAtMs: nowMs, ageMs: 0 });
  assert.equal(market.context('@107')?.openInterest, undefined);
  assert.equal(market.candle('BTC', '1m')?.high, '91500');
  assert.deepEqual(market.book('BTC')?.asks, [{ px: '91001', sz: '2', orders: 1 }]);
  assert.deepEqual(market.observed(), { marks: nowMs, spot: nowMs, books: nowMs, candles: nowMs - 1 });
});

test('what a test gives of positions the positions in memory show', () => {
  const open = harness.sources.positions.ofWallet(wallet).sort((a, b) => (a.coin < b.coin ? -1 : 1));
  assert.deepEqual(
    open.map(({ coin, size, liquidationPx, leverageType }) => ({
      coin,
      size,
      liquidationPx,
      leverageType,
    })),
    [
      { coin: 'BTC', size: -0.5, liquidationPx: 120000.5, leverageType: 'cross' },
      { coin: 'ETH', size: 2, liquidationPx: undefined, leverageType: 'isolated' },
      { coin: 'xyz:GOLD', size: 1, liquidationPx: undefined, leverageType: 'cross' },
    ],
  );
});
