import { BoundedMap } from '../kernel/bounded-map.ts';
import { dayMs, minuteMs, monotonicMs } from '../kernel/clock.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { readScaled } from '../kernel/scaled.ts';
import type { Span } from '../kernel/span.ts';
import { writeFillFile } from './arrow-file.ts';
import type { BatchStore, StoreState } from './batch-store.ts';
import { createBuilderIntake } from './builder-intake.ts';
import { type ContextCounts, createContextIntake } from './context-intake.ts';
import { createFeePrices, isFeeBounded } from './fee-price.ts';
import { type FillBatch, openFillBatch } from './fill-batch.ts';
import { type FillColumns, timesOf } from './fill-columns.ts';
import type { Journal } from './journal.ts';
import { createLedgerIntake, type LedgerCounts } from './ledger-intake.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { writeQuarantine } from './quarantine-rows.ts';
import type { RejectedCoverage } from './quarantined-records.ts';
import { writersTurn } from './recover.ts';
import type { RejectedRecord, SourceChunk } from './source.ts';
import { createSourceNames } from './source-names.ts';
import { createStoredFills, type StoredCounts, type StoredRecords } from './stored-fills.ts';

/** A price says little when it is older than this. */
const reachMs = 30 * dayMs;
/** A search that found nothing is repeated in full after this time: other processes may have stored older fills meanwhile. */
const forgetMs = 10 * minuteMs;
/** A search result also covers fills newer than the searched span by at most this. */
const aheadMs = minuteMs;
/** Tokens remembered; evicts the oldest search first. */
const tokensLimit = 1_000;

/** Span of fill times for which the store has no price of a token. */
interface Searched extends Span {
  /** By the monotonic clock. */
  atMs: number;
}

/**
 * Prices of fee tokens from the store. Caches misses with the span searched, so a later fill queries only the newer part instead of
 * thirty days in every batch.
 */
export function createPriceSearch(store: Pick<BatchStore, 'tokenPrice'>, now: () => number = monotonicMs) {
  const missing = new BoundedMap<string, Searched>(tokensLimit);

  /** Newest price at or before a time, as decimal text; undefined if the store has none. */
  return async function priceAt(token: string, atMs: number): Promise<string | undefined> {
    const fromMs = atMs - reachMs;
    let known = missing.get(token);
    if (known !== undefined && now() - known.atMs >= forgetMs) {
      missing.delete(token);
      known = undefined;
    }
    // An older fill looks back beyond the searched span: rare, so it is searched in full.
    const isCovered = known !== undefined && known.fromMs <= fromMs && known.toMs + aheadMs >= fromMs;
    if (known !== undefined && isCovered && atMs <= known.toMs + aheadMs) return undefined;
    const afterMs = known !== undefined && isCovered ? Math.max(known.toMs, fromMs) : fromMs;
    const price = await store.tokenPrice(token, { afterMs, atMs });
    missing.delete(token);
    if (price !== undefined) return price;
    missing.set(
      token,
      known !== undefined && isCovered
        ? { ...known, toMs: Math.max(known.toMs, atMs) }
        : { fromMs, toMs: atMs, atMs: now() },
    );
    return undefined;
  };
}

export interface SinkCounts extends StoredCounts, ContextCounts, LedgerCounts {
  blocks: number;
  /** New fills. */
  fills: number;
  /** Rows of builders' files that match no stored fill, or too many. */
  unattributed: number;
  quarantined: number;
  /** Records used without an optional part; the unusable part is in quarantine. */
  partial: number;
  /** New fills whose fee could not be valued in USD. */
  unknownFees: number;
}

export interface Sink {
  readonly counts: SinkCounts;
  /** Adds a chunk; waits while the store is more than one batch behind. */
  add(chunk: SourceChunk): Promise<void>;
  /**
   * Writes the remaining fills and waits for their commit.
   * @param isOngoing stored fills to complete may wait for others of their month; the source's position waits with them
   */
  flush(isOngoing?: boolean): Promise<void>;
}

export interface SinkOptions {
  store: BatchStore;
  journal: Journal;
  /** Fills per batch; 20,000 to 200,000 are efficient. */
  batchFills?: number;
  rng?: Rng;
  /** How to treat records that are already stored; default: the stored fill wins. */
  stored?: StoredRecords;
  coverage?: RejectedCoverage | undefined;
}

const noBuilder = { completed: 0, known: 0, unattributed: 0 };

/**
 * Gathers fills into batches and commits each exactly once. Two batches alternate: one fills while the other is checked against the store
 * and inserted.
 */
