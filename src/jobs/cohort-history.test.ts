import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { alltimeCohorts, recentCohorts, recountedSlugs } from '../../test/cohort-recount.ts';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { walletTotals } from '../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { query } from '../analytics/query.ts';
import { defaultCutOffs } from '../domain/cohort-cut-offs.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink } from '../ingest/sink.ts';
import { dayMs, fixedClock, utcDate } from '../kernel/clock.ts';
import { cohortHistory } from './cohort-history.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const firstMs = Date.parse('2026-01-20T00:00:00Z');
const lastMs = Date.parse('2026-03-14T00:00:00Z');
/** In one cohort until a day, in another from the end of that day on. */
const risen = walletOf(0x9001);
const stored: FillDraft[] = [
  ...variedFills({ seed: 12, count: 300, wallets: 25, days: 50, nowMs: nowMs - 1 }),
  { wallet: risen, time: firstMs + 1, closedPnl: '5', fee: '0' },
  { wallet: risen, time: firstMs + 3 * dayMs, closedPnl: '2000000', fee: '0' },
  { wallet: risen, time: firstMs + 4 * dayMs, closedPnl: '-3', fee: '0' },
].sort((a, b) => a.time - b.time);
const late: FillDraft[] = [
  { wallet: risen, time: firstMs + 2 * dayMs, closedPnl: '-2500000', fee: '1', tid: 900_001, oid: 900_001 },
  { wallet: walletOf(0x9002), time: firstMs - dayMs, px: '30000', sz: '1', tid: 900_002, oid: 900_002 },
];

let harness: EndpointHarness;
let dir: string;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-cohorts-'));
  harness = await openEndpointHarness({ given: { fills: stored }, nowMs });
});
after(async () => {
  await harness.close();
  rmSync(dir, { recursive: true, force: true });
});

async function makeHistory(atMs = nowMs): Promise<void> {
  const run = cohortHistory({
    analytics: harness.store,
    clock: fixedClock(atMs),
    cutOffs: defaultCutOffs,
  });
  await run({ signal: new AbortController().signal });
}

const text = Type.String();
const tierRows = query({
  name: 'tier_rows_of_test',
  params: {},
  row: Type.Object({ address: text, day: text, tiers: Type.Array(Type.Integer()) }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, toString(day) AS day,
      [pnl_tier, size_tier, pnl_tier_recent, size_tier_recent] AS tiers
    FROM wallet_tiers FINAL ORDER BY wallet, wallet_tiers.day`,
});
const dayRows = query({
  name: 'cohort_days_of_test',
  params: {},
  row: Type.Object({ key: text, counts: Type.Array(text), pnl: text, volume: text, win_rate: Type.Number() }),
  sql: `
    SELECT concat(toString(day), ' ', toString(kind), ' ', toString(tier)) AS key,
      [toString(wallets), toString(active), toString(fills)] AS counts, toString(pnl) AS pnl, toString(volume) AS volume, win_rate
    FROM cohort_days FINAL ORDER BY key`,
});

const days = (fromMs: number) =>
  Array.from({ length: (lastMs - fromMs) / dayMs + 1 }, (_, i) => fromMs + i * dayMs);
const place = (kind: 'pnl' | 'size', slug: string | undefined) =>
  slug === undefined ? 0 : recountedSlugs[kind].indexOf(slug) + 1;

/** Compares all that is stored with a recount, day by day and wallet by wallet. */
async function assertHistory(drafts: readonly FillDraft[]): Promise<void> {
  const totals = walletTotals(sourceFills(drafts));
  const begin = Date.parse(utcDate(Math.min(...drafts.map(({ time }) => time))));
  const rows = Map.groupBy(await harness.store.rows(tierRows, {}), ({ address }) => address);
  for (const [address, wallet] of totals) {
    let before = [0, 0, 0, 0];
    const changes: { address: string; day: string; tiers: number[] }[] = [];
    for (const day of days(begin)) {
      const [alltime, recent] = [alltimeCohorts(wallet, day), recentCohorts(wallet, day)];
      const tiers = [
        place('pnl', alltime.pnl),
        place('size', alltime.size),
        place('pnl', recent.pnl),
        place('size', recent.size),
      ];
      if (tiers.join() !== before.join()) changes.push({ address, day: utcDate(day), tiers });
      before = tiers;
    }
    assert.deepEqual(rows.get(address) ?? [], changes, address);
  }
  const expected = days(begin).flatMap((day) => recountDay(totals, day));
  const found = await harness.store.rows(dayRows, {});
  assert.deepEqual(
    found.map(({ win_rate, pnl, volume, ...row }) => [row, new Decimal(pnl), new Decimal(volume)]),
    expected.map(({ win_rate, pnl, volume, ...row }) => [row, pnl, volume]),
  );
  for (const [i, { win_rate }] of found.entries())
    assert.ok(Math.abs(win_rate - expected[i]!.win_rate) < 1e-9);
}

function recountDay(totals: ReturnType<typeof walletTotals>, day: number) {
  return (['pnl', 'size'] as const).flatMap((kind) =>
    recountedSlugs[kind].map((slug, i) => {
      const members = [...totals.values()].filter(
        (wallet) => alltimeCohorts(wallet, day - dayMs)[kind] === slug,
      );
      const active = members
        .map((wallet) => wallet.days.get(utcDate(day)))
        .filter((one) => one !== undefined);
      const fills = active.reduce((sum, { trades }) => sum + trades, 0);
      const rates = active.map(({ wins, trades }) => (wins / trades) * 100);
      return {
        key: `${utcDate(day)} ${kind} ${i + 1}`,
        counts: [members.length, active.length, fills].map(String),
        pnl: Decimal.sum(0, ...active.map(({ pnl }) => pnl)),
        volume: Decimal.sum(0, ...active.map(({ volume }) => volume)),
        win_rate: rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
      };
    }),
  );
}

test('a filled store gets the cohorts of all its days, changes only, and what each cohort did by those of the day before', async () => {
  await makeHistory(nowMs - 9 * dayMs);
  // As on every day: one more is over.
  await makeHistory(nowMs - 8 * dayMs);
  await makeHistory();
  await assertHistory(stored);
  const rows = await harness.store.rows(dayRows, {});
  const countsOf = (key: string) => rows.find((row) => row.key === key)!.counts;
  // The day of its large win counts for the cohort that it was in before it, the next day for the new one.
  assert.equal(countsOf('2026-01-23 pnl 4')[2], '1');
  assert.equal(countsOf('2026-01-23 pnl 1')[2], '0');
  assert.equal(countsOf('2026-01-24 pnl 1')[2], '1');
});

test('fills that come later for days that are over rebuild these and all days since; a repeat changes nothing', async () => {
  const sink = openSink({
    store: createBatchStore(harness.store),
    journal: openJournal(join(dir, 'journal')),
  });
  await sink.add({ fills: rowsOf(sourceFills(late)), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
  await makeHistory();
  await assertHistory([...stored, ...late]);
  const before = await harness.store.rows(dayRows, {});
  await makeHistory();
  assert.deepEqual(await harness.store.rows(dayRows, {}), before);
});

test('a run that was killed between two of its statements is made up for by the next one', async () => {
  await harness.store.command(
    "ALTER TABLE cohort_days DELETE WHERE day >= '2026-02-20' SETTINGS mutations_sync = 2",
  );
  await harness.store.command(
    "ALTER TABLE wallet_tiers DELETE WHERE day >= '2026-02-20' AND cityHash64(wallet) % 2 = 0 SETTINGS mutations_sync = 2",
  );
  await makeHistory();
  await assertHistory([...stored, ...late]);
});
