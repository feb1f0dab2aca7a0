import type { AnalyticsStore } from '../../analytics/store.ts';
import type { Look } from '../../changes/change-feed.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { StateReceiver, StateTexts } from '../state-message.ts';
import { type CandleGroup, type CandleMarket, createCandleGroup } from './candle-group.ts';
import { candleMessages, type FollowedCandles } from './candle-messages.ts';
import { minuteAt, storedCandles } from './candle-store.ts';
import { bucketAt, type CandleSource } from './candle-values.ts';

export interface CandleHub {
  /** @param fromNow Skips the currently open candle. @returns unsubscribe */
  follow(candles: FollowedCandles, receiver: StateReceiver, fromNow: boolean): () => void;
  close(): void;
}

export interface CandleHubOptions {
  market: CandleMarket;
  store: Pick<AnalyticsStore, 'rows'>;
  /** The last poll of stored fills, the source of candles without an exchange. */
  newest(): Pick<Look, 'seq' | 'newestMs'> | undefined;
  onError(error: unknown): void;
  /** Interval between polls of memory, milliseconds; default 250. No polls without subscribers. */
  everyMs?: number;
}

interface Member {
  of: FollowedCandles;
  receiver: StateReceiver;
  fromNow: boolean;
  /** Change counts up to which closed and open candles were sent; undefined before the start. */
  had: { closed: number; open: number } | undefined;
  skipped: number;
}

interface Followed {
  group: CandleGroup;
  interval: string;
  source: CandleSource;
  members: Set<Member>;
  /** Coins covered by the last read; undefined for all. */
  covered: ReadonlySet<string> | undefined;
  /** Batch number of the last read. */
  seq: number | undefined;
  isReading: boolean;
  /** Monotonic clock. Reads take at most a tenth of the time. */
  nextReadMs: number;
}

/** Maximum delay until a minute of the exchange is stored. */
const graceMs = 2_000;
const readShare = 10;
const leastPauseMs = 200;

export function createCandleHub(options: CandleHubOptions): CandleHub {
  const { market, store, newest, onError, everyMs = 250 } = options;
  const followed = new Map<string, Followed>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  /** Time of the source, unix milliseconds. While the source stalls, no candle closes. */
  function sourceMs(source: CandleSource): number | undefined {
    if (!market.hasSource) return newest()?.newestMs || undefined;
    const { candles, marks, spot } = market.observed();
    const atMs = source === 'trade' ? (candles ?? 0) : Math.max(marks ?? 0, spot ?? 0);
    return atMs > 0 ? atMs : newest()?.newestMs || undefined;
  }

  function coinsOf({ members }: Followed): ReadonlySet<string> | undefined {
    const coins = new Set([...members].map(({ of }) => of.coin));
    return coins.has('') ? undefined : coins;
  }

  function isDue(one: Followed, nowMs: number): boolean {
    if (one.isReading || monotonicMs() < one.nextReadMs) return false;
    const coins = coinsOf(one);
    if (one.group.bucket() === undefined || !covers(one.covered, coins)) return true;
    if (!market.hasSource) return newest()?.seq !== one.seq;
    const minute = minuteAt(nowMs);
    return minute > one.group.storedToMs() && nowMs >= minute + graceMs;
  }

  async function read(one: Followed, nowMs: number): Promise<void> {
    one.isReading = true;
    const beganMs = monotonicMs();
    const coins = coinsOf(one);
    const seq = newest()?.seq;
    const span = one.group.span(nowMs, market.hasSource ? graceMs : 0);
    const { fromMs, untilMs } = bucketAt(one.interval, span.splitMs);
    const requests = {
      ...span,
      source: one.source,
      coins: coins && [...coins],
      lengthMs: untilMs - fromMs,
      isArchive: !market.hasSource,
    };
    try {
      one.group.take(await storedCandles(store, requests, closing.signal), span);
      Object.assign(one, { covered: coins, seq });
    } catch (error) {
      if (closing.signal.aborted) return;
      onError(error);
      fail(one);
    } finally {
      one.isReading = false;
      const tookMs = monotonicMs() - beganMs;
      one.nextReadMs = monotonicMs() + Math.max(leastPauseMs, tookMs * (readShare - 1));
    }
    give(one);
  }

  /** Fails subscribers that have no candle yet, so that they can retry. */
  function fail({ members }: Followed): void {
    for (const { had, receiver } of members) if (had === undefined) receiver.failed?.();
  }

  function look(): void {
    for (const one of followed.values()) {
      const nowMs = sourceMs(one.source);
      if (nowMs === undefined) continue;
      const coins = coinsOf(one) ?? Array.from(market.listing.all(), ({ coin }) => coin);
      one.group.observe(coins);
      one.group.update();
      give(one);
      if (isDue(one, nowMs)) void read(one, nowMs);
    }
  }

  function give(one: Followed): void {
    const { group, covered } = one;
    group.update();
    const bucket = group.bucket();
    if (bucket === undefined) return;
    const nowMs = sourceMs(one.source) ?? bucket.fromMs;
    const openMs = Math.min(Math.max(nowMs, bucket.fromMs), bucket.untilMs - 1);
    const texts = candleMessages(group, bucket, openMs);
    for (const member of one.members) {
      if (member.had === undefined) {
        if (covered !== undefined && !covered.has(member.of.coin)) continue;
        member.had = { closed: group.count(), open: member.fromNow ? group.count() : 0 };
      }
      giveTo(member, texts, group);
    }
  }

  function giveTo(member: Member, texts: ReturnType<typeof candleMessages>, group: CandleGroup): void {
    const had = member.had!;
    if (group.isForgotten(had.closed)) {
      member.skipped += 1;
      had.closed = Math.max(had.closed, group.closedBehind(0)[0]!.at - 1);
    }
    for (const { at, of } of texts.closedBehind(had.closed)) {
      const message = of(member.of);
      if (message !== undefined && !send(member, message)) return;
      had.closed = at;
    }
    const message = texts.openBehind(had.open, member.of);
    if (message === undefined || send(member, message)) had.open = group.count();
  }

  function send(member: Member, texts: StateTexts): boolean {
    if (!member.receiver.take(texts, member.skipped)) {
      member.skipped += 1;
      return false;
    }
    member.skipped = 0;
    return true;
  }

  function followedOf({ interval, source }: FollowedCandles): Followed {
    const key = `${interval} ${source}`;
    let one = followed.get(key);
    if (one === undefined) {
      const group = createCandleGroup(market, { interval, source });
      one = { group, interval, source, members: new Set(), ...unread };
      followed.set(key, one);
    }
    return one;
  }

  return {
    follow(of, receiver, fromNow) {
      const one = followedOf(of);
      const member: Member = { of, receiver, fromNow, had: undefined, skipped: 0 };
      one.members.add(member);
      one.nextReadMs = 0;
      timer ??= setInterval(look, everyMs).unref();
      queueMicrotask(look);
      return () => {
        one.members.delete(member);
        if (one.members.size === 0) followed.delete(`${of.interval} ${of.source}`);
        if (followed.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      closing.abort();
      clearInterval(timer);
    },
  };
}

const unread = { covered: new Set<string>(), seq: undefined, isReading: false, nextReadMs: 0 };

function covers(had: ReadonlySet<string> | undefined, wanted: ReadonlySet<string> | undefined): boolean {
  if (had === undefined) return true;
  return wanted !== undefined && [...wanted].every((coin) => had.has(coin));
}
