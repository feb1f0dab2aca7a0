import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedJson, recordedLines } from '../../test/recorded-data.ts';
import { returnOnEquity } from './exposure.ts';

interface Position {
  szi: string;
  entryPx: string;
  positionValue: string;
  unrealizedPnl: string;
  returnOnEquity: string;
  leverage: { value: number };
}

test('return on equity is that of the exchange for every real position', (t) => {
  const whale = recordedJson('states/whale.json');
  const states = [
    ...recordedLines('states/clearinghouse.jsonl').map((line) => JSON.parse(line).state),
    whale.state ?? whale,
  ];
  const positions: Position[] = states.flatMap(({ assetPositions }) =>
    assetPositions.map(({ position }: { position: Position }) => position),
  );
  assert.ok(positions.length >= 164);
  for (const { szi, entryPx, positionValue, unrealizedPnl, leverage, ...reported } of positions) {
    const [size, pnl, roe] = [Number(szi), Number(unrealizedPnl), Number(reported.returnOnEquity)];
    // The entry that the exchange itself reckons with: the one in its answer is rounded.
    const exactEntry = (Number(positionValue) - Math.sign(size) * pnl) / Math.abs(size);
    const of = { size, unrealizedPnl: pnl, leverage: leverage.value };
    const exact = returnOnEquity({ ...of, entryPx: exactEntry })!;
    assert.ok(Math.abs(exact - roe) <= 1e-6 * Math.max(1, Math.abs(roe)), `${exact} ${roe}`);
    const rounded = returnOnEquity({ ...of, entryPx: Number(entryPx) })!;
    assert.ok(Math.abs(rounded - roe) <= 2e-3 * Math.max(1, Math.abs(roe)), `${rounded} ${roe}`);
  }
  t.diagnostic(`${positions.length} of ${positions.length} equal`);
});
