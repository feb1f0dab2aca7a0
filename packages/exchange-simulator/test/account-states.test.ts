import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarginTable, type MarginTable } from '../../../src/domain/margin-tiers.ts';
import type { WirePerpMeta } from '../../../src/wire/perp-meta.ts';
import { dexes } from '../src/market.ts';
import { wireAccount } from '../src/payloads/account.ts';
import { wirePerpMeta } from '../src/payloads/listing.ts';
import { recordedDays } from './served-exchange.ts';
import { checkState, type StateRules } from './state-rules.ts';

test('every account state keeps the invariants of the exchange', () => {
  const { exchange } = recordedDays();
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

/**
 * The margin tiers of a dex by coin; an id that is not listed is the leverage of a single tier
 * (docs/exchange.md#market-lists).
 */
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
