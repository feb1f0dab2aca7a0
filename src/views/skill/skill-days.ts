import type { AnyQuery } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { walletRanges } from '../../analytics/wallet-ranges.ts';
import type { ChangeFeed, Look } from '../../changes/change-feed.ts';
import { type RunningView, runView } from '../../changes/view.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { type Clock, dayMs, minuteMs, monotonicMs, utcDate } from '../../kernel/clock.ts';
import { createDayTable, type DayTable } from './day-blocks.ts';
import { isReadIn, nothingRead, type ReadKind, readReadTo, recordOf } from './read-to.ts';
import * as queries from './skill-queries.ts';

/** How far back boards reach, in whole finished UTC days. */
export const boardDays = 90;
/** Days before a span that show which wallets were active when it began. */
export const lookBackDays = 7;

/** Finished days of all wallets, as boards sum them. Days are numbered since 1970. */
export interface SkillTables {
  made: DayTable<'net' | 'unpriced' | 'volume' | 'makerBought' | 'makerSold'>;
  paid: DayTable<'usd'>;
  closed: DayTable<'positions' | 'pnl'>;
  worth: DayTable<'value'>;
  moved: DayTable<'flow' | 'fees' | 'isUnvalued' | 'isVault'>;
  /** The first kept day, and today, which is not finished. */
  readonly firstDay: number;
  readonly today: number;
  /**
   * Whether fills, funding or ledger of a wallet are known over a span of days, of which those before the record are left out.
   * @param since day of the wallet's first record
   */
  isRead(kind: ReadKind, wallet: number, days: { first: number; until: number }, since?: number): boolean;
  /** The days of the record of a wallet's fills. */
  recordDays(wallet: number): { first: number; until: number };
  /** Whether a wallet has a fill before the kept days. */
  isOlder(wallet: number): boolean;
  /** Changes with every change of the data. */
  readonly version: number;
}

/** Approximate wallets per statement. */
const walletsPerRange = 131_072;
/** Share of the time for following changes: finished days change seldom. */
const share = 0.1;
/** Interval of full re-reads: payments and transfers of older days arrive late after a first read of a wallet or a filled gap. */
const wholeEveryMs = 60 * minuteMs;
export const skillMaxAgeMs = 10 * minuteMs;
const onLane = { lane: 'job' } as const;

const parts = ['made', 'paid', 'closed', 'worth', 'moved'] as const;
type Part = (typeof parts)[number];
const queryOf: Readonly<Record<Part, AnyQuery>> = {
  made: queries.madeDays,
  paid: queries.paidDays,
  closed: queries.closedDays,
  worth: queries.worthDays,
  moved: queries.movedDays,
};

const dayOf = (timeMs: number) => Math.floor(timeMs / dayMs);
const date = (day: number) => utcDate(day * dayMs);

export interface SkillDaysParts {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  feed: ChangeFeed;
  wallets: WalletIndex;
  clock: Clock;
  /** Called when a day has ended and been read. */
  onTurned(): void;
  onError(error: unknown): void;
}

export interface RunningSkillDays {
  /** Starts following the store; resolves once all days have been read. */
  read(): Promise<SkillTables>;
  version(): number;
  close(): Promise<void>;
}

function createDayTables(wallets: WalletIndex) {
  return {
    made: createDayTable(['net', 'unpriced', 'volume', 'makerBought', 'makerSold'], {
      hasKinds: true,
      wallets,
    }),
    paid: createDayTable(['usd'], { hasKinds: true, wallets }),
    closed: createDayTable(['positions', 'pnl'], { wallets }),
    worth: createDayTable(['value'], { wallets }),
    moved: createDayTable(['flow', 'fees', 'isUnvalued', 'isVault'], { wallets }),
  };
}

