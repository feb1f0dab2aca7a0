import { hash } from 'node:crypto';
import { isAddress } from '../../../domain/address.ts';
import { BoundedMap } from '../../../kernel/bounded-map.ts';
import { type Clock, minuteMs } from '../../../kernel/clock.ts';
import { createFaultLog } from '../../../kernel/fault-log.ts';
import type { Log } from '../../../kernel/log.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import { type QuarantineRow, quarantine as quarantineTable } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { type QuarantinedRecord, quarantinedIn } from '../../quarantined-records.ts';
import type { RejectedRecord } from '../../source.ts';
import type { Unusable } from '../../sources/hyperliquid/unusable.ts';
import { rawCharactersLimit } from '../../sources/line-batch.ts';

/** Stores unusable messages of the exchange, each text once, within a bound per feed. */
export interface Quarantine {
  /**
   * Readers with a cursor move the cursor only after this resolves.
   *
   * @returns resolves once all messages are stored, or counted as dropped.
   * @throws Error if they could not be stored
   */
  keep(found: readonly Unusable[]): Promise<void>;
  state(): UnusableCounts[];
  /** Stores pending rows and the counts of dropped messages. */
  close(): Promise<void>;
}

export interface UnusableCounts {
  feed: string;
  /** Frames, answers and elements that could not be used, repeats included. */
  unusable: number;
  /** Not stored, because their feed exceeded its bound. */
  dropped: number;
}

export interface QuarantineOptions {
  /** Separate writer, so that rows refused by the engine do not affect other tables. */
  writer: Pick<FactWriter, 'write' | 'close'>;
  clock: Clock;
  log: Log;
  /** Records as lost the hours of a wallet's quarantined records. */
  lose?(found: readonly QuarantinedRecord[]): Promise<void>;
  /** Characters that a feed may store at once, and then per minute: 23 MB a day before compression. */
  burstCharacters?: number;
  charactersPerMinute?: number;
  timers?: Timers;
}

/** Characters added to each text's length for the other columns of its row. */
const rowCharacters = 256;
/** Maximum characters waiting for the store, over all feeds. */
const waitingCharactersLimit = 16 << 20;
/** Stored texts to remember, so that a text repeated every minute is stored once. */
const rememberedTexts = 10_000;
const logEveryMs = minuteMs;
/** Requests whose answers are records of one wallet. */
const walletAnswers = new Set(['userFillsByTime', 'userFunding', 'userNonFundingLedgerUpdates']);
const events = { whole: -1, element: 0, part: -4, dropped: -2 };

interface FeedState extends UnusableCounts {
  allowance: number;
  atMs: number;
  /** Dropped since the last stored count. */
  uncounted: number;
}

export function createQuarantine(options: QuarantineOptions): Quarantine {
  const { writer, clock, log, burstCharacters = 4 << 20, charactersPerMinute = 16 << 10 } = options;
  const { timers = systemTimers } = options;
  const faults = createFaultLog({ log, intervalMs: logEveryMs });
  const feeds = new Map<string, FeedState>();
  const known = new BoundedMap<string, Promise<void>>(rememberedTexts);
  let waiting = 0;
  const stopCounting = timers.every(minuteMs, countDropped);

  function stateOf(feed: string): FeedState {
    const state = feeds.get(feed) ?? {
      feed,
      unusable: 0,
      dropped: 0,
      allowance: burstCharacters,
      atMs: timers.monotonicMs(),
      uncounted: 0,
    };
    feeds.set(feed, state);
    return state;
  }

  function isAllowed(state: FeedState, characters: number): boolean {
    const nowMs = timers.monotonicMs();
    const gained = ((nowMs - state.atMs) / minuteMs) * charactersPerMinute;
    state.allowance = Math.min(burstCharacters, state.allowance + gained);
    state.atMs = nowMs;
    if (characters > state.allowance || waiting + characters > waitingCharactersLimit) return false;
    state.allowance -= characters;
    return true;
  }

  async function store(row: QuarantineRow, characters: number): Promise<void> {
    waiting += characters;
    try {
      await writer.write(quarantineTable, [row]);
    } finally {
      waiting -= characters;
    }
  }

  async function loseRecord(record: RejectedRecord & { wallet: string }, feed: string): Promise<void> {
    if (record.event !== events.element || !walletAnswers.has(feed) || !isAddress(record.wallet)) return;
    await options.lose?.(quarantinedIn(record, undefined));
  }

  function remember(key: string, stored: Promise<void>): void {
    known.set(key, stored);
    stored.catch(() => known.delete(key));
  }

  function keepOne({ feed, subject, part, reason, text }: Unusable): Promise<void> {
    const state = stateOf(feed);
    const source = sourceOf(feed, subject);
    state.unusable += 1;
    faults.report(feed, { source, reason }, 'the exchange sent an unusable record; it goes to quarantine');
    // A copy: a slice would keep the whole message in memory.
    const raw = Buffer.from(text.slice(0, rawCharactersLimit)).toString();
    const line = textHash(`${text.length} ${raw}`);
    const event = events[part];
    const key = `${source} ${event} ${line}`;
    const repeated = known.get(key);
    if (repeated !== undefined) return repeated;
    const characters = rowCharacters + raw.length;
    const row = { source, line, event, reason, raw, time: clock.nowMs() };
    const lost = loseRecord({ ...row, wallet: subject }, feed);
    if (!isAllowed(state, characters)) {
      state.dropped += 1;
      state.uncounted += 1;
      return lost;
    }
    const stored = Promise.all([store(row, characters), lost]).then(() => undefined);
    remember(key, stored);
    return stored;
  }

  /** Stores one row per feed for the messages dropped since its last row. */
  function countDropped(): void {
    for (const state of feeds.values()) {
      const { feed, uncounted } = state;
      if (uncounted === 0) continue;
      state.uncounted = 0;
      const timeMs = clock.nowMs();
      const reason = `${uncounted} more could not be used and were dropped: a feed may store ${charactersPerMinute} characters a minute`;
      const row = { source: sourceOf(feed, ''), line: timeMs, event: events.dropped, reason, raw: '' };
      store({ ...row, time: timeMs }, rowCharacters).catch(() => {
        state.uncounted += uncounted;
      });
    }
  }

  return {
    keep(found) {
      const stored = Promise.all(found.map(keepOne)).then(() => undefined);
      stored.catch((err: unknown) =>
        faults.report('not stored', { err }, 'an unusable record could not be stored in quarantine'),
      );
      return stored;
    },
    state: () => [...feeds.values()].map(({ feed, unusable, dropped }) => ({ feed, unusable, dropped })),
    async close() {
      stopCounting();
      countDropped();
      await writer.close();
      faults.close();
    },
  };
}

function sourceOf(feed: string, subject: string): string {
  return subject === '' ? `hyperliquid ${feed}` : `hyperliquid ${feed} ${subject}`;
}

/** First 53 bits of the SHA-256, which a double holds exactly. */
function textHash(text: string): number {
  return Number(hash('sha256', text, 'buffer').readBigUInt64BE() >> 11n);
}
