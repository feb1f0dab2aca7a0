import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { fillsOf as fillsIn } from '../../../test/fill-rows.ts';
import { recordedData, recordedLines } from '../../../test/recorded-data.ts';
import { isPerp } from '../../domain/coin-name.ts';
import type { FillSource } from '../source.ts';
import type { SourceFill } from '../source-fill.ts';
import { openArchive } from './archive.ts';
import { openUserFills } from './user-fills.ts';

const data = fileURLToPath(recordedData);
const root = mkdtempSync(join(tmpdir(), 'tidemark-recorded-fills-'));
after(() => rmSync(root, { recursive: true }));

async function fillsOf(source: FillSource): Promise<SourceFill[]> {
  const fills: SourceFill[] = [];
  for await (const chunk of source.read(new AbortController().signal)) {
    assert.deepEqual(chunk.rejected, []);
    fills.push(...fillsIn(chunk.fills));
  }
  return fills;
}

/** Breaks of the startPosition chain of every wallet and perp coin in the order (time, seq), and links that hold. */
function chainLinks(fills: SourceFill[]): { breaks: number; held: number } {
  const sorted = [...fills].sort((a, b) => a.fill.time - b.fill.time || a.seq - b.seq);
  const ends = new Map<string, number>();
  const links = { breaks: 0, held: 0 };
  for (const { wallet, fill } of sorted) {
    if (!isPerp(fill.coin)) continue;
    const start = Number(fill.startPosition);
    const end = ends.get(`${wallet} ${fill.coin}`);
    ends.set(`${wallet} ${fill.coin}`, start + (fill.side === 'B' ? 1 : -1) * Number(fill.sz));
    if (end === undefined) continue;
    if (Math.abs(end - start) <= 1e-8 * Math.max(1, Math.abs(start))) links.held++;
    else links.breaks++;
  }
  return links;
}

test('recorded block files are read without a reject', async () => {
  const fills = await fillsOf(await openArchive({ paths: [join(data, 'fills/node_fills_by_block.jsonl')] }));
  assert.equal(fills.length, 1_388);
  assert.equal(new Set(fills.map(({ wallet }) => wallet)).size, 1_211);
});

test('the chain of every wallet and perp coin of a recorded fill file holds in the order (time, seq)', async () => {
  const fills = await fillsOf(await openArchive({ paths: [join(data, 'fills/node_fills.jsonl')] }));
  assert.equal(fills.length, 5_260);
  const { breaks, held } = chainLinks(fills);
  assert.equal(breaks, 0);
  assert.ok(held > 5_000, `${held} links`);
});

test('the chain holds as well where the lines of each millisecond were shuffled', async () => {
  const lines = recordedLines('fills/node_fills.jsonl');
  const times = lines.map((line) => JSON.parse(line)[1].time as number);
  const path = join(root, 'shuffled.jsonl');
  for (const seed of [1, 2, 3]) {
    const [keys = []] = fc.sample(
      fc.array(fc.nat(), { minLength: lines.length, maxLength: lines.length, size: 'max' }),
      { seed, numRuns: 1 },
    );
    const order = lines.map((_, i) => i).sort((a, b) => times[a]! - times[b]! || keys[a]! - keys[b]!);
    assert.notDeepEqual(
      order,
      lines.map((_, i) => i),
    );
    writeFileSync(path, order.map((i) => lines[i]).join('\n'));
    assert.equal(chainLinks(await fillsOf(await openArchive({ paths: [path] }))).breaks, 0, `seed ${seed}`);
  }
});

test('recorded answers of userFills and userFillsByTime are read without a reject and chain', async () => {
  const wallet = '0x109a42c3ead059b041560cb6da71058516e7ba3e';
  for (const [file, count] of [
    ['userFills-liquidated.json', 50],
    ['userFillsByTime.json', 2_000],
  ] as const) {
    const fills = await fillsOf(await openUserFills(wallet, join(data, 'rest', file)));
    assert.equal(fills.length, count);
    assert.equal(chainLinks(fills).breaks, 0, file);
  }
});
