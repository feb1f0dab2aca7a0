import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallOptions } from '../analytics/store.ts';
import { createChangeFeed } from '../changes/change-feed.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { type PositionsOptions, startPositions } from './start-positions.ts';

/** Rows of a store that is as large as it may be: reading everything takes thousands of statements. */
const rows: Record<string, object> = {
  newest_stored: { seq: '1', newest_ms: '0', states_ms: '0' },
  newest_facts: { outcomes: '', owners: '', jobs: '' },
  position_sizes: { fills: '1000000000000', positions: '0' },
};

test('closing waits for the statement that runs, not for a reading of everything', async () => {
  const requests: string[] = [];
  const reading = Promise.withResolvers<void>();
  async function reported<T>(name: string, answer: T, options: CallOptions = {}): Promise<T> {
    requests.push(name);
    await nextTurn();
    options.signal?.throwIfAborted();
    if (requests.length > 20) reading.resolve();
    return answer;
  }
  const store = {
    rows: ({ name }: { name: string }, _: object, options?: CallOptions) =>
      reported(name, name in rows ? [rows[name]] : [], options),
    bytes: ({ name }: { name: string }, _: object, options?: CallOptions) =>
      reported(name, new Uint8Array(), options),
  } as unknown as PositionsOptions['store'];
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const feed = createChangeFeed({ store, pollMs: 1, onError });
  const running = startPositions({ store, feed, wallets: createWalletIndex(), onError });
  const alive = setInterval(() => undefined, 1_000);
  await reading.promise;
  const before = requests.length;
  await running.close();
  await feed.close();
  clearInterval(alive);
  assert.ok(
    requests.length - before <= 2,
    `${requests.length - before} statements after the end was asked for`,
  );
  assert.equal(running.positions.built(), false);
  assert.deepEqual(errors, []);
});
