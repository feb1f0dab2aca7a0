import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../test/endpoint-harness.ts';
import { recordedLines } from '../../test/recorded-data.ts';
import type { FillDraft } from '../../test/source-fills.ts';
import { placeAfter, readFillLog } from './fill-log.ts';

test('a fill of the log is the record that the exchange wrote, field by field', async () => {
  const drafts = recordedLines('fills/node_fills_by_block.jsonl').flatMap((line): FillDraft[] => {
    const { block_number: block, events } = JSON.parse(line);
    return events.map(([wallet, fill]: [string, FillDraft]) => ({ ...fill, wallet, block }));
  });
  const harness = await openEndpointHarness({
    given: { fills: drafts },
    nowMs: drafts.at(-1)!.time,
    batchFills: 500,
  });
  try {
    await harness.feed.look();
    const { batches } = await harness.feed.after(0);
    const read: string[] = [];
    const last = placeAfter(batches.at(-1)!.seq);
    for (let after = -1; after < last; ) {
      const behind = batches.filter(({ seq }) => placeAfter(seq) > after);
      const { fills, to } = await readFillLog(harness.store, behind, {}, { after, fromMs: 0, most: 300 });
      read.push(...fills.map(({ wallet, json }) => `${wallet} ${sorted(JSON.parse(json()))}`));
      after = to;
    }
    const written = drafts.map(({ wallet, block, ...fill }) => `${wallet} ${sorted(fill)}`);
    assert.equal(read.length, written.length);
    assert.deepEqual(read.sort(), written.sort());
  } finally {
    await harness.close();
  }
});

/** JSON independent of the order of fields. */
function sorted(fill: object): string {
  return JSON.stringify(Object.entries(fill).sort(([a], [b]) => (a < b ? -1 : 1)));
}
