import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { hourMs } from '../../../kernel/clock.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import { candles as candlesTable } from '../../facts/fact-tables.ts';
import { candleRow } from '../../facts/market-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';
import type { CandleInterval, HistoryCursors } from './history-cursors.ts';
import type { MinuteHoles } from './minute-holes.ts';

export interface CandleReaderOptions extends ReaderParts {
  ledger: Pick<CoverageLedger, 'lose'>;
  cursors: HistoryCursors;
  holes: MinuteHoles;
  /** Receives the newest candle of an answer. */
  takeCandles(candles: readonly WireCandle[], receivedMs: number): void;
}

/** Reads candles by REST and joins a coin's minutes to the streamed ones. */
export interface CandleReader {
  /** @throws InfoError, or an error of the store */
  read(coin: string, interval: CandleInterval, staleness: Staleness): Promise<void>;
  follow(streamed: ReadonlySet<string>): void;
  /** Whether a coin's stored minutes reach its stream; false before the first join and after each break. */
  isJoined(coin: string): boolean;
  stored(minutes: readonly WireCandle[]): void;
  /** A coin's stream broke: minutes may be missing, even from a read in flight. */
  interrupted(coin: string): void;
  /** Unjoins a coin, so that its minutes are read by REST again. */
  part(coin: string): void;
  forget(coin: string): void;
}

export function createCandleReader(options: CandleReaderOptions): CandleReader {
  const { info, facts, watch, clock, signal, ledger, cursors, holes, takeCandles } = options;
  let streamed: ReadonlySet<string> = new Set();
  const joined = new Set<string>();
  /** Number of breaks per coin, to detect a break during a read. */
  const breaks = new Map<string, number>();

  async function read(
    coin: string,
    { interval, lengthMs, backMs }: CandleInterval,
    staleness: Staleness,
  ): Promise<void> {
    const endTime = clock.nowMs() + hourMs;
    const cursor = cursors.get(coin, interval);
    const startTime = cursor ?? endTime - backMs;
    const req = { coin, interval, startTime, endTime };
    const isStreamed = interval === '1m' && streamed.has(coin);
    const breaksBefore = breaks.get(coin);
    const { data } = await info.ask({ type: 'candleSnapshot', req }, { staleness, signal });
    // The exchange keeps the latest 5000 of an interval (docs/exchange.md#candles). The loss is recorded first, because the next
    // start begins after the stored candles.
    const lost = { fromMs: startTime + lengthMs, toMs: Math.min(...data.map(({ t }) => t)) - 1 };
    if (cursor !== undefined && data.length > 0 && lost.toMs >= lost.fromMs)
      await ledger.lose({ feed: 'candles', coin, ...lost }, `out-of-reach ${interval}`);
    await facts.write(candlesTable, data.map(candleRow));
    watch.seen('candles', { atMs: clock.nowMs(), received: data.length });
    takeCandles(data.slice(-1), clock.nowMs());
    // The open candle is read again. Without candles the cursor stays: nothing counts as lost before the first one.
    if (data.length > 0) cursors.set(coin, interval, Math.max(startTime, ...data.map(({ t }) => t)));
    if (interval !== '1m' || breaks.get(coin) !== breaksBefore) return;
    if (isStreamed) joined.add(coin);
    await holes.fill(coin);
  }

  return {
    read,
    follow(nowStreamed) {
      streamed = nowStreamed;
      for (const coin of joined) if (!streamed.has(coin)) joined.delete(coin);
    },
    isJoined: (coin) => joined.has(coin),
    stored(minutes) {
      for (const { s: coin, t } of minutes) {
        // After a break the cursor stays before the missing minutes.
        if (joined.has(coin)) cursors.set(coin, '1m', Math.max(cursors.get(coin, '1m') ?? 0, t));
      }
    },
    interrupted(coin) {
      breaks.set(coin, (breaks.get(coin) ?? 0) + 1);
    },
    part: (coin) => void joined.delete(coin),
    forget(coin) {
      joined.delete(coin);
      breaks.delete(coin);
    },
  };
}
