import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedJson, recordedLines } from '../../test/recorded-data.ts';
import { crossLiquidationPrice, isolatedLiquidationPrice } from './liquidation-price.ts';
import { createMarginTable, type MarginTable, maintenanceMargin } from './margin-tiers.ts';

test('liquidation prices equal the exchange in every real state whose account the formula covers', (t) => {
  const compared = readStates().flatMap(comparePrices);
  const wrong = compared.filter(({ ours, theirs }) => Math.abs(ours / theirs - 1) > 1e-6);
  const wrongUsers = new Set(wrong.map(({ user }) => user));
  t.diagnostic(`${compared.length - wrong.length} of ${compared.length} equal to 1e-6`);
  // Two wallets of the capture are unified or portfolio accounts, backed by spot balances
  // (docs/exchange.md#liquidation-price).
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
  const lines = recordedLines('states/clearinghouse.jsonl');
  const whale = recordedJson('states/whale.json');
  return [...lines.map((line) => JSON.parse(line)), { user: 'whale', state: whale.state ?? whale }];
}

/**
 * Margin tiers (docs/exchange.md#maintenance-margin), with three coins that real states add to that list; all other coins have a single
 * tier.
 */
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
