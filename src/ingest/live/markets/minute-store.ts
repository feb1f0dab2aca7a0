import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { minuteMs, rfc3339 } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';

import type { MinuteFeed } from './last-minutes.ts';

/** Minutes are counted from the epoch. */
export interface SeenMinutes<R> {
  /** Minutes with data from the feed, in order. */
  seen: readonly number[];
  rows: readonly R[];
}

/** Stores states minute by minute; the exchange publishes each state only once. */
export interface MinuteStore<R> {
  put(minutes: SeenMinutes<R>): void;
  /** Newest minute passed to `put` or stored by an earlier run. */
  readonly seenTo: number | undefined;
  /** Resolves once no write is pending. */
  settled(): Promise<void>;
}

export interface MinuteStoreOptions<R> {
  feed: MinuteFeed;
  table: FactTable<R>;
  facts: Pick<FactWriter, 'write'>;
  ledger: Pick<CoverageLedger, 'lose' | 'cover'>;
  log: Log;
  /** Last minute that an earlier run stored or recorded as missing; undefined if there is none. */
  storedTo: number | undefined;
}

/** Maximum pending batches; beyond, minutes are dropped rather than filling the memory. */
const waitingLimit = 10;

const laterOf = (known: number | undefined, minute: number): number | undefined =>
  Math.max(known ?? minute, minute);

/**
 * Before a minute is stored, all minutes since the last stored one are recorded as a gap, whether no process ran, nothing was
 * seen or the store refused them. So a kill at any moment loses no gap: the next start resumes from the stored minutes and gaps.
 */
export function createMinuteStore<R>(options: MinuteStoreOptions<R>): MinuteStore<R> {
  const { feed, table, facts, ledger, log } = options;
  let storedTo = options.storedTo;
  let seenTo = storedTo;
  /** First minute after those of an earlier run; everything from there on is covered except for the gaps. */
  let coveredFrom = storedTo === undefined ? undefined : storedTo + 1;
  const waiting: (SeenMinutes<R> & { reason: string })[] = [];
  /** Why minutes before the next one are missing. */
  let reason = 'disconnect';
  let storing: Promise<void> | undefined;

  async function store({ seen, rows, ...next }: (typeof waiting)[0]): Promise<void> {
    let before = storedTo;
    for (const minute of seen) {
      if (before !== undefined && minute > before + 1) {
        const range = { fromMs: (before + 1) * minuteMs, toMs: minute * minuteMs - 1 };
        await ledger.lose({ feed, ...range }, next.reason);
        // Recorded once, even if the rows after the gap are not stored.
        if (before === storedTo) storedTo = minute - 1;
      }
      before = laterOf(before, minute);
    }
    await facts.write(table, rows);
    storedTo = before;
    await cover(seen[0]);
  }

  /** A failed record is repeated with the next minute. */
  async function cover(firstSeen: number | undefined): Promise<void> {
    coveredFrom ??= firstSeen;
    if (coveredFrom === undefined || storedTo === undefined || storedTo < coveredFrom) return;
    const span = { fromMs: coveredFrom * minuteMs, toMs: (storedTo + 1) * minuteMs - 1 };
    await ledger
      .cover({ feed, ...span })
      .catch((err: unknown) => log.warn({ feed, err }, 'coverage could not be recorded'));
  }

  function leaveOut({ seen, rows }: SeenMinutes<R>, err?: unknown): void {
    const minutes = seen.map((minute) => rfc3339(minute * minuteMs));
    log.error(
      { feed, minutes, rows: rows.length, err },
      "the markets' states of a minute could not be stored",
    );
  }

  async function storeWaiting(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await store(next);
      } catch (err) {
        leaveOut(next, err);
        const after = waiting[0];
        if (after === undefined) reason = 'not-stored';
        else after.reason = 'not-stored';
      }
    }
    storing = undefined;
  }

  return {
    put(minutes) {
      if (minutes.seen.length + minutes.rows.length === 0) return;
      seenTo = minutes.seen.reduce(laterOf, seenTo);
      if (waiting.length >= waitingLimit) {
        leaveOut(minutes);
        reason = 'not-stored';
        return;
      }
      waiting.push({ ...minutes, reason });
      reason = 'disconnect';
      storing ??= storeWaiting();
    },
    get seenTo() {
      return seenTo;
    },
    async settled() {
      await storing;
    },
  };
}
