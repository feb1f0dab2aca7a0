import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualTime } from '../../test/virtual/time.ts';
import { startReadAhead } from './read-ahead.ts';

/** Sources that only write down what is asked of them; the named ones fail. */
function writtenDown(failing: readonly string[] = []) {
  const asked: string[] = [];
  const source = (name: string) => async () => {
    asked.push(name);
    if (failing.includes(name)) throw new Error(`${name} fails`);
    return {} as never;
  };
  const sources = {
    tallies: { all: source('tallies') },
    lifecycleQuarter: source('quarter'),
  } as unknown as Parameters<typeof startReadAhead>[0]['sources'];
  return { asked, sources };
}

const once = ['tallies'];
const again = ['quarter'];

test('all is read once positions are there, one after the other, and what grows old within a minute each time', async () => {
  const time = createVirtualTime();
  const { asked, sources } = writtenDown();
  const positions = Promise.withResolvers<void>();
  const ahead = startReadAhead({ sources, after: positions.promise, timers: time });
  await time.run(() => time.pause(1_000));
  assert.deepEqual(asked, []);
  positions.resolve();
  await time.run(() => ahead.first);
  assert.deepEqual(asked, [...once, ...again]);
  await time.run(() => time.pause(110_000));
  assert.deepEqual(asked, [...once, ...again, ...again, ...again]);
  await time.run(() => ahead.close());
  await time.run(() => time.pause(110_000));
  assert.equal(asked.length, once.length + 3 * again.length);
});

test('what fails keeps nothing else from being read', async () => {
  const time = createVirtualTime();
  const failing = writtenDown(['tallies', 'quarter']);
  const ahead = startReadAhead({
    sources: failing.sources,
    after: Promise.resolve(),
    timers: time,
  });
  await time.run(() => ahead.first);
  assert.deepEqual(failing.asked, [...once, ...again]);
  await time.run(() => ahead.close());
});

test('an end before positions are there waits for nothing, and reads nothing', async () => {
  const time = createVirtualTime();
  const { asked, sources } = writtenDown();
  const never = Promise.withResolvers<void>();
  const ahead = startReadAhead({ sources, after: never.promise, timers: time });
  await ahead.close();
  await ahead.first;
  assert.deepEqual(asked, []);
});
