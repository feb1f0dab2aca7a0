import { createStartedThread, type StartedThread } from '../kernel/started-thread.ts';
import type { BoardRanking } from './board-worker.ts';
import type { ReadRows } from './table.ts';

/** The ranking thread. While it is empty, it holds no wallets and needs a full reading. */
export type RankThread = StartedThread<BoardRanking>;

/** @param catalogue module whose `boardCatalogue` lists the boards */
export function startRankThread(catalogue: URL): RankThread {
  const module = new URL('./board-worker.ts', import.meta.url);
  return createStartedThread<BoardRanking>(module, { catalogue: catalogue.href }, resultsOf);
}

/** Buffers of query results and their row numbers, to transfer without a copy. */
function resultsOf(args: readonly unknown[]): ArrayBuffer[] {
  const reads = args.flat().filter((arg): arg is ReadRows => typeof arg === 'object' && 'bytes' in arg!);
  return reads.flatMap(({ rows, bytes }) => [rows.buffer, bytes.buffer] as ArrayBuffer[]);
}
