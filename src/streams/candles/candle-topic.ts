import { monotonicMs } from '../../kernel/clock.ts';
import { candleIntervals } from '../../wire/candle.ts';
import { decimal, integer, list, object, schemaAt, text, timeMs } from '../schema.ts';
import {
  type FollowedState,
  type StateFeed,
  type StateParts,
  type StateTexts,
  type StateTopics,
  textsOf,
} from '../state-topic.ts';
import { createCandleGroup } from './candle-group.ts';
import { minuteAt, storedCandles } from './candle-store.ts';
import { bucketAt, type CandleSource } from './candle-values.ts';

/** Maximum delay until a minute of the exchange is stored. */
const graceMs = 2_000;
/** Reads take at most a tenth of the time. */
const readShare = 10;
const leastPauseMs = 200;

/** Topics of candles, one for each interval and source: states, except that closed candles are not skipped. */
const candleTopics: StateTopics = {
  keyOf: ({ interval, source = 'trade' }) => `candles ${interval} ${source}`,
  open({ of }, parts, members) {
    const { market, store, newest } = parts;
    const { interval = '', source = 'trade' } = of;
    const group = createCandleGroup(market, { interval, source });
    const messages = candleMessages(group);
    const leaving = new AbortController();
    /** Coins of the last read, and of the last that was started; undefined for all. */
    let [covered, requested]: (ReadonlySet<string> | undefined)[] = [new Set(), new Set()];
    /** Batch number of the last read. */
    let seq: number | undefined;
    let isReading = false;
    /** Monotonic clock. */
    let nextReadMs = 0;

    function coinsOf(): ReadonlySet<string> | undefined {
      const coins = new Set<string>();
      for (const { of } of members.followed()) {
        if (of.coin === undefined) return undefined;
        coins.add(of.coin);
      }
      return coins;
    }

    function isDue(coins: ReadonlySet<string> | undefined, nowMs: number): boolean {
      if (isReading || (covers(requested, coins) && monotonicMs() < nextReadMs)) return false;
      if (group.bucket() === undefined || !covers(covered, coins)) return true;
      if (!market.hasSource) return newest()?.seq !== seq;
      const minute = minuteAt(nowMs);
      return minute > group.storedToMs() && nowMs >= minute + graceMs;
    }

    async function read(coins: ReadonlySet<string> | undefined, nowMs: number): Promise<void> {
      const [beganMs, readSeq] = [monotonicMs(), newest()?.seq];
      [isReading, requested] = [true, coins];
      const span = group.span(nowMs, market.hasSource ? graceMs : 0);
      const { fromMs, untilMs } = bucketAt(interval, span.splitMs);
      const stored = {
        ...span,
        source,
        coins: coins && [...coins],
        lengthMs: untilMs - fromMs,
        isArchive: !market.hasSource,
      };
      try {
        group.take(await storedCandles(store, stored, leaving.signal), span);
        [covered, seq] = [coins, readSeq];
      } finally {
        isReading = false;
        const endMs = monotonicMs();
        nextReadMs = endMs + Math.max(leastPauseMs, (endMs - beganMs) * (readShare - 1));
        show();
      }
    }

    function show(): void {
      group.update();
      messages.renew(sourceMs(source, parts));
    }

    return {
      refresh() {
        const nowMs = sourceMs(source, parts);
        if (nowMs === undefined) return;
        const coins = coinsOf();
        group.observe(coins ?? Array.from(market.listing.all(), ({ coin }) => coin));
        show();
        if (isDue(coins, nowMs)) void members.read(() => read(coins, nowMs));
      },
      begin({ of: { coin } }, isFromNow) {
        const isCovered = covered === undefined || (coin !== undefined && covered.has(coin));
        if (group.bucket() === undefined || !isCovered) return undefined;
        return isFromNow ? group.count() : group.closedTo();
      },
      next: messages.next,
      end: () => leaving.abort(),
    };
  },
};

/** Candles of a coin, and of all coins. */
export const candleFeed: StateFeed = {
  summary: 'The open candle of a coin as it changes, and the last state of each that ends',
  data: schemaAt('Candle'),
  schemas: {
    Candle: object(
      {
        t: timeMs,
        T: timeMs,
        s: text('Coin'),
        i: { enum: candleIntervals },
        o: decimal,
        c: decimal,
        h: decimal,
        l: decimal,
        v: decimal,
        n: integer,
        closed: { const: true, description: 'The last state of its bucket' },
      },
      ['closed'],
    ),
  },
  tier: 'free',
  subjects: ['coin'],
  options: ['interval', 'source'],
  ...candleTopics,
};
export const allCandlesFeed: StateFeed = {
  ...candleFeed,
  tier: 'starter',
  subjects: [],
  summary: 'Candles of every coin in one message',
  data: list(schemaAt('Candle')),
};

/** Time of the source, unix milliseconds. While the source stalls, no candle closes. */
function sourceMs(source: CandleSource, { market, newest }: StateParts): number | undefined {
  if (!market.hasSource) return newest()?.newestMs || undefined;
  const { candles, marks, spot } = market.observed();
  const atMs = source === 'trade' ? (candles ?? 0) : Math.max(marks ?? 0, spot ?? 0);
  return atMs > 0 ? atMs : newest()?.newestMs || undefined;
}

function covers(had: ReadonlySet<string> | undefined, wanted: ReadonlySet<string> | undefined): boolean {
  if (had === undefined) return true;
  return wanted !== undefined && [...wanted].every((coin) => had.has(coin));
}

/** Messages of closed and open candles, serialized once for all equal subscriptions. */
function candleMessages(group: ReturnType<typeof createCandleGroup>) {
  const made = new Map<string, StateTexts | undefined>();
  /** Count of changes, and time of the open candle (unix milliseconds), of the messages. */
  let [at, openMs] = [0, 0];

  function once(key: string, { type, id, of }: FollowedState, timeMs: number, textsOfAll: () => string[]) {
    if (!made.has(key)) {
      const texts = textsOfAll();
      const json = of.coin === undefined ? `[${texts.join(',')}]` : texts[0];
      made.set(key, texts.length > 0 ? textsOf({ type, id }, { timeMs, json: json! }) : undefined);
    }
    return made.get(key);
  }

  return {
    renew(nowMs: number | undefined): void {
      const bucket = group.bucket();
      if (bucket === undefined) return;
      const nextMs = Math.min(Math.max(nowMs ?? bucket.fromMs, bucket.fromMs), bucket.untilMs - 1);
      if (group.count() === at && nextMs === openMs) return;
      [at, openMs] = [group.count(), nextMs];
      made.clear();
    },
    next(followed: FollowedState, had: number) {
      const { coin } = followed.of;
      for (const { at: closedAt, bucket, texts: all } of group.closedBehind(had)) {
        const texts = once(`closed ${closedAt} ${followed.id}`, followed, bucket.untilMs - 1, () =>
          coin === undefined ? [...all.values()] : [all.get(coin) ?? []].flat(),
        );
        if (texts !== undefined) return { at: closedAt, texts };
      }
      const shown = group.shown();
      const texts = once(`open ${had} ${followed.id}`, followed, openMs, () => {
        const own = coin === undefined ? [...shown.values()] : [shown.get(coin) ?? []].flat();
        return own.filter((one) => one.at > had).map(({ text }) => text);
      });
      if (texts !== undefined) return { at: coin === undefined ? group.count() : shown.get(coin)!.at, texts };
      return had < group.count() ? { at: group.count() } : undefined;
    },
  };
}
