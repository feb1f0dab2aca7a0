import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { campaignSeed, sized } from '../size.ts';
import {
  type FollowedNode,
  followNodeWithFaults,
  holds,
  miscKeys,
  openGaps,
  storedMisc,
} from './followed-node.ts';
import { positionsOf, storedBlocks, storedPositions, withStoredFills } from './stored-fills.ts';

const seeds = Array.from(
  { length: sized({ check: 3, campaign: 20 }) },
  (_, index) => `${campaignSeed}.${index}`,
);

const sorted = (positions: Map<string, number>) => [...positions].sort();

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

/** Funding and the ledger of balances are what a perfect reader has, and their gaps are known. */
async function assertMisc(analytics: AnalyticsStore, { ledger, blocks }: FollowedNode): Promise<void> {
  const kind = 'misc_events_by_block';
  const stored = await storedMisc(analytics);
  const made = new Set<string>();
  const gaps = await openGaps(analytics, kind);
  const known = [...blocks.keys()].filter((number) => ledger.known(kind, number) === 'yes');
  for (const block of blocks.values()) {
    const { number } = block;
    const keys = miscKeys(block);
    const missing = keys.filter((key) => !stored.has(key));
    const state = ledger.known(kind, number);
    if (state === 'yes') assert.deepEqual(missing, [], `block ${number} is known`);
    else if (state === 'no') assert.deepEqual(missing, keys, `block ${number} is not known`);
    for (const key of keys) made.add(key);
    if (number < known[0]! || number > known.at(-1)! || state === 'maybe') continue;
    const isMissing = gaps.some((gap) => holds(gap, number));
    if (state !== 'partial') assert.equal(isMissing, state === 'no', `block ${number} is in a gap`);
    else if (missing.length > 0) assert.ok(isMissing, `block ${number}, which is partial, is in a gap`);
  }
  assert.deepEqual(
    [...stored].filter((key) => !made.has(key)),
    [],
    'nothing that the exchange has not made',
  );
  assert.ok(stored.size > 100, `${stored.size} rows`);
}

for (const seed of seeds) {
  test(`what is followed of a node that breaks is what its ledger says, and whole with the archive (seed ${seed})`, async (t) => {
    const dir = join(harness.dir, seed);
    const analytics = await harness.open(`node${seed.replace('.', '_')}`);
    t.after(() => analytics.close());
    const followed = await followNodeWithFaults({ seed, dir, analytics });
    const { ledger, node, blocks, kills } = followed;
    t.diagnostic(`${kills} kills; ${[...node.faults].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);

    const kind = 'node_fills_by_block';
    const stored = await storedBlocks(analytics);
    for (const { number, fills } of blocks.values()) {
      const known = ledger.known(kind, number);
      const count = stored.get(number) ?? 0;
      if (known === 'yes') assert.equal(count, fills.length, `block ${number} is known`);
      else if (known === 'no') assert.equal(count, 0, `block ${number} is not known`);
      else assert.ok(count <= fills.length, `block ${number} is ${known}`);
    }
    const assertPositions = async () => {
      const held = positionsOf(followed, await withStoredFills(followed, analytics, blocks.values()));
      assert.deepEqual(sorted(await storedPositions(analytics)), sorted(held));
    };
    await assertPositions();

    const gaps = await openGaps(analytics);
    const first = [...blocks.keys()].find((number) => ledger.known(kind, number) === 'yes')!;
    const last = [...blocks.keys()].findLast((number) => ledger.known(kind, number) === 'yes')!;
    for (const { number, fills } of blocks.values()) {
      if (number < first || number > last) continue;
      const isMissing = gaps.some((gap) => holds(gap, number));
      const known = ledger.known(kind, number);
      const lacks = (stored.get(number) ?? 0) < fills.length;
      if (known === 'yes' || known === 'no')
        assert.equal(isMissing, known === 'no', `block ${number} is in a gap`);
      else if (lacks || (known === 'maybe' && fills.length > 0))
        assert.equal(isMissing, lacks, `block ${number}, which is ${known}, is in a gap`);
    }

    await assertMisc(analytics, followed);

    await followed.heal();
    // By when they were written, not by their time: a node that is behind writes old blocks late.
    for (const gap of await openGaps(analytics))
      for (const { number, writtenMs } of blocks.values())
        if (holds(gap, number))
          assert.ok(writtenMs >= node.archive!.untilMs, `block ${number} is in the archive`);
    const healed = await storedBlocks(analytics);
    for (const { number, fills, writtenMs } of blocks.values()) {
      if (writtenMs >= node.archive!.untilMs) continue;
      assert.equal(healed.get(number) ?? 0, fills.length, `block ${number} is healed`);
    }
    await assertPositions();
    const misc = await storedMisc(analytics);
    for (const block of blocks.values()) {
      if (block.writtenMs >= node.archive!.untilMs) continue;
      for (const key of miscKeys(block)) assert.ok(misc.has(key), `block ${block.number} is healed: ${key}`);
    }
    await assertSilentAudit(analytics);
  });
}
