import { rmSync } from 'node:fs';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { readScaled } from '../kernel/scaled.ts';
import { writeFillFile } from './arrow-file.ts';
import type { BatchStore, StoreState } from './batch-store.ts';
import { createFeePrices, isFeeBounded } from './fee-price.ts';
import { type FillBatch, openFillBatch } from './fill-batch.ts';
import type { Journal } from './journal.ts';
import { createPriceSearch } from './missing-prices.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { writersTurn } from './recover.ts';
import type { RejectedRecord, SourceChunk } from './source.ts';
import { dropStored } from './stored-fills.ts';

/** What an import has done so far. */
export interface SinkCounts {
  blocks: number;
  /** Fills that were new. */
  fills: number;
  /** Fills that were stored already, or stood twice in the source. */
  duplicates: number;
  quarantined: number;
  /** New fills whose fee could not be valued in USD. */
  unknownFees: number;
}

export interface Sink {
  readonly counts: SinkCounts;
  /** Takes a chunk; waits while the store is behind by more than one batch. */
  add(chunk: SourceChunk): Promise<void>;
  /** Writes what is left and waits until all of it is committed. */
  flush(): Promise<void>;
}

export interface SinkOptions {
  store: BatchStore;
  journal: Journal;
  /** Fills per batch; 20,000 to 200,000 are efficient. */
  batchFills?: number;
  rng?: Rng;
}

/**
 * Gathers fills into batches and commits them exactly once. Two batches take turns: one fills up while
 * the other is checked against the store and inserted.
 */
export function openSink(options: SinkOptions): Sink {
  const { store, journal, batchFills = 200_000, rng = secureRng } = options;
  const prices = createFeePrices();
  const priceAt = createPriceSearch(store);
  const counts: SinkCounts = { blocks: 0, fills: 0, duplicates: 0, quarantined: 0, unknownFees: 0 };
  let filling = openFillBatch(batchFills);
  let spare = openFillBatch(batchFills);
  let committing: Promise<void> = Promise.resolve();

  const inTurn = (work: (state: StoreState) => Promise<void>) =>
    writersTurn(store, journal, async () => work(await store.state()));

  async function commit(batch: FillBatch, state: StoreState): Promise<void> {
    const stored = await dropStored(batch, store, state.maxTimeMs);
    counts.duplicates += batch.duplicates + stored;
    if (batch.columns.count > 0) {
      counts.unknownFees += await valueFees(batch);
      const prepared = await prepare(batch, state.lastSeq + 1);
      await store.insert(prepared);
      await store.record(prepared);
      journal.done(prepared.seq);
      counts.fills += prepared.fills;
    }
    batch.reset();
  }

  async function prepare({ columns, maxBlock }: FillBatch, seq: number): Promise<PreparedBatch> {
    const file = journal.rowsPath(seq);
    const shape = await writeFillFile(file, columns);
    // Kept by the journal, so that a repeat has the same; another batch with this number would have another.
    const token = `${seq}-${Buffer.from(rng.bytes(16)).toString('hex')}`;
    const times = columns.timesMs.subarray(0, columns.count);
    const prepared: PreparedBatch = {
      seq,
      insert: { file, token, ...shape },
      fills: columns.count,
      minTimeMs: times.reduce((a, b) => Math.min(a, b)),
      maxTimeMs: times.reduce((a, b) => Math.max(a, b)),
      maxBlock,
    };
    journal.promise(prepared);
    return prepared;
  }

  /** Asks the store for prices this run has not seen; what stays unknown counts as 0 and is reported. */
  async function valueFees({ columns }: FillBatch): Promise<number> {
    const { unpriced, words, texts, timesMs, count } = columns;
    let unknown = 0;
    for (let row = unpriced.indexOf(1); row >= 0 && row < count; row = unpriced.indexOf(1, row + 1)) {
      const token = texts.fee_token.texts[words.fee_token[row]!]!;
      const px = await priceAt(token, timesMs[row]!);
      if (px === undefined) {
        unknown += 1;
      } else if (isFeeBounded(readScaled(words.fee, row * 4, 12), Number(px))) {
        columns.setFeePx(row, px);
      } else {
        unknown += 1;
      }
    }
    return unknown;
  }

  /** Hands the full batch over as soon as the one before is committed. */
  async function rotate(): Promise<void> {
    await committing;
    const full = filling;
    filling = spare;
    spare = full;
    if (full.columns.count + full.duplicates > 0) committing = inTurn((state) => commit(full, state));
    // Awaited at the next rotation; until then a failure must not count as unhandled.
    committing.catch(() => undefined);
  }

  async function quarantine(rejected: readonly RejectedRecord[]): Promise<void> {
    counts.quarantined += rejected.length;
    // Never the number of a batch, and nobody else's within the turn.
    const file = journal.rowsPath(-1);
    await writeRowsFile(
      file,
      rejected.map(({ source, line, event, reason, raw }) => ({ source, line, event, reason, raw })),
    );
    await store.insertRows({
      file,
      structure: 'source String, line Int64, event Int64, reason String, raw String',
      target: 'quarantine (source, line, event, reason, raw, time)',
      select: "source, line, event, reason, raw, now64(3, 'UTC')",
      token: '',
    });
    rmSync(file, { force: true });
  }

  return {
    counts,
    async add(chunk) {
      counts.blocks += chunk.blocks;
      if (chunk.rejected.length > 0) await inTurn(() => quarantine(chunk.rejected));
      prices.price(chunk.fills);
      for (let from = 0; from < chunk.fills.count; ) {
        from += filling.add(chunk.fills, from);
        if (filling.columns.count === batchFills) await rotate();
      }
    },
    async flush() {
      await rotate();
      await committing;
    },
  };
}
