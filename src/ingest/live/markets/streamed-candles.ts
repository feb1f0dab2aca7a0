import type { Log } from '../../../kernel/log.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import { candles as candlesTable } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { candleRow } from '../../facts/market-rows.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { MarketHistory } from './history.ts';

/** Stores the one-minute candles of the feed. */
export interface StreamedCandles {
  take(candles: readonly WireCandle[], receivedMs: number): void;
  /** Stores the waiting candles; called when a new minute begins. */
  flush(): void;
  /** Resolves once no write is pending. */
  settled(): Promise<void>;
}

export interface StreamedCandlesOptions {
  facts: FactWriter;
  watch: FeedWatch;
  log: Log;
  history: Pick<MarketHistory, 'expect' | 'stored' | 'interrupted'>;
}

/** Maximum waiting candles per coin while the store is unavailable: one hour. */
const waitingLimit = 60;

/**
 * The next start resumes at the newest stored minute, unless a hole before it is recorded. So batches are stored one at a time,
 * each after the record of the holes before it, and lost minutes are read again.
 */
export function createStreamedCandles(options: StreamedCandlesOptions): StreamedCandles {
  const { facts, watch, log, history } = options;
  /** Newest state of each minute, by coin and opening time. */
  const waiting = new Map<string, Map<number, WireCandle>>();
  let storing: Promise<void> | undefined;
  let isDue = false;

  function put(candle: WireCandle): void {
    const { s: coin, t } = candle;
    const ofCoin = waiting.get(coin) ?? new Map<number, WireCandle>();
    waiting.set(coin, ofCoin);
    if (candle.n < (ofCoin.get(t)?.n ?? 0)) return;
    ofCoin.set(t, candle);
    if (ofCoin.size <= waitingLimit) return;
    ofCoin.delete(Math.min(...ofCoin.keys()));
    history.interrupted(coin);
  }

  async function store(candles: readonly WireCandle[]): Promise<void> {
    const coins = new Set(candles.map(({ s }) => s));
    try {
      await history.expect(coins);
      await facts.write(candlesTable, candles.map(candleRow));
      history.stored(candles);
    } catch (err) {
      log.error({ err }, 'minutes of the markets could not be stored; they are read again');
      for (const coin of coins) history.interrupted(coin);
    }
    storing = undefined;
    if (isDue) flush();
  }

  function flush(): void {
    isDue = storing !== undefined;
    if (isDue) return;
    const candles = [...waiting.values()].flatMap((ofCoin) => [...ofCoin.values()]);
    waiting.clear();
    if (candles.length > 0) storing = store(candles);
  }

  return {
    take(candles, receivedMs) {
      for (const candle of candles) if (candle.i === '1m') put(candle);
      watch.seen('candles', { atMs: receivedMs, received: candles.length });
    },
    flush,
    async settled() {
      while (storing !== undefined) await storing;
    },
  };
}
