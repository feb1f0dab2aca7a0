import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationMs, instantMs } from './instant.ts';

test('an instant is an RFC 3339 time or a date; what the calendar does not have is none', () => {
  assert.equal(instantMs('2026-05-01'), Date.UTC(2026, 4, 1));
  assert.equal(instantMs('2026-05-01T02:00:00.5+02:00'), Date.UTC(2026, 4, 1, 0, 0, 0, 500));
  for (const text of ['', '2026', '2026-02-30', '2026-02-30T00:00:00Z', '2026-05-01T25:00:00Z', 'tomorrow']) {
    assert.equal(instantMs(text), undefined, text);
  }
});

test('a duration is a whole number and one unit', () => {
  assert.deepEqual(
    ['90s', '30m', '24h', '7d', '0h'].map(durationMs),
    [90_000, 1_800_000, 86_400_000, 604_800_000, 0],
  );
  for (const text of ['', '7', 'd', '1.5h', '-1h', '7 d', '1w', '1234567d']) {
    assert.equal(durationMs(text), undefined, text);
  }
});
