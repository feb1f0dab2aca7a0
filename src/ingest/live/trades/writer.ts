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
   * Resolves once the trades are stored, or counted as lost.
   * @param receivedMs when their frame arrived, unix milliseconds.
   */
  write(trades: readonly WireTrade[], receivedMs: number, beside?: WrittenWith): Promise<void>;
}

export interface WrittenWith {
  /** Write that must finish before the trades are stored. */
  after?: Promise<void>;
  /** By trade, the time since which its coin is complete, if known; unix milliseconds. */
  complete?: ReadonlyMap<WireTrade, number>;
}

export interface TradeWriterOptions {
  facts: Pick<FactWriter, 'write'>;
  ledger: Pick<CoverageLedger, 'lose'>;
  log: Log;
  /** Maximum trades that wait for the store: three minutes of the busiest ones. */
  waitingLimit?: number;
}

/**
 * While the store is unavailable, trades wait up to the limit. Trades beyond it, or refused by the store, are recorded as gaps
 * once the store is back.
 */
export function createTradeWriter(options: TradeWriterOptions): TradeWriter {
  const { facts, ledger, log, waitingLimit = 200_000 } = options;
  /** By coin, the span of the trades lost since the last successful write. */
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
