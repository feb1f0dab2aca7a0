/** Messages of the real exchange, through the readers and rows of the connector, into the engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import * as tables from '../../src/ingest/facts/fact-tables.ts';
import { bookRow, candleRow, perpContextRow } from '../../src/ingest/facts/market-rows.ts';
import { stateRows } from '../../src/ingest/facts/position-rows.ts';
import { outcomeRow, questionRow } from '../../src/ingest/facts/registry-rows.ts';
import { clearinghouseState } from '../../src/wire/clearinghouse-state.ts';
import { type FrameOf, readFrame } from '../../src/wire/frame.ts';
import { infoReader } from '../../src/wire/info-request.ts';
import type { Reading } from '../../src/wire/payload.ts';
import { useFactStore } from '../ingest/fact-store.ts';
import { recordedJson, recordedLines, recordedText } from '../recorded-data.ts';

function data<T>(reading: Reading<T>): T {
  assert.ok(!('fault' in reading), 'fault' in reading ? reading.fault : '');
  assert.deepEqual(reading.rejected, []);
  return reading.data;
}

const own = useFactStore();

/** One row of text, in the engine's own form. */
async function select(sql: string): Promise<unknown> {
  const [row] = await own.store.rows(
    query({ name: 'test_recorded', params: {}, row: Type.Object({}), sql }),
    {},
  );
  return row;
}

test('every recorded context is stored, those of delisted markets with zeros for what they have not', async () => {
  const frame = readFrame(recordedText('ws/allDexsAssetCtxs.json')) as FrameOf<'allDexsAssetCtxs'>;
  const timeMs = Date.UTC(2026, 5, 22);
  const rows = data(frame).ctxs.flatMap(([dex, contexts]) =>
    contexts.map((context, i) => perpContextRow({ coin: `${dex}:${i}`, dex, timeMs }, context!)),
  );
  await own.facts.write(tables.assetContexts, rows);
  const stored = await select(`
    SELECT toInt32(count()) AS rows, toInt32(countIf(mid_px = 0)) AS without_mid, uniqExact(dex) = 9 AS all_dexes,
      toString(anyIf(mark_px, coin = ':0')) AS mark, toString(anyIf(funding, coin = ':0')) AS funding
    FROM asset_contexts FINAL`);
  const expected = { rows: 412, without_mid: 78, all_dexes: 1, mark: '77562', funding: '-0.0000015186' };
  assert.deepEqual(stored, expected);
});

test('every recorded state is stored: positions, accounts, and the hour they were seen in', async () => {
  const lines = recordedLines('states/clearinghouse.jsonl');
  for (const line of lines) {
    const { user, state } = JSON.parse(line) as { user: string; state: unknown };
    const { positions, account } = stateRows(
      { wallet: user, dex: '' },
      data(clearinghouseState.read(state)),
      [],
    );
    await own.facts.write(tables.positions, positions);
    await own.facts.write(tables.accounts, [account]);
  }
  assert.deepEqual(
    await select(`
      SELECT toInt32(count()) AS positions, toInt32(uniqExact(coin)) AS coins,
        (SELECT toInt32(count()) FROM accounts FINAL) AS accounts
      FROM positions FINAL WHERE szi != 0`),
    { positions: 171, coins: 71, accounts: 66 },
  );
  assert.deepEqual(await select('SELECT toInt32(count()) AS hours FROM position_hours FINAL'), {
    hours: 171,
  });
});

test('every recorded candle, book, outcome and question is stored', async () => {
  const candles = data(infoReader('candleSnapshot')(recordedJson('rest/candleSnapshot.json')));
  await own.facts.write(tables.candles, candles.map(candleRow));
  await own.facts.write(tables.bookSnapshots, [
    bookRow(data(infoReader('l2Book')(recordedJson('rest/l2Book.json')))),
  ]);
  const { outcomes, questions } = data(infoReader('outcomeMeta')(recordedJson('outcomes/outcomeMeta.json')));
  const seenMs = Date.UTC(2026, 4, 1);
  await own.facts.write(
    tables.outcomes,
    outcomes.map((spec) => outcomeRow(seenMs, spec)),
  );
  await own.facts.write(
    tables.outcomeQuestions,
    questions.map((spec) => questionRow(seenMs, spec)),
  );
  assert.deepEqual(
    await select(`
      SELECT toInt32(count()) AS candles, (SELECT toInt32(sum(length(bid_px) + length(ask_px))) FROM book_snapshots) AS levels,
        (SELECT toInt32(count()) FROM outcomes FINAL) AS outcomes, (SELECT toInt32(count()) FROM outcome_questions FINAL) AS questions
      FROM candles FINAL`),
    { candles: 72, levels: 40, outcomes: 21, questions: 4 },
  );
});
