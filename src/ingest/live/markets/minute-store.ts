import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { minuteMs, rfc3339 } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';

import type { MinuteFeed } from './last-minutes.ts';

/** Minutes are counted from the epoch. */
export interface SeenMinutes<R> {
  /** Those in which the feed carried something, in their order. */
  seen: readonly number[];
  rows: readonly R[];
}

/** Stores states that are published at their moment only, minute by minute. */
export interface MinuteStore<R> {
  put(minutes: SeenMinutes<R>): void;
  /** The newest minute that was handed over. */
  readonly seenTo: number | undefined;
  /** Resolves once nothing is on its way to the store. */
  settled(): Promise<void>;
}

export interface MinuteStoreOptions<R> {
  feed: MinuteFeed;
  table: FactTable<R>;
  facts: Pick<FactWriter, 'write'>;
  ledger: Pick<CoverageLedger, 'lose' | 'cover'>;
  log: Log;
  /** The last minute that an earlier run stored, or recorded to be missing; undefined where there is none. */
  storedTo: number | undefined;
}

/** A store that is away for longer loses minutes of states, not this process its memory. */
const waitingLimit = 10;

const laterOf = (known: number | undefined, minute: number): number | undefined =>
  Math.max(known ?? minute, minute);

/**
 * One rule for whatever is missing, be it that no process ran, that nothing was seen, or that the store did not take it:
 * before a minute is stored, all between it and the last that was are recorded as a gap. So a kill at any moment loses none
 * of them: the next start goes on from what is stored and recorded.
 */
export function createMinuteStore<R>(options: MinuteStoreOptions<R>): MinuteStore<R> {
  const { feed, table, facts, ledger, log } = options;
  let storedTo = options.storedTo;
  let seenTo = storedTo;
  /** The first minute behind what an earlier run stored: all from there on is covered, but for the gaps. */
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
        // Once, also where the rows behind it are not stored.
        if (before === storedTo) storedTo = minute - 1;
      }
      before = laterOf(before, minute);
    }
    await facts.write(table, rows);
    storedTo = before;
    await cover(seen[0]);
  }

  /** What could not be noted is noted with the next minute. */
  async function cover(firstSeen: number | undefined): Promise<void> {
    coveredFrom ??= firstSeen;
    if (coveredFrom === undefined || storedTo === undefined || storedTo < coveredFrom) return;
    const span = { fromMs: coveredFrom * minuteMs, toMs: (storedTo + 1) * minuteMs - 1 };
    await ledger
      .cover({ feed, ...span })
      .catch((err: unknown) => log.warn({ feed, err }, 'coverage could not be noted'));
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
