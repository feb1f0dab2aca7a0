import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { recordedLines } from '../recorded-data.ts';
import { until } from '../until.ts';
import { follow, followHarness, hourFile, type NodeFileLine, nodeDir } from './follow-harness.ts';

const kinds = {
  node_fills_by_block: (line: string) => Date.parse(`${JSON.parse(line).block_time.slice(0, 23)}Z`),
  node_fills: (line: string) => JSON.parse(line)[1].time as number,
};
const stops: (() => Promise<void>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});

for (const [kind, timeOf] of Object.entries(kinds)) {
  test(`real ${kind} that grow line by line, torn and doubled, give what an import gives`, async () => {
    const lines: NodeFileLine[] = recordedLines(`fills/${kind}.jsonl`).map((text) => ({
      timeMs: timeOf(text),
      text: `${text}\n`,
    }));
    const harness = await followHarness(lines, kind);
    stops.push(harness.stop);
    const store = await harness.openStore();
    const dir = nodeDir(store.root, kind);
    const half = Math.floor(lines.length / 2);
    const first = follow(store, { holdMs: 2_000 });
    for (const [index, { timeMs, text }] of lines.slice(0, half).entries()) {
      const cut = (index * 101) % text.length;
      dir.append(hourFile(timeMs), text.slice(0, cut));
      if (index % 50 === 0) await turn();
      dir.append(hourFile(timeMs), text.slice(cut));
    }
    await first.caughtUp();
    await first.stop();
    dir.write(lines.slice(half));
    const second = follow(store, { holdMs: 2_000 });
    await second.caughtUp();
    await until('all', () => second.state().fills + first.state().fills === harness.fills);
    await second.stop();
    assert.equal(second.state().quarantined, 0);
    await harness.assertWhole(store);
  });
}
