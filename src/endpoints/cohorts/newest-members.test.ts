import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededNumbers } from '../../../test/source-fills.ts';
import type { TradersBoard } from '../../boards/traders.ts';
import { newestMembers } from './trades.ts';

test('of a cohort those that traded last are found, with all that traded in the same millisecond as the last of them', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 40_000 }),
      (seed, limit, sinceMs) => {
        const below = seededNumbers(seed);
        const wallets = Array.from({ length: 6_000 }, () => ({ last: below(40_000), place: below(3) }));
        const board = {
          count: wallets.length,
          columns: { lastTimeMs: wallets.map(({ last }) => last) },
        } as unknown as TradersBoard;
        const places = wallets.map(({ place }) => place);
        const { rows, fromMs } = newestMembers(board, { places, place: 1, limit, sinceMs });
        const members = [...wallets.keys()].filter(
          (row) => places[row] === 1 && wallets[row]!.last >= sinceMs,
        );
        const times = members.map((row) => wallets[row]!.last).sort((a, b) => b - a);
        const from = times.length < limit ? sinceMs : times[limit - 1]!;
        assert.equal(fromMs, from);
        const expected = members.filter((row) => wallets[row]!.last >= from);
        assert.deepEqual(
          [...rows].sort((a, b) => a - b),
          expected,
        );
      },
    ),
    { numRuns: 20 },
  );
});
