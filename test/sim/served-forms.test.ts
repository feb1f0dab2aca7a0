import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createMarginTable, type MarginTable } from '../../src/domain/margin-tiers.ts';
import { dexes } from '../../src/sim/market.ts';
import { wireAccount } from '../../src/sim/payloads/account.ts';
import { wirePerpMeta } from '../../src/sim/payloads/listing.ts';
import type { ExchangeRecord } from '../../src/sim/record/exchange-record.ts';
import { type ExchangeServer, serveExchange } from '../../src/sim/server.ts';
import type { WireClearinghouseState } from '../../src/wire/clearinghouse-state.ts';
import type { WirePerpMeta } from '../../src/wire/perp-meta.ts';
import { post, recordedDays, telling } from './served-exchange.ts';
import { differences, type Shape, shapeOf } from './shape.ts';
import { checkState, type StateRules } from './state-rules.ts';

const dataDir = new URL('../../../shared/data/', import.meta.url);

let record: ExchangeRecord;
let server: ExchangeServer;

before(async () => {
  record = recordedDays();
  server = await serveExchange({ record, weightPerMinute: 1e9 });
});
after(() => server.close());

test('every account state keeps the invariants of the exchange', () => {
  const { exchange } = record;
  const rules: StateRules = { checked: new Map(), breaches: [] };
  for (let dex = 0; dex < dexes.length; dex++) {
    const tables = marginTables(wirePerpMeta(exchange.markets, dex));
    for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
      checkState(rules, wireAccount(exchange.account(wallet, dex)), (coin) => tables.get(coin)!);
    }
  }
  assert.deepEqual(rules.breaches, []);
  for (const [rule, count] of rules.checked) assert.ok(count >= 10, `${rule}: only ${count} cases`);
});

test('the same invariants hold on real account states', (t) => {
  if (!existsSync(dataDir)) {
    t.diagnostic('no ../shared/data here: nothing to check');
    return;
  }
  const lines = readFileSync(new URL('states/clearinghouse.jsonl', dataDir), 'utf8').trim().split('\n');
  const rules: StateRules = { checked: new Map(), breaches: [] };
  for (const line of lines) checkState(rules, JSON.parse(line).state as WireClearinghouseState);
  const known = [
    'unrealized PnL: -327944.8', // a very large position whose told entry is off by more than a tick (exchange notes §9.6)
    'maintenance margin: 5363012.46', // its positions reach into higher margin tiers (§9.4)
  ];
  const others = rules.breaches.filter((breach) => !known.some((start) => breach.startsWith(start)));
  assert.deepEqual(others, []);
});

/** The margin tiers of a dex by coin; an id that is not listed is the leverage of a single tier (exchange notes §2.1). */
function marginTables({ universe, marginTables: listed }: WirePerpMeta): Map<string, MarginTable> {
  const tiersOf = new Map(listed.map(([id, { marginTiers }]) => [id, marginTiers]));
  return new Map(
    universe.map(({ name, marginTableId = 0 }) => {
      const tiers = tiersOf.get(marginTableId) ?? [{ lowerBound: 0, maxLeverage: marginTableId }];
      const inUsd = tiers.map((tier) => ({ ...tier, lowerBound: Number(tier.lowerBound) }));
      return [name, createMarginTable(inUsd)];
    }),
  );
}

test('answers have the fields of real ones, neither fewer nor more, and of the same kinds', async (t) => {
  if (!existsSync(dataDir)) {
    t.diagnostic('no ../shared/data here: nothing to compare with');
    return;
  }
  const user = telling(record).busiest.address;
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
    const real = JSON.parse(readFileSync(new URL(file, dataDir), 'utf8'));
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

/** Without the fields that an answer of this kind has only at times. */
function alwaysThere(answer: unknown): Shape {
  const sometimes = /\.(cloid|liquidation|builderFee)\b/;
  return new Map([...shapeOf(answer)].filter(([path]) => !sometimes.test(path)));
}