export function openSink(options: SinkOptions): Sink {
  const { store, journal, batchFills = 200_000, rng = secureRng, stored = {}, coverage } = options;
  const prices = createFeePrices();
  const priceAt = createPriceSearch(store);
  const counts = { blocks: 0, fills: 0, quarantined: 0, partial: 0, unknownFees: 0 };
  const names = createSourceNames(store, journal);
  const known = createStoredFills({ store, journal, names, stored });
  let [filling, spare] = [openFillBatch(batchFills), openFillBatch(batchFills)];
  let committing: Promise<void> = Promise.resolve();
  /** Position after the newest batch. Not stored while completions are gathered: after a kill their records are read again. */
  let reached: string | undefined;

  const inTurn = (work: (state: StoreState) => Promise<void>) =>
    writersTurn(store, journal, async () => work(await store.state()));
  const contexts = createContextIntake({ store, journal, names, inTurn });
  const ledger = createLedgerIntake({ store, journal, inTurn });
  const builder = stored.builder
    ? createBuilderIntake({ store, journal, builder: stored.builder, inTurn })
    : undefined;

  async function commit(batch: FillBatch, state: StoreState): Promise<void> {
    await names.flush();
    if (stored.replace) await valueFees(batch.columns);
    await known.settle(batch, state);
    if (batch.columns.count > 0) {
      counts.unknownFees += await valueFees(batch.columns);
      const prepared = await prepare(batch, state.lastSeq + 1);
      await store.insert(prepared);
      await store.record(prepared);
      journal.done(prepared);
      counts.fills += prepared.fills;
    } else if (!known.isGathering) {
      journal.stand({ seq: state.lastSeq, position: batch.position });
    }
    if (batch.position !== undefined) reached = batch.position;
    batch.reset();
  }

  async function prepare({ columns, maxBlock, position }: FillBatch, seq: number): Promise<PreparedBatch> {
    const file = journal.rowsPath(seq);
    const shape = await writeFillFile(file, columns, { batch: seq });
    // The journal keeps the token, so a retry sends the same one; another batch with this number gets another.
    const token = `${seq}-${Buffer.from(rng.bytes(16)).toString('hex')}`;
    const prepared: PreparedBatch = {
      seq,
      insert: { file, token, ...shape },
      fills: columns.count,
      ...timesOf(columns),
      maxBlock,
      position: known.isGathering ? undefined : position,
    };
    journal.promise(prepared);
    return prepared;
  }

  /** Queries the store for prices this run has not seen; fees without a price count as 0 USD and are reported. */
  async function valueFees(columns: FillColumns): Promise<number> {
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

  /** Commits the full batch once the previous commit ends. */
  async function rotate(): Promise<void> {
    await committing;
    const full = filling;
    filling = spare;
    spare = full;
    if (full.apart.count > 0) {
      // Their keys are stored by then. The position waits with them.
      filling.add(full.apart, 0);
      [filling.position, full.position] = [full.position, undefined];
    }
    if (full.columns.count + full.duplicates > 0 || full.position !== undefined)
      committing = inTurn((state) => commit(full, state));
    // Awaited at the next rotation; until then a failure must not count as an unhandled rejection.
    committing.catch(() => undefined);
  }

  async function quarantine(rejected: readonly RejectedRecord[]): Promise<void> {
    for (const { isPart } of rejected) counts[isPart ? 'partial' : 'quarantined'] += 1;
    await writeQuarantine(store, journal, rejected);
  }

  return {
    get counts() {
      const matched = builder?.counts ?? noBuilder;
      return {
        ...counts,
        ...known.counts,
        ...contexts.counts,
        ...ledger.counts,
        unattributed: matched.unattributed,
        completed: known.counts.completed + matched.completed,
        duplicates: known.counts.duplicates + matched.known,
      };
    },
    async add(chunk) {
      counts.blocks += chunk.blocks;
      await contexts.add(chunk);
      await ledger.add(chunk);
      await builder?.add(chunk);
      if (chunk.rejected.length > 0) await inTurn(() => quarantine(chunk.rejected));
      await coverage?.lose(chunk.rejected, chunk.feed);
      prices.price(chunk.fills);
      names.mark(chunk.fills, chunk.file);
      for (let from = 0; from < chunk.fills.count; ) {
        from += filling.add(chunk.fills, from);
        if (filling.full) await rotate();
      }
      if (chunk.position !== undefined) filling.position = chunk.position;
    },
    async flush(isOngoing = false) {
      await ledger.flush();
      do await rotate();
      while (filling.columns.count > 0);
      await committing;
      await contexts.flush();
      await builder?.flush();
      if (isOngoing || !known.isGathering) return;
      await inTurn(async ({ lastSeq }) => {
        await known.apply();
        journal.stand({ seq: lastSeq, position: reached });
      });
    },
  };
}
