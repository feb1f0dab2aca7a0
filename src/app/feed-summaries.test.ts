import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedSummaries } from './feed-summaries.ts';

test('a feed that was never seen has no age, and one whose silence means nothing no bound', () => {
  const counts = { received: 3, gapsFilled: 2, gapsRecorded: 1 };
  const feeds = [
    { name: 'fills' as const, ageMs: 400, staleMs: 30_000, lagMs: -5, newestMs: 9, unknown: 0, ...counts },
    {
      name: 'roles' as const,
      ageMs: Number.POSITIVE_INFINITY,
      staleMs: Number.POSITIVE_INFINITY,
      lagMs: undefined,
      newestMs: 0,
      unknown: 0,
      ...counts,
    },
  ];
  assert.deepEqual(feedSummaries({ feeds }), [
    { feed: 'fills', ageMs: 400, staleMs: 30_000, lagMs: -5, ...counts },
    { feed: 'roles', ...counts },
  ]);
  assert.deepEqual(feedSummaries(undefined), []);
});
