import { rmSync } from 'node:fs';
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
import type { FillColumns } from './fill-columns.ts';
import type { Journal } from './journal.ts';
import { createLedgerIntake, type LedgerCounts } from './ledger-intake.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { writeQuarantine } from './quarantine-rows.ts';
import type { RejectedCoverage } from './quarantined-records.ts';
import { writersTurn } from './recover.ts';
import type { RejectedRecord, SourceChunk } from './source.ts';
import { createSourceNames } from './source-names.ts';
import { createDifferences, writeCandidates } from './stored-differences.ts';
import { storedRows } from './stored-fills.ts';

/** A price says little when it is older than this. */
const reachMs = 30 * dayMs;
/**
 * A search that found nothing is repeated in full after this long: others may have stored older fills meanwhile.
 */
const forgetMs = 10 * minuteMs;
/** Fills that are newer by this much or less than what was searched are taken as searched, too. */
const aheadMs = minuteMs;
/** Tokens remembered; the one searched for first goes first. */
const tokensLimit = 1_000;

/** Fills' times among which the store has no price of a token. */
interface Searched extends Span {
  /** By the monotonic clock. */
  atMs: number;
}

/**
 * Prices of fee tokens from the store. A token without one is remembered with the times that were searched: a later
 * fill asks for what came since, instead of for thirty days again in every batch.
 */
