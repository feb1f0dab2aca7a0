import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monotonicMs } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import type { LoadShare } from './crowd.ts';
import { createLoadShedder, type LoadSample, measureLoopDelay, memoryBudgetBytes } from './load-shedder.ts';

const calm: LoadSample = { loopDelayMs: 0, residentBytes: 500, heapShare: 0.1 };

/** A shedder with bounds of 200 ms and 1,000 bytes that is fed samples by the test. */
function openShedder() {
  const lines: Record<string, unknown>[] = [];
  let now = calm;
  const shedder = createLoadShedder({
    maxLoopDelayMs: 200,
    maxResidentBytes: 1_000,
    log: createLog({ level: 'warn', to: { write: (line: string) => void lines.push(JSON.parse(line)) } }),
    sample: () => now,
    intervalMs: 0,
  });
  const feed = (sample: Partial<LoadSample>, times = 1, share: LoadShare = 1) => {
    now = { ...calm, ...sample };
    for (let i = 0; i < times; i++) shedder.check();
    return shedder.strain(share);
  };
  return { shedder, lines, feed };
}

test('a single stall sheds nothing, an event loop that stays late does, until it is well below the bound', () => {
  const { shedder, lines, feed } = openShedder();
  assert.equal(feed({ loopDelayMs: 700 }), undefined);
  assert.equal(feed({}, 20), undefined);
  assert.equal(feed({ loopDelayMs: 300 }, 5), 'event_loop');
  assert.match(shedder.detail()!, /^requests are shed: the event loop is 2\d\d ms late$/);
  assert.equal(feed({ loopDelayMs: 150 }, 50), 'event_loop', 'below the bound, not yet well below it');
  assert.equal(feed({ loopDelayMs: 50 }, 20), undefined);
  assert.equal(shedder.detail(), undefined);
  assert.deepEqual(
    lines.map(({ strain }) => strain),
    ['event_loop', undefined],
    'one line when it begins and one when it ends',
  );
});

test('visitors are shed first, then keys of tier free, and paying keys last; each again well below its bound', () => {
  const { shedder, feed } = openShedder();
  const shed = () => ([0.6, 0.8, 1] as const).filter((share) => shedder.strain(share) === 'event_loop');
  for (const [loopDelayMs, expected] of [
    [110, []],
    [130, [0.6]],
    [170, [0.6, 0.8]],
    [210, [0.6, 0.8, 1]],
    [95, [0.6, 0.8]],
    [70, [0.6]],
    [50, []],
  ] as const) {
    feed({ loopDelayMs }, 50);
    assert.deepEqual(shed(), expected, `${loopDelayMs} ms`);
    assert.equal(shedder.detail() === undefined, !shed().includes(1), 'not ready where nothing is taken');
  }
});

test('memory over its bound sheds at once, and a heap nearly full does', () => {
  const { shedder, feed } = openShedder();
  assert.equal(feed({ residentBytes: 1_001 }), 'memory');
  assert.equal(feed({ residentBytes: 960 }), 'memory', 'hysteresis');
  assert.equal(feed({ residentBytes: 940 }), undefined);
  assert.equal(feed({ heapShare: 0.91 }), 'memory');
  assert.match(shedder.detail()!, /91 % of the heap/);
  assert.equal(feed({ heapShare: 0.86 }), 'memory', 'hysteresis');
  assert.equal(feed({}), undefined);
});

test('the delay measured is that of the loop: near nothing when idle, the length of a block otherwise', async () => {
  const delay = measureLoopDelay();
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)); // waits: time is what is measured
  // A machine that has other work is late now and then, not always.
  let idleMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 50 && idleMs >= 50; i++) {
    await pause(200);
    idleMs = delay.takeMs();
  }
  const untilMs = monotonicMs() + 400;
  while (monotonicMs() < untilMs);
  await pause(1);
  const blockedMs = delay.takeMs();
  delay.close();
  assert.ok(idleMs < 50, `${idleMs} ms idle`);
  assert.ok(blockedMs > 150, `${blockedMs} ms blocked`);
  assert.equal(delay.takeMs(), 0);
});

test('the budget is a part of what the machine has', () => {
  assert.ok(memoryBudgetBytes() > 2 ** 27 && memoryBudgetBytes() < 2 ** 50);
});
