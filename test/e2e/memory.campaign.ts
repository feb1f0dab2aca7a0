/** What an import of a large file takes, measured on the real process. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { blockLine, generateBlocks } from '../ingest/generated-fills.ts';
import { startCommand } from './command.ts';

const fileMib = 300;
const peakKibLimit = 1.5 * 2 ** 20;
const root = mkdtempSync(join(tmpdir(), 'tidemark-memory-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** Writes blocks until the file is that large. @returns how many fills it holds */
function writeLargeFile(path: string): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  let fills = 0;
  const blocks = generateBlocks({ seed: 5, blocks: 1_000_000, tradesPerBlock: 12, wallets: 20_000 });
  for (const block of blocks) {
    bytes += writeSync(file, `${blockLine(block)}\n`);
    fills += block.events.length;
    if (bytes >= fileMib << 20) break;
  }
  closeSync(file);
  return fills;
}

/** Peak of the resident memory in KiB, as Linux counts it; undefined elsewhere and once the process has gone. */
function peakKib(pid: number): number | undefined {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

test(`an import of ${fileMib} MiB stays below 1.5 GiB of memory`, async (t) => {
  const path = join(root, 'large.jsonl');
  seedData(join(root, 'data'));
  const fills = writeLargeFile(path);
  const { child, ended } = startCommand(['import', path, '--data', join(root, 'data')]);
  let peak = 0;
  const meter = setInterval(() => {
    peak = peakKib(child.pid!) ?? peak;
  }, 50);
  const { code, stdout, stderr } = await ended;
  clearInterval(meter);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).fills, fills);
  if (process.platform === 'linux') assert.ok(peak > 0, 'measured');
  t.diagnostic(`${fills} fills, peak ${Math.round(peak / 1024)} MiB`);
  assert.ok(peak < peakKibLimit, `${peak} KiB`);
});
