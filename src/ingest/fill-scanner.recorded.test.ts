import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillsOf, rowsOf } from '../../test/fill-rows.ts';
import { recordedLines } from '../../test/recorded-data.ts';
import { scan } from '../../test/scanned-fill.ts';
import type { WireFill } from '../wire/fill.ts';

test('almost every recorded fill of a node is scanned, and gives what parsing gives', () => {
  let declined = 0;
  const lines = recordedLines('fills/node_fills.jsonl');
  for (const line of lines) {
    const columns = scan(line);
    if (columns === undefined) {
      declined += 1;
      continue;
    }
    const [owner, fill] = JSON.parse(line) as [string, WireFill];
    assert.deepEqual(
      fillsOf(columns),
      fillsOf(rowsOf([{ wallet: owner.toLowerCase(), fill, block: 0, seq: 0 }])),
    );
  }
  // Those of liquidations carry an object that is left to parsing.
  assert.ok(declined < lines.length * 0.01, `${declined} of ${lines.length} declined`);
});
