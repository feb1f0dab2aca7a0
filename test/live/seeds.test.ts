import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultProfiles } from '../../packages/exchange-simulator/src/faults/fault-rates.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { campaignSeed, sized } from '../size.ts';
import { runSeed, seedFaults } from './seed-run.ts';

const count = sized({ check: 1, campaign: 20 });
const seeds = Array.from({ length: count }, (_, n) => `seed-${(campaignSeed - 1) * count + n + 1}`);

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

const eventsOf = new Map<string, string[]>();
/** Kinds of faults. */
const met = new Set<string>();
for (const seed of seeds) {
  test(`behind the faults of ${seed} a connector stores the exchange's fills, positions, funding and liquidations, and as gaps what cannot be had; a census names what these explain`, async (t) => {
    const { differences, census, events, met: metHere } = await runSeed(seed, { harness });
    for (const kind of metHere) met.add(kind);
    assert.deepEqual(differences, []);
    t.diagnostic(`${census.found.length} of ${census.positions} positions differ by a gap`);
    eventsOf.set(seed, events);
  });
}

for (const seed of sized({ check: [], campaign: seeds.slice(0, 2) })) {
  test(`without faults a census of ${seed} finds no difference`, async () => {
    // Within reach of the reader: what an exchange no longer keeps is a gap without any fault.
    const calm = { faults: faultProfiles.none, fillsPerWallet: 10_000, name: `calm-${seed}` };
    const { differences, census } = await runSeed(seed, { harness, ...calm });
    assert.deepEqual([differences, census.found], [[], []]);
    assert.ok(census.positions > 20, String(census.positions));
  });
}

test('the same seed is the same run, event by event, and another seed another one', async () => {
  const { events } = await runSeed(seeds[0]!, { harness, name: 'again' });
  const before = eventsOf.get(seeds[0]!)!;
  const differs = events.findIndex((event, at) => event !== before[at]);
  assert.deepEqual([events.length, differs, events[differs]], [before.length, -1, undefined]);
  const other = seeds[1];
  if (other !== undefined) assert.notDeepEqual(events, eventsOf.get(other));
});

test('every kind of fault was met', () => {
  const { frames, requests } = seedFaults;
  const kinds = sized({ check: [], campaign: Object.keys({ ...frames, ...requests }) });
  assert.deepEqual(
    kinds.filter((kind) => !met.has(kind)),
    [],
  );
  assert.ok(met.size > 5, [...met].join());
});