export function createSkillDays({
  store,
  feed,
  wallets,
  clock,
  onTurned,
  onError,
}: SkillDaysParts): RunningSkillDays {
  const tables = createDayTables(wallets);
  let [firstDay, today] = [0, 0];
  let readTo = nothingRead;
  let older = new Set<number>();
  let version = 0;
  /** Versions that payments, values and closes were last read at. */
  let seen = { ledger: '', jobs: '', fold: Number.NaN, wholeMs: Number.NEGATIVE_INFINITY };
  /** Days whose closes are read once their fills are folded. */
  let folding: { first: number; last: number; seq: number }[] = [];
  let restedMs = 0;

  async function readDays(part: Part, first: number, last: number, step?: () => Promise<void>) {
    const from = Math.max(first, firstDay);
    // Accounts are valued at the start of a day.
    const until = Math.min(last, part === 'worth' ? today : today - 1);
    if (from > until) return;
    const reading = tables[part].begin(from, until);
    for (const range of walletRanges(Math.ceil(wallets.count / walletsPerRange))) {
      reading.add(
        await store.bytes(queryOf[part], { first: date(from), last: date(until), ...range }, onLane),
      );
      await step?.();
    }
    reading.end();
  }

  async function readOlder(): Promise<void> {
    const found = new Set<number>();
    const rows = readRowBinary(await store.bytes(queries.olderWallets, { first: date(firstDay) }, onLane));
    while (!rows.done) found.add(wallets.rowOf(rows.bytes, rows.wallet()));
    older = found;
  }

  async function load(look: Look, step: () => Promise<void>): Promise<number> {
    today = dayOf(clock.nowMs());
    firstDay = today - boardDays - lookBackDays;
    readTo = await readReadTo(store, wallets);
    await readOlder();
    for (const part of parts) await readDays(part, firstDay, today, step);
    folding = [];
    saw(look, true);
    return look.seq;
  }

  function saw({ facts, foldVersion = Number.NaN }: Look, isWhole: boolean): void {
    seen = { ...facts, fold: foldVersion, wholeMs: isWhole ? monotonicMs() : seen.wholeMs };
    version += 1;
  }

  /** Adds a finished day, and applies changes other than fills. */
  async function tend(look: Look): Promise<boolean> {
    if (monotonicMs() < restedMs) return false;
    const startMs = monotonicMs();
    const isTurned = await turn();
    const { facts, foldVersion, foldSeq } = look;
    const isWholeDue = startMs - seen.wholeMs >= wholeEveryMs && facts.ledger !== seen.ledger;
    const isPaid = facts.ledger !== seen.ledger;
    const isWorth = facts.jobs !== seen.jobs;
    const isFolded = foldVersion !== undefined && !Object.is(foldVersion, seen.fold);
    if (!isTurned && !isPaid && !isWorth && !isFolded) return false;
    const newest = isWholeDue ? firstDay : today - 2;
    if (isPaid || isTurned) {
      readTo = await readReadTo(store, wallets);
      for (const part of ['paid', 'moved'] as const) await readDays(part, newest, today);
    }
    if (isWorth || isTurned || isWholeDue) await readDays('worth', newest, today);
    if (isFolded) {
      for (const { first, last } of folding) await readDays('closed', first, last);
      await readDays('closed', today - 2, today);
      folding = folding.filter(({ seq }) => seq > foldSeq);
    }
    saw(look, isWholeDue);
    if (isTurned) onTurned();
    restedMs = monotonicMs() + ((monotonicMs() - startMs) * (1 - share)) / share;
    return true;
  }

  /** Adds the day that ended, and drops the oldest. */
  async function turn(): Promise<boolean> {
    const day = dayOf(clock.nowMs());
    if (day === today) return false;
    const ended = today;
    [today, firstDay] = [day, day - boardDays - lookBackDays];
    for (const part of parts) {
      tables[part].keepFrom(firstDay);
      await readDays(part, ended, day);
    }
    await readOlder();
    return true;
  }

  const view = {
    name: 'days of skill',
    maxAgeMs: skillMaxAgeMs,
    load,
    async apply({ batches }: Parameters<Parameters<typeof runView>[0]['view']['apply']>[0]) {
      const named = batches.filter(({ isMarks }) => !isMarks);
      if (named.some(({ firstDay: day }) => day === '')) return false;
      for (const { firstDay: from, lastDay: to, seq } of named) {
        const [first, last] = [from, to].map((text) => dayOf(Date.parse(text))) as [number, number];
        if (first < firstDay) await readOlder();
        if (first >= today || last < firstDay) continue;
        await readDays('made', first, last);
        folding.push({ first, last, seq });
        version += 1;
      }
      return true;
    },
    tend,
    isOutdated: () => dayOf(clock.nowMs()) < today,
    loadShare: share,
    applyRestMs: (tookMs: number) => (tookMs * (1 - share)) / share,
  };
  let running: RunningView | undefined;
  const handle: SkillTables = {
    ...tables,
    get firstDay() {
      return firstDay;
    },
    get today() {
      return today;
    },
    isRead(kind, wallet, { first, until }, since = 0) {
      const span = { fromMs: first * dayMs, untilMs: until * dayMs };
      return isReadIn(readTo, kind, wallet, span, since * dayMs);
    },
    recordDays(wallet) {
      const { fromMs, untilMs } = recordOf(readTo, wallet);
      return { first: Math.floor(fromMs / dayMs), until: Math.ceil(untilMs / dayMs) };
    },
    isOlder: (wallet) => older.has(wallet),
    get version() {
      return version;
    },
  };
  return {
    async read() {
      running ??= runView({ feed, view, onError });
      await running.ready;
      return handle;
    },
    version: () => version,
    close: async () => running?.close(),
  };
}
