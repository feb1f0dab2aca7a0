import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { test } from 'node:test';
import { setTimeout as real } from 'node:timers/promises';
import { createVirtualTime } from './time.ts';

test('an hour of waits costs nothing, and each ends at its moment, in the order in which they were asked for', async () => {
  const time = createVirtualTime();
  const seen: string[] = [];
  const note = (what: string) => void seen.push(`${time.monotonicMs()} ${what}`);
  await time.run(async () => {
    time.after(3_600_000, () => note('late'));
    time.after(20, () => note('first of 20'));
    time.after(20, () => note('second of 20'));
    time.after(10, () => note('never'))();
    const stop = time.every(15, () => note('beat'));
    await time.pause(40);
    stop();
    await time.pause(3_600_000);
    note('end');
  });
  assert.deepEqual(seen, [
    '15 beat',
    '20 first of 20',
    '20 second of 20',
    '30 beat',
    '3600000 late',
    '3600040 end',
  ]);
});

test('what an engine answers comes at a moment of its own, whichever answer is there first', async () => {
  const time = createVirtualTime();
  const seen: string[] = [];
  await time.run(async () => {
    const ask = (realMs: number, name: string) =>
      time.outside(real(realMs)).then(() => seen.push(`${time.monotonicMs()} ${name}`));
    time.after(5, () => seen.push('5 timer'));
    const slow = ask(30, 'slow');
    await Promise.all([slow, ask(1, 'fast')]);
    await time.outside(Promise.reject(new Error('refused'))).catch(({ message }) => seen.push(message));
    await writeFile(devNull, 'x');
    seen.push(`${time.monotonicMs()} file`);
    await time.pause(10);
  });
  assert.deepEqual(seen, ['1 slow', '1 fast', 'refused', '2 file', '5 timer']);
});

test('a pause that is aborted ends at once with the reason, and leaves nothing behind', async () => {
  const time = createVirtualTime();
  const stop = new AbortController();
  await time.run(async () => {
    time.after(7, () => stop.abort(new Error('no longer')));
    await assert.rejects(time.pause(1_000, stop.signal), /no longer/);
    assert.equal(time.monotonicMs(), 7);
    await assert.rejects(time.pause(1_000, stop.signal), /no longer/);
  });
  await assert.rejects(
    time.run(() => new Promise(() => undefined)),
    /waits for something/,
  );
});
