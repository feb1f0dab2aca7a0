import type { CoverageLedger } from '../../../coverage/ledger.ts';
import type { Log } from '../../../kernel/log.ts';
import { noSpan, type Span, spanWith } from '../../../kernel/span.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import { trades as tradesTable } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { tradeRow } from '../../facts/market-rows.ts';

/** Stores trades without making the feed wait. */
export interface TradeWriter {
  /**
   * Resolves once they are stored, or counted as lost.
   * @param receivedMs when their frame arrived, unix milliseconds.
   */
  write(trades: readonly WireTrade[], receivedMs: number, beside?: WrittenWith): Promise<void>;
}

export interface WrittenWith {
  /** What has to be stored before them. */
  after?: Promise<void>;
  /** Since when a trade's coin is complete with it, unix milliseconds, where that is known. */
  complete?: ReadonlyMap<WireTrade, number>;
}

export interface TradeWriterOptions {
  facts: Pick<FactWriter, 'write'>;
  ledger: Pick<CoverageLedger, 'lose'>;
  log: Log;
  /** Trades that may wait for the store: three minutes of the busiest ones. */
  waitingLimit?: number;
}

/**
 * A store that is away for long makes trades wait, as many as the limit allows. Those beyond it, and those it refuses, are
 * recorded as gaps when it is back.
 */
export function createTradeWriter(options: TradeWriterOptions): TradeWriter {
  const { facts, ledger, log, waitingLimit = 200_000 } = options;
  /** By coin: from the first to the last trade that was lost since the store last took some. */
  const lost = new Map<string, Span>();
  let waiting = 0;

  function lose(trades: readonly WireTrade[]): void {
    for (const { coin, time } of trades) lost.set(coin, spanWith(lost.get(coin) ?? noSpan, time));
  }

  async function recordLost(): Promise<void> {
    const ranges = [...lost];
    lost.clear();
    if (ranges.length === 0) return;
    log.error({ coins: ranges.length }, 'trades could not be stored; they are recorded as gaps');
    await Promise.all(
      ranges.map(([coin, range]) => ledger.lose({ feed: 'trades', coin, ...range }, 'not-stored')),
    );
  }

  async function store(
    trades: readonly WireTrade[],
    receivedMs: number,
    { after, complete }: WrittenWith,
  ): Promise<void> {
    const rows = trades.map((trade) => tradeRow(receivedMs, trade, complete?.get(trade)));
    waiting += rows.length;
    try {
      if (after !== undefined) await after;
      await facts.write(tradesTable, rows);
    } catch (err) {
      log.error({ err, trades: rows.length }, 'trades could not be stored');
      lose(trades);
      return;
    } finally {
      waiting -= rows.length;
    }
    await recordLost();
  }

  return {
    async write(trades, receivedMs, beside = {}) {
      if (waiting + trades.length > waitingLimit) lose(trades);
      else {
        await store(trades, receivedMs, beside).catch((err: unknown) =>
          log.error({ err }, 'a gap could not be stored'),
        );
      }
    },
  };
}
