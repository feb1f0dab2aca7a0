/** Answers about a time before the first start, from the exchange's archive alone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { archivedMinutes, contextHeader, contextLine } from '../../../test/archived-contexts.ts';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { createBatchStore } from '../../ingest/batch-store.ts';
import { openJournal } from '../../ingest/journal.ts';
import { runPipeline } from '../../ingest/pipeline.ts';
import { openArchive } from '../../ingest/sources/archive.ts';
import { hourMs } from '../../kernel/clock.ts';
import { historicalOi } from '../market/historical-oi.ts';
import { markDislocations } from './mark-dislocations.ts';
import { officialOi } from './official-oi.ts';

const nowMs = Date.parse('2026-03-16T12:30:00Z');
const minutes = archivedMinutes({ seed: 9, coins: ['BTC', 'ETH'], fromMs: nowMs - 5 * hourMs, minutes: 180 });
const ofBtc = minutes.filter(({ coin }) => coin === 'BTC');

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: { fills: [{ wallet: walletOf(1), time: nowMs - hourMs }] },
    nowMs,
  });
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-contexts-'));
  writeFileSync(join(dir, 'day.csv'), [contextHeader, ...minutes.map(contextLine)].join('\n'));
  await runPipeline({
    source: await openArchive({ paths: [dir] }),
    store: createBatchStore(harness.store),
    journal: openJournal(join(dir, 'journal')),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  rmSync(dir, { recursive: true });
});
after(() => harness.close());

test('official open interest and dislocations of imported minutes are those of a plain recomputation', async () => {
  const hours = [...Map.groupBy(ofBtc, ({ timeMs }) => Math.floor(timeMs / hourMs) * hourMs)].map(
    ([timestamp, rows]) => ({ timestamp, last: rows.at(-1)! }),
  );
  const oi = hours.map(({ timestamp, last }) => [timestamp, last.openInterest * last.markPx]);
  const near = (found: [number, number][]) => {
    assert.deepEqual(
      found.map(([timestamp]) => timestamp),
      oi.map(([timestamp]) => timestamp),
    );
    for (const [at, [, usd]] of found.entries()) assert.ok(Math.abs(usd - oi[at]![1]!) < 1e-6);
  };
  const { body: official } = await harness.ask(officialOi, { path: { coin: 'btc' } });
  near(official.history!.map(({ timestamp, openInterest }) => [timestamp, openInterest]));
  const { body: historical } = await harness.ask(historicalOi, { query: 'coin=btc' });
  near(historical.history!.map(({ timestamp, openInterest }) => [Number(timestamp), openInterest]));

  const { body } = await harness.ask(markDislocations, { path: { coin: 'btc' } });
  const away = ofBtc
    .filter(({ markPx, oraclePx }) => Math.abs(markPx - oraclePx) / oraclePx >= 0.001)
    .map(({ timeMs }) => timeMs)
    .reverse();
  assert.ok(away.length > 50 && away.length < ofBtc.length);
  assert.deepEqual(
    body.markDislocations!.map(({ timestamp }) => timestamp),
    away,
  );
});
