import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '../boards/board.ts';
import { traders } from '../boards/traders.ts';
import type { Problem } from '../kernel/problem.ts';
import type { Positions } from '../positions/positions.ts';
import { requestBoards, requestPositions } from './request-sources.ts';

const notReady =
  (what: RegExp) =>
  ({ fields }: Problem) => {
    assert.deepEqual([fields.status, fields.code], [503, 'NOT_READY']);
    assert.match(fields.detail, what);
    return true;
  };

test('a board that is not built in time is 503; one that is built is given at once', async () => {
  const first = Promise.withResolvers<Board>();
  const boards = requestBoards({ board: () => first.promise as Promise<never> }, 20);
  await assert.rejects(boards.board(traders), notReady(/all traders is still being prepared/));
  const built = { count: 3 } as Board;
  first.resolve(built);
  assert.equal(await boards.board(traders), built);
  assert.equal(await boards.board(traders), built);
});

test('positions that are not read in time are 503, each time until they are', async () => {
  const first = Promise.withResolvers<void>();
  let isBuilt = false;
  const read = { ready: first.promise, built: () => isBuilt, count: () => 7 } as Positions;
  const positions = requestPositions(read, 20);
  for (let time = 0; time < 2; time++)
    await assert.rejects(positions.ready, notReady(/open positions is still being prepared/));
  isBuilt = true;
  first.resolve();
  await positions.ready;
  assert.equal(positions.count(), 7);
});
