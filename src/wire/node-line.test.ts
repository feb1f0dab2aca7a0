import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvent, readNodeLine } from './node-line.ts';

function reasonOf(text: string): string {
  const line = readNodeLine(text);
  assert.equal(line.kind, 'fault', text);
  return line.kind === 'fault' ? line.reason : '';
}

test('a line is recognized by its shape', () => {
  assert.deepEqual(readNodeLine('["0xab",{}]'), { kind: 'event', event: ['0xab', {}] });
  const block = '{"block_time":"2025-10-10T21:16:04.831874","block_number":758800641,"events":[]}';
  assert.deepEqual(readNodeLine(block), { kind: 'block', blockNumber: 758800641, events: [] });
  const inText = '{"block_number":"758800641","events":[]}';
  assert.deepEqual(readNodeLine(inText), { kind: 'block', blockNumber: 758800641, events: [] });
  assert.deepEqual(readNodeLine('{"events":[1]}'), { kind: 'block', blockNumber: 0, events: [1] });
});

test('a line of another kind is named, with the kinds that are read', () => {
  const kinds: [string, RegExp][] = [
    ['{"coin":"BTC","px":"1","side_info":[]}', /node_trades record.*node_fills_by_block/],
    ['{"user":"0x","raw_book_diff":"remove"}', /node_raw_book_diffs/],
    ['{"time":"x","hash":"0x","inner":{}}', /misc_events/],
    ['{"time":"x","user":"0x","status":"open","order":{}}', /node_order_statuses/],
    ['{"coin":"BTC","px":"1"}', /a fill without its wallet/],
    ['{}', /a JSON object of another kind/],
    ['null', /a JSON null/],
    ['17', /a JSON number/],
    ['{"events":[],"block_number":-1}', /block_number should be/],
  ];
  for (const [text, expected] of kinds) assert.match(reasonOf(text), expected);
});

test('a line that is no JSON says so, however long it is', () => {
  assert.match(reasonOf('{"cut'), /^line is no JSON \(.*expected a line of node_fills_by_block/);
  assert.ok(reasonOf('x'.repeat(1e6)).length < 500);
});

test('an event that is no pair of a wallet and a fill is named', () => {
  assert.match(String(readEvent('x')), /pair \[wallet, fill\]/);
  assert.match(String(readEvent(['0xab'])), /pair/);
  assert.match(String(readEvent(['0xab', {}])), /wallet of the event should be an address/);
  assert.match(String(readEvent([`0x${'ab'.repeat(20)}`, {}])), /^side is missing/);
});
