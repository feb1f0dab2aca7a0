import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDrift } from '../../test/fresh-drift.ts';
import { recordedJson, recordedLines, recordedText } from '../../test/recorded-data.ts';
import { metaAndAssetCtxs } from './asset-context.ts';
import { allMids, book } from './book.ts';
import { candle } from './candle.ts';
import { clearinghouseState, readAccountState } from './clearinghouse-state.ts';
import { drift } from './drift.ts';
import { type FrameOf, readFrame } from './frame.ts';
import { userFunding } from './funding.ts';
import { ledgerUpdate } from './ledger-update.ts';
import { readEvent, readNodeLine } from './node-line.ts';
import { outcomeMeta } from './outcome.ts';
import { eachOf, type Reader } from './payload.ts';
import { perpDexs } from './perp-meta.ts';
import { readFills } from './wallet-fills.ts';

function linesOf(path: string): unknown[] {
  return recordedLines(path).map((line) => JSON.parse(line));
}

function readAll<T>(read: Reader<T>, value: unknown): T {
  const reading = read(value);
  assert.ok(!('fault' in reading), 'fault' in reading ? reading.fault : '');
  assert.deepEqual(reading.rejected, []);
  return reading.data;
}

test('every recorded answer is read whole', () => {
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
    const data = readAll(read, recordedJson(path));
    if (length !== undefined) assert.equal((data as unknown[]).length, length, path);
  }
  const states = linesOf('states/clearinghouse.jsonl') as { state: unknown }[];
  for (const { state } of states) readAll(clearinghouseState.read, state);
});

test('nothing of a recorded book, trade or state is changed by reading it', () => {
  // The recorder of the book has added its spread.
  const { spread: _, ...recordedBook } = recordedJson('rest/l2Book.json') as { spread: unknown };
  assert.deepEqual(readAll(book.read, recordedJson('rest/l2Book.json')), recordedBook);
  const whale = recordedJson('states/whale.json');
  assert.deepEqual(readAll(clearinghouseState.read, whale), whale);
});

test('the recorded frames hold 1,869 trades and 285 books, none of them rejected', () => {
  const counts = { trades: 0, l2Book: 0 };
  for (const { channel, data } of linesOf('ws/books-and-trades.jsonl') as {
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
  const contexts = readFrame(
    JSON.stringify(recordedJson('ws/allDexsAssetCtxs.json')),
  ) as FrameOf<'allDexsAssetCtxs'>;
  assert.equal(contexts.data.ctxs.flatMap(([, ofDex]) => ofDex).length, 412);
});

test('recorded payloads hold nothing that is unknown', () => {
  freshDrift();
  const answers: [string, Reader<unknown>][] = [
    ['meta/perpDexs.json', perpDexs.read],
    ['meta/metaAndAssetCtxs-cut.json', metaAndAssetCtxs.read],
    ['outcomes/outcomeMeta.json', outcomeMeta.read],
    ['rest/l2Book.json', book.read],
    ['rest/userFunding.json', eachOf(userFunding)],
    ['rest/userFillsByTime.json', readFills],
    ['rest/userFills-liquidated.json', readFills],
    ['rest/userNonFundingLedgerUpdates.json', eachOf(ledgerUpdate)],
    ['states/whale.json', readAccountState],
  ];
  for (const [path, read] of answers) read(recordedJson(path));
  for (const line of recordedLines('fills/node_fills_by_block.jsonl')) {
    const read = readNodeLine(line);
    for (const event of read.kind === 'block' ? read.events : []) readEvent(event);
  }
  for (const line of linesOf('fills/node_fills.jsonl')) readEvent(line);
  for (const frame of ['ws/books-and-trades.jsonl', 'ws/allDexsAssetCtxs.json'])
    for (const line of recordedText(frame).trim().split('\n')) readFrame(line);
  assert.deepEqual(drift.state().entries, []);
});
