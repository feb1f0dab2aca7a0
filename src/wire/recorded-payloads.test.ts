import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { metaAndAssetCtxs } from './asset-context.ts';
import { allMids, book } from './book.ts';
import { candle } from './candle.ts';
import { clearinghouseState } from './clearinghouse-state.ts';
import { type FrameOf, readFrame } from './frame.ts';
import { userFunding } from './funding.ts';
import { outcomeMeta } from './outcome.ts';
import { eachOf, type Reader } from './payload.ts';
import { perpDexs } from './perp-meta.ts';
import { readFills } from './wallet-fills.ts';

/** Real answers and frames, beside the project on some machines. The project's own samples stand in the other tests. */
const recorded = new URL('../../../shared/data/', import.meta.url);
const isThere = existsSync(recorded);
const notThere = 'no recorded payloads beside the project: nothing to read';

function load(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, recorded), 'utf8'));
}

function lines(path: string): unknown[] {
  const text = readFileSync(new URL(path, recorded), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function readAll<T>(read: Reader<T>, value: unknown): T {
  const reading = read(value);
  assert.ok(!('fault' in reading), 'fault' in reading ? reading.fault : '');
  assert.deepEqual(reading.rejected, []);
  return reading.data;
}

test('every recorded answer is read whole', (t) => {
  if (!isThere) return t.diagnostic(notThere);
  const answers: [string, Reader<unknown>, number?][] = [
    ['meta/perpDexs.json', perpDexs.read, 10],
    ['meta/metaAndAssetCtxs-cut.json', metaAndAssetCtxs.read],
    ['meta/allMids.json', allMids.read],
    ['outcomes/outcomeMeta.json', outcomeMeta.read],
    ['rest/l2Book.json', book.read],
    ['rest/candleSnapshot.json', eachOf(candle), 72],
    ['rest/userFunding.json', eachOf(userFunding), 500],
    ['rest/userFillsByTime.json', readFills, 2_000],
    ['rest/userFills-liquidated.json', readFills, 50],
    ['rest/clearinghouseState.json', clearinghouseState.read],
    ['states/whale.json', clearinghouseState.read],
  ];
  for (const [path, read, length] of answers) {
    const data = readAll(read, load(path));
    if (length !== undefined) assert.equal((data as unknown[]).length, length, path);
  }
  const states = lines('states/clearinghouse.jsonl') as { state: unknown }[];
  for (const { state } of states) readAll(clearinghouseState.read, state);
});

test('nothing of a recorded book, trade or state is changed by reading it', (t) => {
  if (!isThere) return t.diagnostic(notThere);
  // Whoever recorded the book has added its spread.
  const { spread: _, ...recordedBook } = load('rest/l2Book.json') as { spread: unknown };
  assert.deepEqual(readAll(book.read, load('rest/l2Book.json')), recordedBook);
  const whale = load('states/whale.json');
  assert.deepEqual(readAll(clearinghouseState.read, whale), whale);
});

test('the recorded frames hold 1,869 trades and 285 books, none of them rejected', (t) => {
  if (!isThere) return t.diagnostic(notThere);
  const counts = { trades: 0, l2Book: 0 };
  for (const { channel, data } of lines('ws/books-and-trades.jsonl') as {
    channel: string;
    data: unknown;
  }[]) {
    const frame = readFrame(JSON.stringify({ channel, data }));
    assert.ok(!('fault' in frame), 'fault' in frame ? frame.fault : '');
    assert.deepEqual(frame.rejected, []);
    if (frame.channel === 'trades') counts.trades += frame.data.length;
    else counts.l2Book += 1;
  }
  assert.deepEqual(counts, { trades: 1_869, l2Book: 285 });
  const contexts = readFrame(JSON.stringify(load('ws/allDexsAssetCtxs.json'))) as FrameOf<'allDexsAssetCtxs'>;
  assert.equal(contexts.data.ctxs.flatMap(([, ofDex]) => ofDex).length, 412);
});
