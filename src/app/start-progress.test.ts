import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createLog } from '../kernel/log.ts';
import { readStart } from '../operate/stored-diagnosis.ts';
import type { StartStep } from './live-source.ts';
import { createStartProgress } from './start-progress.ts';

let dir: string;
let lines: string[];
let nowMs: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
  lines = [];
  nowMs = 0;
  mock.timers.enable({ apis: ['setInterval'] });
});
afterEach(() => {
  mock.timers.reset();
  rmSync(dir, { recursive: true });
});

const open = (onStep?: (step: StartStep) => void) =>
  createStartProgress(
    { host: '127.0.0.1', port: 8080, dataDir: dir, source: 'simulated' },
    {
      log: createLog({ level: 'info', to: { write: (line) => void lines.push(JSON.parse(line).msg) } }),
      onStep,
      nowMs: () => nowMs,
    },
  );

test('a start says where its pages will be and how long it takes, and is recorded phase by phase', () => {
  const progress = open();
  assert.equal(
    lines[0],
    'starting: pages and API come at http://127.0.0.1:8080; the first start takes about a minute',
  );
  progress.begin('opening the stores');
  progress.warn('a part is damaged');
  assert.deepEqual(
    readStart(join(dir, 'ingest'))?.phases,
    [{ phase: 'opening the stores' }],
    'also of a start that fails',
  );
  progress.begin('opening the API');
  assert.equal(progress.isReady(), false);
  progress.ready();
  progress.warn('much later');
  const { phases = [], warnings, readyAtMs } = readStart(join(dir, 'ingest')) ?? {};
  assert.ok(phases.length === 2 && phases.every(({ lastedMs }) => lastedMs !== undefined));
  assert.deepEqual([warnings, readyAtMs === undefined], [['a part is damaged'], false]);
  open().close();
  assert.match(lines.at(-1)!, /; the last start took \d+ s$/);
});

test('on a terminal a phase without steps of its own is shown with its seconds, and keeps the share', () => {
  const shown: StartStep[] = [];
  const progress = open((step) => shown.push(step));
  progress.begin('storing');
  progress.onStep({ current: 'simulated history', share: 0.5 });
  progress.begin('reading the boards');
  assert.deepEqual(shown, [
    { current: 'storing (0 s)', share: 0 },
    { current: 'simulated history', share: 0.5 },
    { current: 'reading the boards (0 s)', share: 0.5 },
  ]);
  progress.close();
});

test('a damaged record of the start before counts as none', () => {
  mkdirSync(join(dir, 'ingest'));
  writeFileSync(join(dir, 'ingest', 'start.json'), '{"version":');
  open().close();
  assert.match(lines[0]!, /the first start takes about a minute$/);
});

test('nothing is quiet for over five seconds: a long phase has a line in the log every four', () => {
  const progress = open();
  progress.begin('opening the stores');
  const before = lines.length;
  for (nowMs = 500; nowMs <= 12_000; nowMs += 500) mock.timers.tick(500);
  assert.deepEqual(lines.slice(before), Array(3).fill('still starting'));
  progress.ready();
  for (; nowMs <= 24_000; nowMs += 500) mock.timers.tick(500);
  assert.equal(lines.length, before + 3, 'it ends with the start');
});
