import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { monotonicMs } from '../../../kernel/clock.ts';
import { createWeightBudget } from './weight-budget.ts';
import { recordWeight } from './weight-record.ts';

let dir = '';
const open: { close(): void }[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-weight-'));
});
afterEach(() => {
  for (const budget of open.splice(0)) budget.close();
  rmSync(dir, { recursive: true, force: true });
});

const url = 'https://exchange.test/info';
const startMs = Date.UTC(2026, 4, 1);

/** A process that begins `afterMs` after the first. */
function begin(afterMs = 0, of = url) {
  const clock = { nowMs: () => startMs + afterMs };
  const file = join(dir, 'weight.json');
  const budget = recordWeight(createWeightBudget({ limit: 1_200 }), { file, url: of, clock });
  open.push(budget);
  return budget;
}

test('what a killed process has spent, or was about to, is not spent again by the next one', () => {
  const first = begin();
  const nowMs = monotonicMs();
  first.reserve(120, nowMs)!.settle(25, nowMs);
  first.reserve(80, nowMs);
  assert.equal(begin().used(monotonicMs()), 105);
  assert.equal(begin(30_000).used(monotonicMs()), 105, 'the window is not over');
  assert.equal(begin(61_500).used(monotonicMs()), 0);
});

test('a process that takes over a spent budget sends nothing until the window has passed', () => {
  const first = begin();
  const nowMs = monotonicMs();
  for (let i = 0; i < 10; i++) first.reserve(120, nowMs)!.settle(120, nowMs);
  const second = begin(20_000);
  assert.equal(second.reserve(2, monotonicMs()), undefined);
  const waitMs = second.waitMs(2, monotonicMs());
  const tookMs = monotonicMs() - nowMs;
  // A window of 61 s, written down in whole milliseconds, rounded up.
  assert.ok(waitMs > 40_000 - tookMs && waitMs <= 41_001, `${waitMs} ms`);
});

test('a clock that went back, another exchange and a file that is none do no harm', () => {
  const first = begin();
  first.reserve(100, monotonicMs());
  assert.equal(begin(-3_600_000).used(monotonicMs()), 100);
  assert.equal(begin(0, 'https://another.test/info').used(monotonicMs()), 0);
  for (const text of ['', '{"url":', '{"url":"https://exchange.test/info","at":1,"spent":[["1",2]]}']) {
    writeFileSync(join(dir, 'weight.json'), text);
    assert.equal(begin().used(monotonicMs()), 0, text);
  }
});
