import { Type } from 'typebox';
import { monotonicMs, rfc3339 } from '../kernel/clock.ts';
import { query } from './query.ts';
import { AnalyticsError, type AnalyticsStore } from './store.ts';

/** How long the store is taken for what it was when it was looked at. */
const lookMs = 250;

const newestTime = query({
  name: 'newest_batch_time',
  params: {},
  row: Type.Object({ ms: Type.String() }),
  sql: 'SELECT toString(toUnixTimestamp64Milli(max(max_time))) AS ms FROM ingest_batches',
});

/**
 * A store read as of a moment, with nothing later in it at the start: once any process stores later fills, all reads are rejected.
 * Data already cached in memory stays unchanged.
 *
 * @param atMs the moment, unix milliseconds
 * @returns the store; rejects reads with an AnalyticsError `unready` from then on
 */
export function notAfter(store: AnalyticsStore, atMs: number): AnalyticsStore {
  let isOver = false;
  let look: { atMs: number; done: Promise<void> } | undefined;
  async function lookNow(): Promise<void> {
    const [row] = await store.rows(newestTime, {}, { lane: 'live' });
    isOver = Number(row!.ms) > atMs;
  }
  async function check(name: string): Promise<void> {
    if (!isOver && (look === undefined || monotonicMs() - look.atMs > lookMs)) {
      look = { atMs: monotonicMs(), done: lookNow() };
    }
    await look?.done;
    if (!isOver) return;
    const message = `fills later than ${rfc3339(atMs)} were stored since the start: start again to answer as of then`;
    throw new AnalyticsError('unready', name, message);
  }
  return {
    ...store,
    async rows(request, params, options) {
      await check(request.name);
      return store.rows(request, params, options);
    },
    async bytes(request, params, options) {
      await check(request.name);
      return store.bytes(request, params, options);
    },
  };
}
