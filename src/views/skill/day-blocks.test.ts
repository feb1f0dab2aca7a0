import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWalletIndex } from '../../domain/wallet-index.ts';
import { createDayTable } from './day-blocks.ts';

/** A row as the store sends it: wallet, day, no doubles, kind. */
function rowOf(kind: string): Buffer {
  const day = Buffer.alloc(8);
  day.writeDoubleLE(1);
  return Buffer.concat([Buffer.alloc(20, 7), day, Buffer.from([kind.length]), Buffer.from(kind)]);
}

test('kinds beyond those of a byte share the last number, however often they come', () => {
  const table = createDayTable([], { hasKinds: true, wallets: createWalletIndex() });
  const reading = table.begin(1, 1);
  const kinds = Array.from({ length: 300 }, (_, i) => `dex${i}`);
  reading.add(Buffer.concat([...kinds, ...kinds].map(rowOf)));
  reading.end();
  const numbers = kinds.map((_, i) => Math.min(i, 255));
  assert.deepEqual([...table.block(1)!.kind], [...numbers, ...numbers]);
});
