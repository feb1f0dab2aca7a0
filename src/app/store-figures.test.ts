import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../kernel/clock.ts';
import { createStoreFigures } from './store-figures.ts';

test('what is missing is shown from the figures of the metrics, and nothing waits for the store', async () => {
  const params = Promise.withResolvers<void>();
  const rows = async ({ name }: { name: string }) => {
    await params.promise;
    return name === 'counted_gaps'
      ? [
          {
            feed: 'node_fills',
            gap_state: 'open',
            gaps: '2',
            blocks: '7',
            since_ms: '1767225600000',
            gap_reason: 'lag',
          },
        ]
      : [{ fills: '12', quarantined: '0' }];
  };
  const figures = createStoreFigures({
    analytics: { rows } as never,
    running: { snapshots: { newestBlock: () => undefined } as never, checkedMs: () => undefined },
    feed: { followers: () => [], snapshots: undefined },
    storage: undefined,
    clock: systemClock,
  });
  assert.equal(figures.gaps(), undefined, 'the store has not answered');
  params.resolve();
  const { fills, gaps } = await figures.read();
  const shown = { feed: 'node_fills', state: 'open', gaps: 2, blocks: 7 };
  assert.deepEqual([fills, gaps], [12, [{ ...shown, sinceMs: Date.UTC(2026, 0, 1), reason: 'lag' }]]);
  assert.deepEqual(figures.gaps(), [{ ...shown, since: '2026-01-01T00:00:00.000Z' }]);
});