export function createPriceSearch(store: Pick<BatchStore, 'tokenPrice'>, now: () => number = monotonicMs) {
  const missing = new BoundedMap<string, Searched>(tokensLimit);

  /** The newest price at or before a time, as decimal text; undefined where the store has none. */
  return async function priceAt(token: string, atMs: number): Promise<string | undefined> {
    const fromMs = atMs - reachMs;
    let known = missing.get(token);
    if (known !== undefined && now() - known.atMs >= forgetMs) {
      missing.delete(token);
      known = undefined;
    }
    // Older fills look back further than was searched: rare, and searched in full.
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

/** What an import has done so far. */
export interface SinkCounts extends ContextCounts, LedgerCounts {
  blocks: number;
  /** Fills that were new. */
  fills: number;
  /** Fills that were stored already, or stood twice in the source. */
  duplicates: number;
  /** Stored fills of which a record had more than they. */
  completed: number;
  /** Records whose key is stored with other content; both texts are in quarantine. */
  conflicts: number;
  /** Stored fills that records took the place of. */
  replaced: number;
  /** Rows of builders' files that no stored fill could be, or too many could. */
  unattributed: number;
  quarantined: number;
  /** Records that are used without an optional part; what could not be used of them is in quarantine. */
  partial: number;
  /** New fills whose fee could not be valued in USD. */
  unknownFees: number;
}

export interface Sink {
  readonly counts: SinkCounts;
  /** Takes a chunk; waits while the store is behind by more than one batch. */
  add(chunk: SourceChunk): Promise<void>;
  /**
   * Writes what is left and waits until all of it is committed.
   * @param isOngoing stored fills that records complete may wait for others of their month: the source's position waits with them
   */
  flush(isOngoing?: boolean): Promise<void>;
}

export interface SinkOptions {
  store: BatchStore;
  journal: Journal;
  /** Fills per batch; 20,000 to 200,000 are efficient. */
  batchFills?: number;
  rng?: Rng;
  /** What to do about records that are stored already; they are duplicates, unread, where absent. */
  stored?: StoredRecords;
  /** Notes hours of records that go to quarantine as lost. */
  coverage?: RejectedCoverage | undefined;
}

/** What to do about records that are stored already. */
export interface StoredRecords {
  /** Whether the record is right where it differs from what is stored. */
  replace?: boolean;
  /**
   * Name of the feed of the records, where they are read live: what it brought before is the same, and what came from a
   * file is compared, but not changed.
   */
  feed?: string;
  /** Whose daily files are read, lower case. */
  builder?: string;
  /** The wallet that all records are said to be of: refused where they are stored of another one. */
  soleOwner?: string;
}

/** Fills to be completed wait for each other: to change stored ones costs by the month, not by the fill. */
const gatheredLimit = 2_000_000;
const noBuilder = { completed: 0, known: 0, unattributed: 0 };

const noCounts: Omit<SinkCounts, keyof ContextCounts | keyof LedgerCounts | 'unattributed'> = {
  blocks: 0,
  fills: 0,
  duplicates: 0,
  completed: 0,
  conflicts: 0,
  replaced: 0,
  quarantined: 0,
  partial: 0,
  unknownFees: 0,
};

/**
 * Gathers fills into batches and commits them exactly once. Two batches take turns: one fills up while
 * the other is checked against the store and inserted.
 */
export function openSink(options: SinkOptions): Sink {
  const { store, journal, batchFills = 200_000, rng = secureRng, stored, coverage } = options;
  const prices = createFeePrices();
  const priceAt = createPriceSearch(store);
  const counts = { ...noCounts };
  const names = createSourceNames(store, journal);
  const differences =
    stored &&
    createDifferences({ store, journal, replace: stored.replace ?? false, feed: stored.feed, names });
  let [filling, spare] = [openFillBatch(batchFills), openFillBatch(batchFills)];
  let committing: Promise<void> = Promise.resolve();
  /** Behind the newest batch. A kill forgets what is gathered: until it is applied, its records are to be read again. */
  let reached: string | undefined;
  const isGathering = () => differences !== undefined && differences.gathered > 0;

  const inTurn = (work: (state: StoreState) => Promise<void>) =>
    writersTurn(store, journal, async () => work(await store.state()));
  const contexts = createContextIntake({ store, journal, names, inTurn });
  const ledger = createLedgerIntake({ store, journal, inTurn });
  const builder = stored?.builder
    ? createBuilderIntake({ store, journal, builder: stored.builder, inTurn })
    : undefined;

  async function commit(batch: FillBatch, state: StoreState): Promise<void> {
    await names.flush();
    if (stored?.soleOwner !== undefined) await refuseOtherOwner(options, batch.columns, stored.soleOwner);
    if (stored?.replace) {
      await valueFees(batch.columns);
      await valueFees(batch.apart);
    }
    const known = await storedRows(batch, store, state.maxTimeMs);
    counts.duplicates += batch.duplicates + known.length + batch.apart.count;
    if (known.length > 0) {
      await compare(batch.columns);
      batch.remove(known);
    }
    if (batch.columns.count > 0) {
      counts.unknownFees += await valueFees(batch.columns);
      const prepared = await prepare(batch, state.lastSeq + 1);
      await store.insert(prepared);
      await store.record(prepared);
      journal.done(prepared);
      counts.fills += prepared.fills;
    } else if (!isGathering()) {
      journal.stand({ seq: state.lastSeq, position: batch.position });
    }
    if (batch.position !== undefined) reached = batch.position;
    // Their keys are stored by now.
    if (batch.apart.count > 0) await compare(batch.apart);
    batch.reset();
  }

  async function compare(records: FillColumns): Promise<void> {
    if (differences === undefined) return;
    const { completed, conflicts, replaced } = await differences.take(records);
    counts.completed += completed;
    counts.conflicts += conflicts;
    counts.replaced += replaced;
    counts.duplicates -= completed + conflicts + replaced;
    // What a record is to take the place of stands still, and the next batch would compare with it.
    if (replaced > 0 || differences.gathered > gatheredLimit) await differences.apply();
  }

  async function prepare({ columns, maxBlock, position }: FillBatch, seq: number): Promise<PreparedBatch> {
    const file = journal.rowsPath(seq);
    const shape = await writeFillFile(file, columns, { batch: seq });
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
      position: isGathering() ? undefined : position,
    };
    journal.promise(prepared);
    return prepared;
  }

  /** Asks the store for prices this run has not seen; what stays unknown counts as 0 and is reported. */
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

  /** Hands the full batch over as soon as the one before is committed. */
  async function rotate(): Promise<void> {
    await committing;
    const full = filling;
    filling = spare;
    spare = full;
    if (full.columns.count + full.duplicates > 0 || full.position !== undefined)
      committing = inTurn((state) => commit(full, state));
    // Awaited at the next rotation; until then a failure must not count as unhandled.
    committing.catch(() => undefined);
  }

  async function quarantine(rejected: readonly RejectedRecord[]): Promise<void> {
    for (const { isPart } of rejected) counts[isPart ? 'partial' : 'quarantined'] += 1;
    await writeQuarantine(store, journal, rejected);
  }

  return {
    get counts() {
      const { completed, known, unattributed } = builder?.counts ?? noBuilder;
      return {
        ...counts,
        ...contexts.counts,
        ...ledger.counts,
        unattributed,
        completed: counts.completed + completed,
        duplicates: counts.duplicates + known,
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
      await rotate();
      await committing;
      await contexts.flush();
      await builder?.flush();
      if (differences === undefined || isOngoing || !isGathering()) return;
      await inTurn(async ({ lastSeq }) => {
        await differences.apply();
        journal.stand({ seq: lastSeq, position: reached });
      });
    },
  };
}

async function refuseOtherOwner(
  { store, journal }: SinkOptions,
  records: FillColumns,
  wallet: string,
): Promise<void> {
  const file = journal.rowsPath(-2);
  const owner = await store.otherOwner({ file, ...(await writeCandidates(file, records)) });
  rmSync(file, { force: true });
  if (owner === undefined) return;
  throw new Error(
    `these fills are stored already as those of ${owner}: --wallet ${wallet} seems to be the wrong one; --force stores them all the same`,
  );
}
