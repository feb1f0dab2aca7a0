import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { matchesOf, outcomeFills, outcomeRows, outcomesFromMs } from '../../../test/outcome-fills.ts';
import { sourceFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { productOverlap } from './overlap.ts';
import { perpPositionContext } from './perp-position-context.ts';

const nowMs = Date.parse('2026-06-20T12:34:56Z');
const dayMs = 86_400_000;
const held = outcomeFills({ seed: 3, matches: 160, outcomes: 3, wallets: 14, days: 45, nowMs });
const perpFills = sourceFills(
  [1, 2, 3, 20, 21, 22].flatMap((n, index) => [
    { wallet: walletOf(n), time: nowMs - (index + 1) * 2 * dayMs, coin: 'ETH', dir: 'Open Long' },
    { wallet: walletOf(n + 40), time: nowMs - dayMs, coin: '@107', dir: 'Buy' },
    { wallet: walletOf(n + 40), time: nowMs - dayMs, coin: 'ETH', dir: 'Settlement' },
  ]),
);
const fills = [...held, ...perpFills];
/** Signed sizes. */
const positions = [
  { n: 1, coin: 'BTC', szi: '2' },
  { n: 2, coin: 'BTC', szi: '-1' },
  { n: 3, coin: 'BTC', szi: '-3' },
  { n: 3, coin: 'xyz:BTC', szi: '5' },
  { n: 4, coin: 'ETH', szi: '5' },
  { n: 5, coin: 'xyz:BTC', szi: '4' },
];
const marks: Record<string, number> = { BTC: 120, 'xyz:BTC': 110, ETH: 50 };

let harness: EndpointHarness;
before(async () => {
  const binary = 'class:priceBinary|underlying:BTC|expiry:20260621-0600|targetPrice:120|period:1d';
  harness = await openEndpointHarness({
    given: {
      fills,
      outcomes: [
        { outcome: 100, description: binary },
        { outcome: 101, name: 'Argentina', description: 'Yes if it wins.' },
        { outcome: 102, name: 'Recurring Named Outcome', description: 'index:0', sides: ['Up', 'Down'] },
      ],
      questions: [
        {
          question: 1,
          namedOutcomes: [102],
          description: 'class:priceBucket|underlying:BTC|priceThresholds:1,2|period:1d',
        },
      ],
      positions: positions.map(({ n, coin, szi }) => ({ wallet: walletOf(n), coin, szi, entryPx: '100' })),
      market: { contexts: Object.entries(marks).map(([coin, px]) => ({ coin, markPx: String(px) })) },
    },
    nowMs,
  });
});
after(() => harness.close());

const ask = (id: string, query = '') =>
  harness.ask(perpPositionContext, { path: { outcome_id: id }, query, tier: 'pro' });

/** Who bought more than it sold, with its positions in BTC. */
function holdersOf(outcome: number, days: number) {
  const rows = outcomeRows(fills, Math.max(outcomesFromMs, nowMs - days * dayMs), nowMs).filter(
    ({ outcomeId, isTrade }) => outcomeId === outcome && isTrade,
  );
  return [...Map.groupBy(rows, ({ wallet, sideIndex }) => `${wallet} ${sideIndex}`)]
    .map(([key, own]) => {
      const shares = own.reduce((sum, { isBuy, sz }) => sum + (isBuy ? 1 : -1) * sz.toNumber(), 0);
      const [wallet, side] = key.split(' ');
      const last = rows.filter(({ sideIndex }) => String(sideIndex) === side).at(-1)!;
      const open = positions.filter(({ n, coin }) => walletOf(n) === wallet && coin.endsWith('BTC'));
      const size = open.reduce((sum, { szi }) => sum + Number(szi), 0);
      const notional = open.reduce((sum, { szi, coin }) => sum + Math.abs(Number(szi)) * marks[coin]!, 0);
      return {
        wallet: wallet!,
        side: Number(side),
        shares,
        held: shares * last.px.toNumber(),
        open: open.length > 0,
        size,
        notional,
      };
    })
    .filter(({ shares }) => shares > 0);
}

test('holders of each side are joined to their positions on all dexes of the ticker', async () => {
  for (const [outcome, gainsWithYes] of [
    [100, 1],
    [102, -1],
  ] as const) {
    const { body, window, headers } = await ask(String(outcome), 'limit=100');
    const holders = holdersOf(outcome, 14);
    assert.ok(holders.some(({ open }) => open) && holders.some(({ open }) => !open));
    const aligned = ({ side, size }: (typeof holders)[number]) =>
      Math.sign(size) === (side === 0 ? gainsWithYes : -gainsWithYes);
    for (const side of [0, 1]) {
      const own = holders.filter((holder) => holder.side === side);
      const open = own.filter((holder) => holder.open);
      const { underlyingNotional, ...counts } = body.sides![side]!;
      assert.deepEqual(counts, {
        outcomeSide: (outcome === 100 ? ['Yes', 'No'] : ['Up', 'Down'])[side],
        outcomeWallets: own.length,
        withOpenUnderlying: open.length,
        openPositionOverlapPct: own.length === 0 ? 0 : (open.length * 100) / own.length,
        longWallets: open.filter(({ size }) => size > 0).length,
        shortWallets: open.filter(({ size }) => size < 0).length,
        netUnderlyingPosition: open.reduce((sum, { size }) => sum + size, 0),
        alignedWallets: open.filter(aligned).length,
        hedgedWallets: open.filter((holder) => !aligned(holder)).length,
        predictionNativeWallets: own.length - open.length,
      });
      assert.equal(
        underlyingNotional,
        open.reduce((sum, { notional }) => sum + notional, 0),
      );
    }
    const ranked = holders.sort((a, b) => b.held - a.held || (a.wallet < b.wallet ? -1 : 1));
    assert.deepEqual(
      body.topWallets!.map((row) => [
        row.address,
        row.outcomeSharesHeld,
        row.outcomeNotionalUsdh,
        row.underlyingSize,
      ]),
      ranked.map(({ wallet, shares, held: value, size }) => [wallet, shares, value, size]),
    );
    assert.deepEqual(
      body.topWallets!.map(({ signal, underlyingSide }) => [signal, underlyingSide]),
      ranked.map((holder) => [
        holder.open ? (aligned(holder) ? 'aligned' : 'hedged') : 'prediction-native',
        holder.open ? (holder.size > 0 ? 'long' : 'short') : 'none',
      ]),
    );
    assert.deepEqual(
      [body.underlying, window?.fromMs, headers?.['X-Data-Basis']],
      ['BTC', nowMs - 14 * dayMs, 'state'],
    );
  }
});

test('a position comes with its leverage and its PnL at the mark', async () => {
  const { body } = await ask('100', 'days=90&limit=100');
  const row = body.topWallets!.find(({ address }) => address === walletOf(1));
  assert.deepEqual(
    [
      row?.underlyingSide,
      row?.underlyingSize,
      row?.underlyingNotional,
      row?.underlyingLeverage,
      row?.underlyingUnrealizedPnl,
    ],
    ['long', 2, 240, 10, 40],
  );
  assert.equal((await ask('100', 'days=90&limit=2')).body.topWallets!.length, 2);
});

test('an outcome without an underlying is a 404, as is an unknown one', async () => {
  for (const id of ['101', '999'])
    await assert.rejects(ask(id), (problem: Problem) => problem.fields.status === 404);
});

test('the overlap counts wallets with a trade in an outcome, with one in a perp, and both', async () => {
  for (const days of [1, 4, 9, 365]) {
    const { body, window } = await harness.ask(productOverlap, { query: `days=${days}`, tier: 'enterprise' });
    const fromMs = Math.max(outcomesFromMs, nowMs - days * dayMs);
    const rows = outcomeRows(fills, fromMs, nowMs);
    const inOutcomes = new Set(rows.filter(({ isTrade }) => isTrade).map(({ wallet }) => wallet));
    const perps = perpFills.filter(({ fill }) => fill.coin === 'ETH' && fill.time >= fromMs);
    const traded = perps.filter(({ fill }) => fill.dir !== 'Settlement');
    const inPerps = new Set(traded.map(({ wallet }) => wallet));
    const both = [...inOutcomes].filter((wallet) => inPerps.has(wallet)).length;
    assert.deepEqual(body, {
      since: new Date(fromMs).toISOString(),
      hip4TradersTotal: inOutcomes.size,
      perpTradersTotal: inPerps.size,
      overlap: both,
      overlapPct: inOutcomes.size === 0 ? 0 : (both / inOutcomes.size) * 100,
    });
    assert.equal(window?.fromMs, fromMs);
  }
  assert.ok(matchesOf(outcomeRows(fills, outcomesFromMs, nowMs)).length > 100);
});

test('the examples of the reference are bodies', () => {
  checkBody(perpPositionContext, perpPositionContext.example);
  checkBody(productOverlap, productOverlap.example);
});
