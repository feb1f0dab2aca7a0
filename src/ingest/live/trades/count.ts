import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { type Clock, hourMs, minuteMs } from '../../../kernel/clock.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { TradeGap } from './stretch.ts';

export interface TradeCountOptions {
  analytics: AnalyticsStore;
  info: InfoClient;
  clock: Clock;
  /** Time after a candle closes until its trades are stored, milliseconds. */
  settleMs: number;
  /** Resolves once all received trades are stored. */
  stored(): Promise<unknown>;
  signal: AbortSignal;
  timers?: Timers;
}

/** Candles of an interval that the exchange keeps (docs/exchange.md#candles). */
const keptCandles = 5_000;
/** Maximum reads while a candle is still open. */
const attempts = 9;

const storedTrades = query({
  name: 'stored_trade_counts',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs', span: 'Int64' },
  row: Type.Object({ at: Type.String(), trades: Type.String() }),
  sql: `
    SELECT toString(intDiv(toUnixTimestamp64Milli(time), {span:Int64}) * {span:Int64}) AS at, toString(count()) AS trades
    FROM trades FINAL WHERE coin = {coin:String} AND time >= {from:TimeMs} AND time <= {to:TimeMs} GROUP BY at`,
  limits: { deadlineMs: 60_000 },
});

/**
 * Compares a gap with the trade counts of the exchange's candles. A candle with more trades than are stored has missing ones; a
 * gap without such a candle is no gap.
 *
 * @returns a function that returns the missing part of a gap: undefined if there is none, the whole gap if no candles are
 * available
 */
export function createTradeCount(
  options: TradeCountOptions,
): (gap: TradeGap, isEnded: boolean) => Promise<TradeGap | undefined> {
  const { analytics, info, clock, settleMs, stored: allStored, signal, timers = systemTimers } = options;

  async function incomplete(
    { coin, fromMs, toMs }: TradeGap,
    { spanMs, isEnded }: { spanMs: number; isEnded: boolean },
  ): Promise<WireCandle[]> {
    const startTime = fromMs - (fromMs % spanMs);
    const endTime = toMs - (toMs % spanMs) + spanMs - 1;
    // Counted before the candles are read, so that trades in between can only make the candles larger.
    const rows = await analytics.rows(storedTrades, { coin, from: startTime, to: endTime, span: spanMs });
    const stored = new Map(rows.map(({ at, trades }) => [Number(at), Number(trades)]));
    const interval = spanMs === minuteMs ? '1m' : '1h';
    const req = { coin, interval, startTime, endTime };
    const staleness = { group: 'markets', ageMs: settleMs, targetMs: settleMs } as const;
    const { data, rejected } = await info.ask({ type: 'candleSnapshot', req }, { staleness, signal });
    // The candle at the gap's end holds a trade that was seen; if it is not served, earlier candles may be incomplete. An ended coin
    // may have no trade there, and its candles do not lag, so the candle at the gap's start is enough.
    const isReported = (ms: number) => data.some(({ t, T, n }) => t <= ms && ms <= T && n > 0);
    if (rejected.length > 0 || !(isReported(toMs) || (isEnded && isReported(fromMs))))
      throw new Error(`the candles of ${coin} do not reach ${toMs}`);
    return data.filter(({ t, n }) => t <= toMs && n > (stored.get(t) ?? 0));
  }

  async function look(gap: TradeGap, isEnded: boolean): Promise<TradeGap | undefined> {
    const spanMs = clock.nowMs() - gap.fromMs < (keptCandles - 1) * minuteMs ? minuteMs : hourMs;
    for (let attempt = 1; ; attempt++) {
      const candles = await incomplete(gap, { spanMs, isEnded });
      const [first, last] = [candles[0], candles.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      const isOpen = clock.nowMs() <= last.T + settleMs;
      if (!isOpen || attempt === attempts)
        return { ...gap, fromMs: Math.max(gap.fromMs, first.t), toMs: Math.min(gap.toMs, last.T) };
      await timers.pause(settleMs, signal);
    }
  }

  return async (gap, isEnded) => {
    try {
      await allStored();
      return await look(gap, isEnded);
    } catch {
      return gap;
    }
  };
}
