import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AgeName } from '../src/endpoints/ages.ts';
import { openEndpointHarness } from '../test/endpoint-harness.ts';
import { until } from '../test/until.ts';
import { declaredViews, freshnessPage, worstPageAgeMs } from './freshness.ts';

const declared = declaredViews();

const live = ['live', 4_000] as const;
const fills = ['fills', 5_000] as const;
const hour = ['hour', 2 * 3_600_000] as const;
const lists = ['lists', 60_000] as const;
/** Maximum ages of pages over a view by docs/contract.md, milliseconds. */
const promised: Readonly<Record<string, readonly [AgeName, number]>> = {
  markets: live,
  positions: live,
  liquidations: live,
  boards: fills,
  coins: fills,
  'newest fills': fills,
  'newest block': fills,
  closers: lists,
  'closers of coins': lists,
  'hours of closes': lists,
  'closes that lists rank': lists,
  liquidators: lists,
  'day of the exchange': ['totals', 60_000],
};

test('what each view and the lag of its pages add up to, with what it stands behind, is within what the contract promises', () => {
  const names = declared.map(({ name }) => name);
  assert.deepEqual(new Set(names).size, names.length, 'a name is one view');
  for (const name of Object.keys(promised)) assert.ok(names.includes(name), `${name} is a view`);
  for (const view of declared) {
    const [age, mostMs] = promised[view.name] ?? hour;
    assert.ok(worstPageAgeMs(age, view, declared) <= mostMs, `${age} of ${view.name}`);
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
