import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openEndpointHarness } from '../test/endpoint-harness.ts';
import { until } from '../test/until.ts';
import { declaredViews, freshnessPage, worstAgeMs } from './freshness.ts';

const declared = declaredViews();

/** What docs/contract.md promises of the answers that rest on a view, milliseconds; an hour where it names nothing. */
const promisedMs: Record<string, number> = {
  ...{ markets: 2_000, positions: 2_000, liquidations: 2_000 },
  ...{ boards: 5_000, coins: 5_000, 'newest fills': 5_000, 'newest block': 5_000 },
  ...{ closers: 60_000, 'closers of coins': 60_000, 'hours of closes': 60_000 },
  ...{ 'closes that lists rank': 60_000, liquidators: 60_000, 'day of the exchange': 60_000 },
};

test('what each view adds up to, with what it stands behind, is within what the contract promises', () => {
  const names = declared.map(({ name }) => name);
  assert.deepEqual(new Set(names).size, names.length, 'a name is one view');
  for (const name of Object.keys(promisedMs)) assert.ok(names.includes(name), `${name} is a view`);
  for (const view of declared) {
    assert.ok(worstAgeMs(view, declared) <= (promisedMs[view.name] ?? 3_600_000), view.name);
    assert.ok(view.behind === undefined || names.includes(view.behind), `${view.name} is behind a view`);
  }
});

test('the page has all views, and those of a process are among them, each no older than the look that found all stored fills', async () => {
  const page = readFileSync(new URL('../docs/freshness.md', import.meta.url), 'utf8');
  assert.equal(freshnessPage(page, declared), page);
  const harness = await openEndpointHarness({
    given: {},
    nowMs: Date.parse('2026-03-15T12:00:00Z'),
    lifecycles: true,
  });
  try {
    await harness.followed();
    const running = harness.feed.followers();
    const known = new Map(declared.map(({ name, maxAgeMs, behind }) => [name, { maxAgeMs, behind }]));
    for (const { name, maxAgeMs, behind } of running) {
      assert.deepEqual(known.get(name), { maxAgeMs, behind }, name);
    }
    const { atMs } = await harness.feed.look();
    const first = running.filter(({ checkedMs }) => checkedMs() !== undefined);
    assert.ok(first.length >= 10);
    await until('every view holds what this look found', () =>
      first.every(({ checkedMs }) => checkedMs()! >= atMs),
    );
  } finally {
    await harness.close();
  }
});
