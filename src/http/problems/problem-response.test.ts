import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyticsError } from '../../analytics/store.ts';
import { toProblem } from './problem-response.ts';

test('a table that is still being filled is 503 with Retry-After, and its name stays inside', () => {
  const problem = toProblem(
    new AnalyticsError('unready', 'coin_hours', 'coin_hour is still being filled'),
    5_000,
  );
  const { status, code, retryAfterSeconds } = problem.fields;
  assert.deepEqual([status, code, retryAfterSeconds], [503, 'NOT_READY', 30]);
  assert.doesNotMatch(problem.message, /coin_hour/);
});
