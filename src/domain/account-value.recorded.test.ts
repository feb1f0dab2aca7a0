import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedJson, recordedLines } from '../../test/recorded-data.ts';
import { scaledNumber } from '../kernel/scaled.ts';
import { type AccountPrices, accountValue, valueDecimals } from './account-value.ts';

interface State {
  marginSummary: { accountValue: string; totalRawUsd: string; totalNtlPos: string };
  assetPositions: { position: { coin: string; szi: string; positionValue: string } }[];
}

test('real states come to what the exchange says, at its marks and as it said them, and to their spot where they are pooled', () => {
  const states = readStates();
  let positions = 0;
  for (const { user, state } of states) {
    const said = Number(state.marginSummary.accountValue);
    assert.equal(worthOf(state, 'default', marksOf(state)).isPooled, false);
    const atMarks = usdOf(worthOf(state, 'default', marksOf(state)).total);
    assert.ok(Math.abs(atMarks - said) <= 1e-6 * Math.max(1, said), `${user}: ${atMarks} is not ${said}`);
    assert.equal(usdOf(worthOf(state, 'default', {}).total), said);
    // Its dex balances are already included in spot: 750 USDC, whatever the state says.
    assert.equal(usdOf(worthOf(state, 'unifiedAccount', marksOf(state)).total), 750);
    positions += state.assetPositions.length;
  }
  assert.deepEqual([states.length, positions], [67, 205]);
});

function readStates(): { user: string; state: State }[] {
  const lines = recordedLines('states/clearinghouse.jsonl');
  const whale = recordedJson('states/whale.json');
  return [...lines.map((line) => JSON.parse(line)), { user: 'whale', state: whale.state ?? whale }];
}

function worthOf({ marginSummary, assetPositions }: State, mode: string, marks: Record<string, string>) {
  const dex = { dex: '', collateral: 'USDC', open: assetPositions.length, atMs: 0, ...marginSummary };
  const positions = assetPositions.map(({ position }) => position);
  const prices: AccountPrices = { markOf: (coin) => marks[coin], pairOf: () => undefined };
  const held = (amount: string) => ({ held: [{ asset: 'USDC', amount }], atMs: 0 });
  const spot = held(mode === 'default' ? '0' : '750');
  return accountValue(
    {
      mode,
      dexes: [{ ...dex, positions }],
      spot,
      vaults: held('0'),
      staked: held('0'),
      lent: held('0'),
      escrow: held('0'),
    },
    prices,
  );
}

/** The marks that a state was made at, to twelve decimals. */
function marksOf({ assetPositions }: State): Record<string, string> {
  const marks = assetPositions.map(({ position: { coin, szi, positionValue } }) => [
    coin,
    (Number(positionValue) / Math.abs(Number(szi))).toFixed(12),
  ]);
  return Object.fromEntries(marks);
}

function usdOf(value: bigint | null): number {
  assert.notEqual(value, null);
  return scaledNumber(value!, valueDecimals);
}
