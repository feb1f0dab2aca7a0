import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import {
  type OutcomeRow,
  outcomeFills,
  outcomeRows,
  outcomesFromMs,
  sumOf,
  tradedBetween,
} from '../../../test/outcome-fills.ts';
import { sourceFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderOutcomes } from './trader-outcomes.ts';

const nowMs = Date.parse('2026-06-20T12:00:00Z');
const dayMs = 86_400_000;
const holder = walletOf(0xaa);
const generated = outcomeFills({ seed: 5, matches: 300, outcomes: 6, wallets: 12, days: 70, nowMs });
const own = (minutesAgo: number, coin: string, rest: object) => ({
  wallet: holder,
  time: nowMs - minutesAgo * 60_000,
  coin,
  feeToken: 'USDH',
  ...rest,
});
const fills = [
  ...generated,
  ...sourceFills([
    own(60, '#90', { dir: 'Split Outcome', side: 'B', px: '0.5', sz: '100' }),
    own(60, '#91', { dir: 'Split Outcome', side: 'B', px: '0.5', sz: '100' }),
    own(50, '#90', { dir: 'Buy', side: 'B', px: '0.5', sz: '40' }),
    own(40, '#90', { dir: 'Sell', side: 'A', px: '0.6', sz: '10', closedPnl: '1' }),
    own(30, '#90', { dir: 'Settlement', side: 'A', px: '1.0', sz: '130', closedPnl: '65' }),
    own(30, '#91', { dir: 'Settlement', side: 'A', px: '0.0', sz: '100', closedPnl: '-50' }),
    own(20, 'BTC', { dir: 'Buy', side: 'B' }),
  ]),
];

let harness: EndpointHarness;
before(async () => {
  const outcomes = [
    {
      outcome: 9,
      name: 'Recurring',
      description: 'class:priceBinary|underlying:BTC|expiry:20260621-0600|targetPrice:78213|period:1d',
    },
    { outcome: 101, name: 'Argentina', settleFraction: '1' },
  ];
  const questions = [{ question: 3, name: 'World Cup', namedOutcomes: [], settledNamedOutcomes: [101] }];
  harness = await openEndpointHarness({ given: { fills, outcomes, questions }, nowMs });
});
after(() => harness.close());

const ask = async (address: string, query = '', tier: 'starter' | 'pro' = 'pro') =>
  harness.ask(traderOutcomes, { path: { address }, query, tier });

function expected(address: string, days: number) {
  const rows = outcomeRows(fills, Math.max(nowMs - days * dayMs, outcomesFromMs), nowMs);
  const sides = Map.groupBy(
    rows.filter(({ wallet }) => wallet === address),
    ({ coin }) => coin,
  );
  const lastOf = (part: OutcomeRow[]) =>
    Math.max(0, ...part.filter(({ isTrade }) => isTrade).map(({ time }) => time));
  return [...sides.values()]
    .sort((a, b) => lastOf(b) - lastOf(a) || Number(a[0]!.coin.slice(1)) - Number(b[0]!.coin.slice(1)))
    .map((part) => {
      const trades = part.filter(({ isTrade }) => isTrade);
      const bought = trades.filter(({ isBuy }) => isBuy);
      const sold = trades.filter(({ isBuy }) => !isBuy);
      const { outcomeId, sideIndex } = part[0]!;
      return {
        outcomeId,
        sideIndex,
        sideToken: `+${outcomeId * 10 + sideIndex}`,
        fills: trades.length,
        netShares: sumOf(bought, ({ sz }) => sz) - sumOf(sold, ({ sz }) => sz),
        grossBoughtUsdh: sumOf(bought, ({ notional }) => notional),
        grossSoldUsdh: sumOf(sold, ({ notional }) => notional),
        realizedPnlUsdh: sumOf(part, ({ pnl }) => pnl),
        ...tradedBetween(part),
      };
    });
}

test('the sides of every wallet equal their recomputation, last traded first', async () => {
  for (const address of new Set(generated.map(({ wallet }) => wallet))) {
    const { body, window } = await ask(address, 'days=90');
    const rows = body.outcomes!.map(({ name, displayName, ...row }) => JSON.parse(JSON.stringify(row)));
    assert.deepEqual(rows, expected(address, 90));
    assert.equal(body.count, rows.length);
    assert.deepEqual(window, { fromMs: outcomesFromMs, toMs: nowMs }, 'cut where the data begin');
  }
});

test('splits and settlements count no trade and no volume and realize PnL; a trade at 0.5 is a trade', async () => {
  const { body } = await ask(holder);
  const [yes, no] = body.outcomes!;
  assert.deepEqual(
    [yes!.fills, yes!.netShares, yes!.grossBoughtUsdh, yes!.grossSoldUsdh, yes!.realizedPnlUsdh],
    [2, 30, 20, 6, 66],
  );
  assert.deepEqual([no!.fills, no!.netShares, no!.grossBoughtUsdh, no!.realizedPnlUsdh], [0, 0, 0, -50]);
  assert.deepEqual([no!.firstTraded, no!.lastTraded, body.count], [undefined, undefined, 2]);
});

test('an outcome has the names that the exchange has, settled ones too; one that it never published has none', async () => {
  const names = new Map<number, (string | undefined)[]>();
  for (const address of new Set(fills.map(({ wallet }) => wallet))) {
    for (const { outcomeId, name, displayName } of (await ask(address, 'days=90')).body.outcomes!)
      names.set(outcomeId, [name, displayName]);
  }
  assert.deepEqual(names.get(9), ['Recurring', 'BTC at or above 78213 at 2026-06-21 06:00 UTC']);
  assert.deepEqual(names.get(101), ['Argentina', 'World Cup: Argentina']);
  assert.deepEqual(names.get(102), [undefined, undefined]);
});

test('the window is 30 days by default, at most 90, and at most what the tier reaches', async () => {
  const wallet = generated[0]!.wallet;
  const { window } = await ask(wallet, '', 'starter');
  assert.deepEqual(window, { fromMs: nowMs - 30 * dayMs, toMs: nowMs });
  for (const [query, tier, status] of [
    ['days=91', 'pro', 422],
    ['days=0', 'pro', 422],
    ['days=x', 'pro', 422],
    ['days=31', 'starter', 400],
  ] as const) {
    await assert.rejects(ask(wallet, query, tier), (problem: Problem) => problem.fields.status === status);
  }
  await assert.rejects(ask('0x12'), (problem: Problem) => problem.fields.status === 400);
});

test('a wallet without data has an empty list', async () => {
  const { body } = await ask(walletOf(0xdead));
  assert.deepEqual(body, { address: walletOf(0xdead), count: 0, outcomes: [] });
});

test('the example of the reference is a body', () => checkBody(traderOutcomes, traderOutcomes.example));
