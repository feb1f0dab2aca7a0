import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ControlStore } from '../../src/control/store.ts';
import { untilFound } from '../until.ts';

const longMs = 60_000;
const shortMs = 30;

/**
 * Guarantees of every control store for the write lease. The database's clock applies: short leases simulate late ones.
 */
export function writerConformance(store: () => ControlStore): void {
  const writers = () => store().writers;

  function taken(holder: string, { ttlMs = longMs, above = 0 } = {}): Promise<number> {
    // Waits until a lease that was not renewed has expired.
    return untilFound('the right to write', async () => {
      const answer = await writers().take({ holder, ttlMs, above });
      return 'epoch' in answer ? answer.epoch : undefined;
    });
  }

  it('gives the right to write to one of many that ask at once, and names it to the others', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const answers = await Promise.all(
      names.map((holder) => writers().take({ holder, ttlMs: longMs, above: 0 })),
    );
    const winners = names.filter((_, index) => 'epoch' in answers[index]!);
    assert.equal(winners.length, 1);
    for (const answer of answers) if ('heldBy' in answer) assert.equal(answer.heldBy, winners[0]);
    await writers().release((answers.find((answer) => 'epoch' in answer) as { epoch: number }).epoch);
  });

  it('counts the holders, and goes on above any number that it is given', async () => {
    const first = await taken('first');
    await writers().release(first);
    const second = await taken('second');
    assert.equal(second, first + 1);
    await writers().release(second);
    const third = await taken('third', { above: second + 100 });
    assert.equal(third, second + 101);
    await writers().release(third);
  });

  it('ends a lease that is not renewed, and then neither renews nor gives it back for who lost it', async () => {
    const lost = await taken('killed', { ttlMs: shortMs });
    assert.deepEqual(await writers().renew({ epoch: lost, ttlMs: shortMs }), true);
    const next = await taken('next');
    assert.equal(await writers().renew({ epoch: lost, ttlMs: longMs }), false);
    await writers().release(lost);
    const refused = () => writers().take({ holder: 'third', ttlMs: longMs, above: 0 });
    const before = await refused();
    assert.ok('heldBy' in before);
    assert.deepEqual([before.heldBy, await refused()], ['next', before], 'who lives not shows no other end');
    await writers().renew({ epoch: next, ttlMs: longMs });
    const after = await refused();
    assert.ok('heldBy' in after && after.until !== before.until, 'who renews shows that it lives');
    await writers().release(next);
    assert.equal(
      await writers().renew({ epoch: next, ttlMs: longMs }),
      false,
      'what was given back stays so',
    );
  });

  it('takes a lease from a clock that was ahead for void, and names who had it', async () => {
    const ahead = await taken('ahead', { ttlMs: 3 * 86_400_000 });
    const next = await writers().take({ holder: 'next', ttlMs: longMs, above: 0 });
    assert.deepEqual(next, { epoch: ahead + 1, voidedHolder: 'ahead' });
    assert.equal(await writers().renew({ epoch: ahead, ttlMs: longMs }), false);
    await writers().release(ahead + 1);
  });

  it('returns the last report of the reader, and whether it still reads, fell silent or ended', async () => {
    assert.equal(await writers().lastReport(), undefined, 'no reader has run');
    const report = { feeds: ['fills'], text: 'ü' };
    const killed = await taken('reader', { ttlMs: longMs });
    assert.equal(await writers().renew({ epoch: killed, ttlMs: shortMs, report }), true);
    const next = await taken('another');
    const silent = await writers().lastReport();
    assert.deepEqual([silent!.state, silent!.report], ['silent', report]);
    assert.ok(silent!.ageMs >= shortMs && silent!.ageMs < longMs);
    await writers().renew({ epoch: next, ttlMs: longMs, report: { feeds: [] } });
    const reading = await writers().lastReport();
    assert.deepEqual([reading!.state, reading!.report], ['reading', { feeds: [] }]);
    await writers().release(next);
    assert.equal((await writers().lastReport())!.state, 'ended');
    const importing = await taken('an import');
    await writers().renew({ epoch: importing, ttlMs: longMs });
    assert.equal(
      (await writers().lastReport())!.state,
      'ended',
      'an import reports nothing about the exchange',
    );
    await writers().release(importing);
  });
}
