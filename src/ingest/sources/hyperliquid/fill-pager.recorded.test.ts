import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedJson } from '../../../../test/recorded-data.ts';
import type { WireFill } from '../../../wire/fill.ts';
import { fillPages } from './fill-pager.ts';
import { createPositionChain } from './position-chain.ts';

test('a recorded page of 2,000 fills, read in pages of 100, is complete and unbroken', async () => {
  const fills = recordedJson('rest/userFillsByTime.json') as WireFill[];
  const pageFills = 100;
  const [fromMs, toMs] = [fills[0]!.time, fills.at(-1)!.time];
  const pages = await Array.fromAsync(
    fillPages({
      fetchPage: async ({ startTime, endTime }) => {
        const within = fills.filter(({ time }) => time >= startTime && time <= endTime);
        return { data: within.slice(0, pageFills), rejected: [] };
      },
      fromMs,
      toMs,
      chain: createPositionChain(undefined, fromMs),
      pageFills,
    }),
  );
  assert.deepEqual(
    pages.flatMap((page) => page.fills),
    fills,
  );
  assert.deepEqual(
    pages.flatMap((page) => page.gaps),
    [],
  );
});
