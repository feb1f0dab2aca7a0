import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { JobClaim } from '../../src/control/job-runs.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { untilFound } from '../until.ts';

const longMs = 60_000;
const shortMs = 30;

/** Guarantees of every control store for scheduled jobs. The database's clock applies: short claims simulate late ones. */
export function jobConformance(store: () => ControlStore): void {
  const jobs = () => store().jobs;

  function claimed(job: string, ttlMs = longMs): Promise<JobClaim> {
    // Waits until a claim that was not renewed has expired.
    return untilFound('the claim of a job', () => jobs().claim({ job, holder: 'test', ttlMs }));
  }

  it('gives a job to one of many that ask at once, and another job to another', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((holder) => jobs().claim({ job: 'asked', holder, ttlMs: longMs })),
    );
    const winners = answers.filter((answer) => answer !== undefined);
    assert.equal(winners.length, 1);
    assert.equal(winners[0]!.doneToMs, undefined);
    assert.ok(await jobs().claim({ job: 'another', holder: 'four', ttlMs: longMs }));
  });

  it('remembers how far a job is for its next holder', async () => {
    const first = await claimed('far');
    assert.equal(await jobs().done(first, 1_700_000_000_000), true);
    assert.equal(await jobs().claim({ job: 'far', holder: 'other', ttlMs: longMs }), undefined);
    await jobs().release(first);
    assert.equal((await claimed('far')).doneToMs, 1_700_000_000_000);
  });

  it('takes a claim from a clock that was ahead for void, and names who had it', async () => {
    const ahead = await claimed('ahead', 3 * 86_400_000);
    const next = await jobs().claim({ job: 'ahead', holder: 'next', ttlMs: longMs });
    assert.equal(next?.voidedHolder, 'test');
    assert.equal(await jobs().renew(ahead, longMs), false);
    await jobs().release(next!);
    assert.equal((await claimed('ahead')).voidedHolder, undefined, 'a claim in order is none of these');
  });

  it('ends a claim that is not renewed, and then takes nothing more from who lost it', async () => {
    const lost = await claimed('lost', shortMs);
    assert.equal(await jobs().renew(lost, shortMs), true);
    const next = await claimed('lost');
    assert.equal(await jobs().renew(lost, longMs), false);
    assert.equal(await jobs().done(lost, 5), false);
    await jobs().release(lost);
    assert.equal(await jobs().claim({ job: 'lost', holder: 'third', ttlMs: longMs }), undefined);
    assert.equal(await jobs().renew(next, longMs), true);
  });
}
