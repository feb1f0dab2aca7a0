import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { createUnlistedOutcomes } from '../../src/ingest/live/outcomes/unlisted-outcomes.ts';
import { openOutcomeWatch } from '../../src/ingest/live/outcomes/watch.ts';
import { openSink } from '../../src/ingest/sink.ts';
import type { InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { rowsOf } from '../fill-rows.ts';
import { noTemplates } from '../given-templates.ts';
import { useFactStore } from '../ingest/fact-store.ts';
import { type FillDraft, sourceFills, walletOf } from '../source-fills.ts';
import { openDirectory } from '../wallet-directory-harness.ts';

const own = useFactStore();

async function storeFills(drafts: Omit<FillDraft, 'time'>[]): Promise<void> {
  const journal = openJournal(join(own.dir, 'journal'));
  const sink = openSink({ store: createBatchStore(own.store), journal });
  const time = Date.UTC(2026, 5, 1);
  const fills = sourceFills(drafts.map((draft, i) => ({ ...draft, time: time + i }) as FillDraft));
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

const oneEach = (coins: string[]) => coins.map((coin, i) => ({ wallet: walletOf(i + 1), coin }));

const settlements = query({
  name: 'test_settlements',
  params: {},
  row: Type.Object({ outcome: Type.String(), name: Type.String(), fraction: Type.String() }),
  sql: `
    SELECT toString(outcome) AS outcome, name, toString(settle_fraction) AS fraction
    FROM outcome_settlements INNER JOIN outcomes USING outcome ORDER BY toUInt64(outcome)`,
});

test('outcomes that only fills still name get their names and settlements, each asked for once', async () => {
  const requests: number[] = [];
  const readUnlisted = createUnlistedOutcomes({
    analytics: own.store,
    info: {
      async ask({ outcome }: { outcome: number }) {
        requests.push(outcome);
        const spec = { outcome, name: `o${outcome}`, description: '', sideSpecs: [] };
        return { data: outcome === 95 ? null : { spec, settleFraction: '1.0' }, rejected: [] };
      },
    } as unknown as InfoClient,
    facts: own.facts,
    watch: createFeedWatch({}),
    templates: noTemplates,
    clock: fixedClock(Date.UTC(2026, 5, 2)),
    signal: new AbortController().signal,
  });
  const read = () => readUnlisted({ group: 'histories', ageMs: 1, targetMs: 1 });
  await read();
  assert.deepEqual(requests, []);
  await storeFills(oneEach(['#1731', '#1730', '#951', '#20', '@107', 'BTC', '#x']));
  await read();
  await read();
  assert.deepEqual(requests, [173, 95, 2]);
  assert.deepEqual(await own.store.rows(settlements, {}), [
    { outcome: '2', name: 'o2', fraction: '1' },
    { outcome: '173', name: 'o173', fraction: '1' },
  ]);
  await storeFills(oneEach(Array.from({ length: 70 }, (_, i) => `#${10 * (200 + i)}`)));
  await read();
  assert.equal(requests.length, 3 + 30, 'a few at a time');
  assert.equal(requests[3], 269, 'the newest first');
});

test('the fills of those who hold an outcome are due when it is settled: no trade shows them', async () => {
  const [holding, sold, other] = [901, 902, 903].map(walletOf) as [string, string, string];
  await storeFills([
    { wallet: holding, coin: '#5001', sz: '3' },
    { wallet: sold, coin: '#5000', sz: '3' },
    { wallet: sold, coin: '#5000', sz: '3', side: 'A', startPosition: '3' },
    { wallet: other, coin: '#5010', sz: '3' },
  ]);
  const directory = openDirectory();
  const wallets = [holding, sold, other].map((wallet) => directory.track(wallet)!);
  for (const wallet of wallets) wallet.suspectMs = undefined;
  const question = { question: 1, name: '', description: '', namedOutcomes: [], settledNamedOutcomes: [500] };
  const read = await openOutcomeWatch({
    analytics: own.store,
    info: {
      async ask({ type, outcome }: { type: string; outcome: number }) {
        if (type === 'outcomeMeta') return { data: { outcomes: [], questions: [question] } };
        const sideSpecs = [{ name: 'Yes' }, { name: 'No' }];
        const spec = { outcome, name: 'o', description: '', sideSpecs };
        return { data: { spec, settleFraction: '1.0' } };
      },
    } as unknown as InfoClient,
    facts: own.facts,
    directory,
    finish: async () => undefined,
    watch: createFeedWatch({}),
    templates: noTemplates,
    clock: fixedClock(Date.UTC(2026, 5, 2)),
    signal: new AbortController().signal,
  });
  await read({ group: 'markets', ageMs: 1, targetMs: 1 });
  assert.deepEqual(
    wallets.map(({ suspectMs }) => suspectMs !== undefined),
    [true, false, false],
  );
});
