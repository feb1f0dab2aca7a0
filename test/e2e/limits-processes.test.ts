import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { minuteMs } from '../../src/kernel/clock.ts';
import { clearOfMidnight } from '../midnight.ts';
import { sized } from '../size.ts';
import { type LimitProcesses, startLimitProcesses } from './limit-processes.ts';

describe('four processes on one Redis', () => {
  let processes: LimitProcesses;
  before(async () => {
    await clearOfMidnight(3 * minuteMs);
    processes = await startLimitProcesses(4);
  });
  after(() => processes?.stop());

  for (const seed of sized({ check: ['one', 'two'], campaign: ['one', 'two', 'three', 'four', 'five'] })) {
    it(`admit never more than the limit of an account, and 95 % of it, while the clock of one jumps (seed ${seed})`, async () => {
      const run = await processes.run(seed, 4_000);
      const reported = JSON.stringify(run);
      assert.ok(run.admitted <= run.allowed, reported);
      assert.ok(run.onRoute <= run.allowedOnRoute, reported);
      assert.ok(run.admitted >= 0.95 * run.allowed, reported);
      assert.equal(run.stored, run.admitted, 'the control store has counted every one, once');
    });
  }
});
