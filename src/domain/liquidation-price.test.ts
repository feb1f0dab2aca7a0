import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { crossLiquidationPrice, isolatedLiquidationPrice } from './liquidation-price.ts';
import { createMarginTable, type MarginTable, maintenanceMargin } from './margin-tiers.ts';

const tiered = createMarginTable([
  { lowerBound: 0, maxLeverage: 10 },
  { lowerBound: 3e6, maxLeverage: 5 },
]);

test('maintenance margin is continuous over the bound of a tier', () => {
  assert.equal(maintenanceMargin(tiered, 1e6), 50_000);
  assert.ok(Math.abs(maintenanceMargin(tiered, 3e6 - 1e-6) - maintenanceMargin(tiered, 3e6)) < 1e-6);
  assert.equal(maintenanceMargin(tiered, 4e6), 150_000 + 100_000);
});

test('margin tiers that do not ascend from 0 are refused', () => {
  assert.throws(() => createMarginTable([]), /begin with lowerBound 0/);
  assert.throws(() => createMarginTable([{ lowerBound: 5, maxLeverage: 3 }]), /begin with lowerBound 0/);
  const falling = [0, 7, 7].map((lowerBound) => ({ lowerBound, maxLeverage: 3 }));
  assert.throws(() => createMarginTable(falling), /ascend/);
});

test('at the liquidation price the account is worth exactly its maintenance margin, in any tier', () => {
  const amount = fc.double({ min: 1, max: 1e8, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.boolean(), amount, (size, markPx, long, accountValue) => {
      const szi = long ? size : -size;
      const otherMaintenance = accountValue / 3;
      const price = crossLiquidationPrice({ szi, markPx, accountValue, otherMaintenance, table: tiered });
      if (price === undefined) {
        assert.ok(long, 'a short always has a price that liquidates it');
        return;
      }
      const value = accountValue + szi * (price - markPx);
      const needed = otherMaintenance + maintenanceMargin(tiered, size * price);
      const scale = Math.max(accountValue, size * markPx, size * price);
      assert.ok(Math.abs(value - needed) <= 1e-9 * scale, `${value} is not ${needed}`);
    }),
  );
});

test('a position of no size has no liquidation price', () => {
  assert.equal(isolatedLiquidationPrice({ szi: 0, rawUsd: 5, table: tiered }), undefined);
});

const statesDir = new URL('../../../shared/data/states/', import.meta.url);

test('liquidation prices equal the exchange in every real state whose account the formula covers', (t) => {
  if (!existsSync(statesDir)) {
    t.diagnostic('no ../shared/data/states here: nothing to compare with');
    return;
  }
  const compared = readStates().flatMap(comparePrices);
  const wrong = compared.filter(({ ours, theirs }) => Math.abs(ours / theirs - 1) > 1e-6);
  const wrongUsers = new Set(wrong.map(({ user }) => user));
  t.diagnostic(`${compared.length - wrong.length} of ${compared.length} equal to 1e-6`);
  // Two wallets of the capture are unified or portfolio accounts: spot balances stand behind them (§9.5).
  assert.ok(wrongUsers.size <= 2, `off in ${wrong.length} positions of ${[...wrongUsers].join(', ')}`);
  assert.ok(wrong.length <= 3 && compared.length >= 80);
});

interface State {
  crossMarginSummary: { accountValue: string };
  crossMaintenanceMarginUsed: string;
  assetPositions: {
    position: {
      coin: string;
      szi: string;
      positionValue: string;
      liquidationPx: string | null;
      maxLeverage: number;
      leverage: { type: string; rawUsd?: string };
    };
  }[];
}

function readStates(): { user: string; state: State }[] {
  const lines = readFileSync(new URL('clearinghouse.jsonl', statesDir), 'utf8').trim().split('\n');
  const whale = JSON.parse(readFileSync(new URL('whale.json', statesDir), 'utf8'));
  return [...lines.map((line) => JSON.parse(line)), { user: 'whale', state: whale.state ?? whale }];
}

/** Tiers of §9.4, with the three coins that real states add to its list; all others have one. */
function tableOf(coin: string, maxLeverage: number): MarginTable {
  const tiers: [string, number, number, number][] = [
    ['BTC', 40, 150e6, 20],
    ['ETH', 25, 100e6, 15],
    ['SOL', 20, 70e6, 10],
    ['XRP', 20, 40e6, 10],
    [
      'AAVE ADA APT AVAX BCH CRV DOGE ENA FARTCOIN HYPE kBONK kPEPE LINK LTC NEAR PUMP SUI TRUMP UNI WLD ZEC',
      10,
      20e6,
      5,
    ],
    ['ARB BNB DOT JUP kSHIB MKR ONDO PAXG TON TRX XPL OP SEI', 10, 3e6, 5],
  ];
  const row = tiers.find(([coins]) => coins.split(' ').includes(coin));
  if (row === undefined) return createMarginTable([{ lowerBound: 0, maxLeverage }]);
  return createMarginTable([
    { lowerBound: 0, maxLeverage: row[1] },
    { lowerBound: row[2], maxLeverage: row[3] },
  ]);
}

function comparePrices({ user, state }: { user: string; state: State }) {
  const accountValue = Number(state.crossMarginSummary.accountValue);
  const maintenance = Number(state.crossMaintenanceMarginUsed);
  return state.assetPositions.flatMap(({ position }) => {
    if (position.liquidationPx === null) return [];
    const szi = Number(position.szi);
    const notional = Number(position.positionValue);
    const table = tableOf(position.coin, position.maxLeverage);
    const ours =
      position.leverage.type === 'isolated'
        ? isolatedLiquidationPrice({ szi, rawUsd: Number(position.leverage.rawUsd), table })
        : crossLiquidationPrice({
            szi,
            markPx: notional / Math.abs(szi),
            accountValue,
            otherMaintenance: maintenance - maintenanceMargin(table, notional),
            table,
          });
    return [{ user, coin: position.coin, ours: ours ?? 0, theirs: Number(position.liquidationPx) }];
  });
}
