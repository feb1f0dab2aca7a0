/** Comparison of builder fees with the exchange's own totals. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { builderFills, builderOf } from '../../../test/builder-fills.ts';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { builderLeaderboard } from './leaderboard.ts';
import { builderProfile } from './profile.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const fills = builderFills({ seed: 8, count: 300, builders: 3, wallets: 20, days: 40, nowMs });
/** Readings of two builders; the first claimed its fees in between, and has an old reading. */
const readings: Record<number, [atMs: number, total: number][]> = {
  1: [
    [nowMs - 35 * dayMs, 1],
    [nowMs - 20 * dayMs, 100],
    [nowMs - 10 * dayMs, 140],
    [nowMs - 5 * dayMs, 3],
    [nowMs - hourMs, 23.5],
  ],
  2: [
    [nowMs - 6 * dayMs, 7],
    [nowMs - 2 * hourMs, 17],
  ],
  3: [[nowMs - hourMs, 9]],
};

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
  const rows = Object.entries(readings).flatMap(([n, reported]) =>
    reported.map(
      ([atMs, total]) =>
        `(unhex('${builderOf(Number(n)).slice(2)}'), fromUnixTimestamp64Milli(${atMs}, 'UTC'), ${total})`,
    ),
  );
  await harness.store.command(`INSERT INTO builder_rewards VALUES ${rows.join(', ')}`);
});
after(() => harness.close());

/** Fees that fills after one moment and up to another paid a builder; all tokens of these fills are worth 1 USD. */
const paid = (n: number, fromMs: number, toMs: number) =>
  fills
    .filter(({ fill }) => fill.builder === builderOf(n) && fill.time > fromMs && fill.time <= toMs)
    .reduce((sum, { fill }) => sum + Number(fill.builderFee ?? 0), 0);

test('coverage compares attributed fees with what the totals grew by between two readings, for one builder and for all', async () => {
  const ask = async (n: number) =>
    (await harness.ask(builderProfile, { path: { builder: builderOf(n) }, tier: 'enterprise' })).body
      .verified!;
  const first = (await ask(1)).coverage!;
  const own = paid(1, nowMs - 20 * dayMs, nowMs - hourMs);
  assert.ok(own > 0);
  assert.equal(first.ledger_fees_usd, 60.5);
  assert.ok(Math.abs(first.attributed_fees_usd - own) < 1e-9);
  assert.ok(Math.abs(first.ratio - own / 60.5) < 1e-9);
  assert.deepEqual(
    [first.window_start, first.window_end],
    [nowMs - 20 * dayMs, nowMs - hourMs].map((ms) => new Date(ms).toISOString()),
  );
  assert.equal((await ask(3)).coverage, null, 'a single reading says nothing');
  const all = (await harness.ask(builderLeaderboard, { tier: 'enterprise' })).body.verified!.coverage!;
  const both = own + paid(2, nowMs - 6 * dayMs, nowMs - 2 * hourMs);
  assert.equal(all.ledger_fees_usd, 70.5);
  assert.ok(Math.abs(all.attributed_fees_usd - both) < 1e-9);
});
