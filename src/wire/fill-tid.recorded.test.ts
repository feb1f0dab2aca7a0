import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedLines } from '../../test/recorded-data.ts';
import type { WireFill } from './fill.ts';
import { tidOf } from './fill-tid.ts';

test('recorded fills of one order and millisecond would differ without their ids', () => {
  const lines = recordedLines('fills/node_fills.jsonl');
  const fills = lines.map((line) => JSON.parse(line) as [string, WireFill]);
  const keys = fills.map(([wallet, { tid: _, ...fill }]) =>
    [wallet, fill.coin, fill.time, fill.oid, tidOf(fill)].join(' '),
  );
  assert.equal(new Set(keys).size, fills.length);
});
