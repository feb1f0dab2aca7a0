import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireClearinghouseState } from '../../../src/wire/clearinghouse-state.ts';
import { recordedJson, recordedLines } from '../../../test/recorded-data.ts';
import type { ExchangeRecord } from '../src/record/exchange-record.ts';
import { type ExchangeServer, serveExchange } from '../src/server.ts';
import { post, recordedDays, reporting } from './served-exchange.ts';
import { differences, type Shape, shapeOf } from './shape.ts';
import { checkState, type StateRules } from './state-rules.ts';

let record: ExchangeRecord;
let server: ExchangeServer;

before(async () => {
  record = recordedDays();
  server = await serveExchange({ record, weightPerMinute: 1e9 });
});
after(() => server.close());

test('the same invariants hold on real account states', () => {
  const lines = recordedLines('states/clearinghouse.jsonl');
  const rules: StateRules = { checked: new Map(), breaches: [] };
  for (const line of lines) checkState(rules, JSON.parse(line).state as WireClearinghouseState);
  const known = [
    'unrealized PnL: -327944.8', // a very large position whose reported entry is off by more than a tick (docs/exchange.md#account-states)
    'maintenance margin: 5363012.46', // its positions reach into higher margin tiers (docs/exchange.md#maintenance-margin)
  ];
  const others = rules.breaches.filter((breach) => !known.some((start) => breach.startsWith(start)));
  assert.deepEqual(others, []);
});

test('answers have the fields of real ones, neither fewer nor more, and of the same kinds', async () => {
  const user = reporting(record).busiest.address;
  const pairs: [string, Record<string, unknown>][] = [
    [
      'rest/candleSnapshot.json',
      { type: 'candleSnapshot', req: { coin: 'BTC', interval: '1h', startTime: 0 } },
    ],
    ['rest/l2Book.json', { type: 'l2Book', coin: 'BTC', nSigFigs: 5 }],
    ['rest/userFunding.json', { type: 'userFunding', user, startTime: 0 }],
    ['rest/userFills-liquidated.json', { type: 'userFills', user }],
    ['rest/userFillsByTime.json', { type: 'userFillsByTime', user, startTime: 0 }],
    ['rest/clearinghouseState.json', { type: 'clearinghouseState', user: isolatedUser(), dex: 'flx' }],
    ['meta/perpDexs.json', { type: 'perpDexs' }],
    ['outcomes/outcomeMeta.json', { type: 'outcomeMeta' }],
  ];
  for (const [file, request] of pairs) {
    const real = recordedJson(file);
    const { text } = await post(server.url, request);
    const ours = alwaysThere(JSON.parse(text));
    assert.deepEqual(differences(ours, alwaysThere(real)), [], file);
    assert.ok(ours.size > 3);
  }
});

/** On the dex where some coins are isolated only. */
function isolatedUser(): string {
  const { exchange } = record;
  const wallet = exchange.wallets.findIndex((_, index) => {
    const { positions } = exchange.account(index, 2);
    return positions.some(({ isolated }) => isolated) && positions.some(({ isolated }) => !isolated);
  });
  return exchange.wallets[wallet]!.address;
}

/** Removes the fields that an answer of this kind has only sometimes. */
function alwaysThere(answer: unknown): Shape {
  const sometimes = /\.(cloid|liquidation|builderFee)\b/;
  // Outcomes have these since August 2026, the record is of before (docs/exchange.md).
  const newer = /^\.deployers\b|\.(venue|deployerFeeScale)$/;
  return new Map([...shapeOf(answer)].filter(([path]) => !sometimes.test(path) && !newer.test(path)));
}
