import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createChangeWatch } from './change-watch.ts';

/** A watch over a database that answers on call. */
function stage(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { nowMs: 0, version: 7, forgotten: 0, questions: 0 };
  let answer: (() => void) | undefined;
  const watch = createChangeWatch({
    readVersion: () =>
      new Promise((resolve) => {
        const { version } = state;
        state.questions += 1;
        answer = () => resolve(version);
      }),
    forget: () => void state.forgotten++,
    elapsedMs: () => state.nowMs,
  });
  return {
    state,
    watch,
    /** Lets the database answer the pending query. */
    async answered() {
      answer?.();
      answer = undefined;
      await turn();
    },
    pass(durationMs: number) {
      state.nowMs += durationMs;
      t.mock.timers.tick(durationMs);
    },
  };
}

test('what is remembered is used for 90 ms from the moment the database was asked, not from its answer', async (t) => {
  const { watch, answered, pass } = stage(t);
  assert.equal(watch.isCurrent(), false);
  pass(60);
  await answered();
  assert.equal(watch.isCurrent(), true);
  pass(29);
  assert.equal(watch.isCurrent(), true);
  pass(1);
  assert.equal(watch.isCurrent(), false);
  await answered();
  assert.equal(watch.isCurrent(), true, 'the next answer confirms again');
});

test('while a change is unseen nothing is confirmed, and if its message does not come, all is forgotten', async (t) => {
  const { state, watch, answered, pass } = stage(t);
  watch.begin();
  await answered();
  assert.equal(state.forgotten, 1, 'what was remembered before the first confirmation');
  state.version = 8;
  pass(40);
  await answered();
  pass(40);
  assert.equal(watch.isCurrent(), true, 'confirmed 80 ms ago');
  pass(20);
  assert.equal(watch.isCurrent(), false);
  assert.equal(state.forgotten, 1, 'the message may be on its way');
  await answered();
  assert.equal(state.forgotten, 2);
  assert.equal(watch.isCurrent(), true);
});

test('a change that was seen is confirmed and forgets nothing; one after a gap does not close it', async (t) => {
  const { state, watch, answered, pass } = stage(t);
  watch.begin();
  await answered();
  for (const seen of [8, 9]) {
    state.version = seen;
    watch.seen(seen);
    pass(40);
    await answered();
    assert.equal(watch.isCurrent(), true);
  }
  assert.equal(state.forgotten, 1);
  state.version = 11;
  watch.seen(11);
  for (let i = 0; i < 3; i++) {
    pass(40);
    await answered();
  }
  assert.equal(state.forgotten, 2, 'the tenth was lost');
});

test('after messages may have been lost nothing is used until the next answer', async (t) => {
  const { watch, answered, pass } = stage(t);
  watch.begin();
  await answered();
  assert.equal(watch.isCurrent(), true);
  watch.reset();
  assert.equal(watch.isCurrent(), false);
  pass(40);
  await answered();
  assert.equal(watch.isCurrent(), true);
});

test('a database without a caller is not asked either', async (t) => {
  const { state, watch, answered, pass } = stage(t);
  watch.begin();
  await answered();
  for (let i = 0; i < 200; i++) {
    pass(40);
    await answered();
  }
  const { forgotten } = state;
  state.version = 20;
  pass(1_000);
  await answered();
  assert.equal(watch.isCurrent(), false, 'and then it starts again');
  assert.equal(state.forgotten, forgotten);
  watch.stop();
});

test('who asks while nothing is confirmed waits for one answer with all the others, and no longer than 30 ms', async (t) => {
  const { state, watch, answered, pass } = stage(t);
  watch.begin();
  await answered();
  pass(40);
  await answered();
  // Simulates a paused process: the timer of the next poll has not run yet.
  state.nowMs += 500;
  const all = Array.from({ length: 1_000 }, () => watch.becomesCurrent());
  await answered();
  assert.deepEqual(new Set(await Promise.all(all)), new Set([true]));
  assert.equal(state.questions, 3);
  state.nowMs += 500;
  const hanging = watch.becomesCurrent();
  t.mock.timers.tick(30);
  assert.equal(await hanging, false);
});
