import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyticsError } from '../../analytics/store.ts';
import { MarketReadError, type MarketReadFailure } from '../../market/market.ts';
import { toProblem } from './problem-response.ts';

test('a table that is still being filled is 503 with Retry-After and no fault, and its name stays inside', () => {
  const problem = toProblem(
    new AnalyticsError('unready', 'coin_hours', 'coin_hour is still being filled'),
    5_000,
  );
  const { status, code, retryAfterSeconds, countedAs } = problem.fields;
  assert.deepEqual([status, code, retryAfterSeconds], [503, 'NOT_READY', 30]);
  assert.ok(countedAs !== undefined, 'what is counted as a refusal is not logged');
  assert.doesNotMatch(problem.message, /coin_hour/);
});

test('what cannot be read from the exchange for a request is 502 where it failed, else 503 with the time to come back', () => {
  const fields = (failure: MarketReadFailure, retryAfterMs = 0) =>
    toProblem(new MarketReadError(failure, 'private', { retryAfterMs }), 5_000).fields;
  assert.deepEqual([fields('failed').status, fields('failed').legacy], [502, true]);
  assert.match(fields('failed').detail, /did not answer in time/);
  assert.match(fields('unreadable').detail, /answer of the exchange could not be read/);
  const busy = [fields('busy', 12_001), fields('busy', 61_000), fields('busy')];
  assert.deepEqual(
    busy.map(({ status, code, retryAfterSeconds }) => [status, code, retryAfterSeconds]),
    [13, 61, 1].map((seconds) => [503, 'OVERLOADED', seconds]),
  );
  const { status, code, detail } = fields('unconnected');
  assert.deepEqual([status, code], [503, 'NOT_READY']);
  assert.doesNotMatch(detail, /private/);
});

test('an archive without a source has no state of now, for good: there is no time to come back', () => {
  const { fields } = toProblem(new MarketReadError('unavailable', 'private'), 5_000);
  const { status, code, retryAfterSeconds, detail } = fields;
  assert.deepEqual([status, code, retryAfterSeconds], [404, 'NOT_AVAILABLE', undefined]);
  assert.match(detail, /reads no exchange \(source none, or only a node\)/);
  assert.doesNotMatch(detail, /private|again|shortly/);
});
