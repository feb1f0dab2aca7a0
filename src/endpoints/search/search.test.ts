import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { query } from '../../analytics/query.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { search } from './search.ts';

const nowMs = Date.parse('2026-06-20T12:30:00Z');
const builder = walletOf(9);
const anyLifecycle = query({
  name: 'any_lifecycle',
  params: {},
  row: Type.Object({ id: Type.String() }),
  sql: 'SELECT toString(id) AS id FROM lifecycle_ids LIMIT 1',
});
let harness: EndpointHarness;

before(async () => {
  const usual = { time: nowMs - hourMs, px: '10' };
  harness = await openEndpointHarness({
    given: {
      market: {
        listed: [
          { coin: '@151', symbol: 'UETH/USDC', ticker: 'UETH' },
          { coin: '@142', symbol: 'UBTC/USDC', ticker: 'UBTC' },
          { coin: 'xyz:GOLD', displayName: 'Gold, ounce', keywords: ['bullion', 'precious metal'] },
        ],
        contexts: [
          ...['BTC', 'ETH', 'kPEPE', 'BTCB', '@151', '@142', '#5290'].map((coin, place) => {
            return { coin, markPx: '10', dayNtlVlm: String(1_000 - place) };
          }),
          { coin: 'xyz:GOLD', markPx: '5', dayNtlVlm: '9' },
        ],
      },
      outcomes: [
        { outcome: 529, name: 'Argentina wins the cup' },
        { outcome: 77, name: 'Long ago', settleFraction: '0', time: nowMs - 40 * dayMs },
      ],
      fills: [
        { ...usual, wallet: walletOf(1), coin: 'BTC', sz: '1' },
        { ...usual, wallet: walletOf(2), coin: 'BTC', sz: '5' },
        { ...usual, wallet: walletOf(3), coin: 'ETH', sz: '5', builder, builderFee: '0.1' },
      ],
    },
    nowMs,
    builderNames: new Map([[builder, 'Front Door']]),
    lifecycles: true,
  });
});
after(() => harness.close());

async function found(text: string) {
  const { body } = await harness.ask(search, { query: `q=${encodeURIComponent(text)}` });
  checkBody(search, body);
  return { ids: body.matches!.map(({ kind, id }) => `${kind} ${id}`), ...body };
}

test('coins are found by ticker, by the names of people and of other exchanges, and pairs by their token', async () => {
  for (const text of ['bitcoin', 'btc', 'BTC', 'BTC-PERP', 'BTC-USD', 'btcusdt', ' BTC/USD '])
    assert.equal((await found(text)).ids[0], 'coin BTC', text);
  assert.equal((await found('ethereum')).ids[0], 'coin ETH');
  assert.equal((await found('pepe')).ids[0], 'coin kPEPE');
  assert.deepEqual((await found('UBTC')).matches![0], { kind: 'coin', id: '@142', name: 'UBTC/USDC' });
  assert.deepEqual((await found('@151')).matches![0], { kind: 'coin', id: '@151', name: 'UETH/USDC' });
  assert.deepEqual((await found('gold')).matches, [{ kind: 'coin', id: 'xyz:GOLD', name: 'Gold, ounce' }]);
  // As its deployer describes it.
  for (const text of ['ounce', 'bullion', 'metal'])
    assert.deepEqual((await found(text)).ids, ['coin xyz:GOLD'], text);
  // Names that begin with the text come first, most traded first; names that only contain it come last.
  assert.deepEqual((await found('bt')).ids, ['coin BTC', 'coin BTCB', 'coin @142']);
});

test('wallets are found by their first digits, the most traded first, and whole ones as builders too', async () => {
  const prefix = walletOf(1).slice(0, 12);
  assert.ok([2, 3].every((n) => walletOf(n).startsWith(prefix)));
  assert.deepEqual(
    (await found(prefix.toUpperCase())).ids.slice(0, 3).sort(),
    [1, 2, 3].map((n) => `wallet ${walletOf(n)}`).sort(),
  );
  assert.deepEqual((await found(walletOf(2))).ids, [`wallet ${walletOf(2)}`]);
  assert.deepEqual((await found(builder)).ids, [`builder ${builder}`]);
  assert.deepEqual((await found(walletOf(4_321))).ids, []);
});

test('builders, outcomes and cohorts are found by words of their name, lifecycles by id', async () => {
  assert.deepEqual((await found('door')).matches, [{ kind: 'builder', id: builder, name: 'Front Door' }]);
  for (const text of ['cup', '529', '#5290', '+5291'])
    assert.deepEqual(
      (await found(text)).matches,
      [{ kind: 'outcome', id: '529', name: 'Argentina wins the cup' }],
      text,
    );
  assert.deepEqual((await found('77')).ids, ['outcome 77']);
  assert.deepEqual((await found('ago')).ids, []);
  assert.deepEqual((await found('Smart Money')).matches, [
    { kind: 'cohort', id: 'smart_money', tierType: 'pnl' },
  ]);
  const whales = (await found('whale')).ids;
  assert.deepEqual([whales[0], whales.length], ['cohort whale', 3]);
  const [{ id }] = (await harness.store.rows(anyLifecycle, {})) as [{ id: string }];
  assert.deepEqual((await found(id)).ids, [`lifecycle ${id}`]);
});

test('where nothing matches, the nearest coins are named', async () => {
  assert.deepEqual(await found('BTCC'), { ids: [], query: 'BTCC', matches: [], nearest: ['BTC', 'BTCB'] });
  assert.deepEqual((await found('  ')).ids, []);
});
