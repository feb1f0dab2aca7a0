import { wireCandle, wireTrade } from '../payloads/trade.ts';
import type { RecordedTrade } from '../record/trade-tape.ts';
import type { ChannelGroup, ChannelSource } from './channel-group.ts';
import type { Topic } from './topic.ts';

/** Trades that a new listener gets (docs/exchange.md#public-trades). */
const snapshotTrades = 30;
const latestSnapshotMs = 5_000;

/** `trades`, one message per block and coin, and `candle`. */
export function tradeChannels({ record, streams }: ChannelSource): ChannelGroup<'trades' | 'candle'> {
  const { exchange } = record;
  /** Snapshots that come behind the coin's next trades, or late. */
  let waiting: { coin: string; untilMs: number; send(): void }[] = [];
  let snapshots = 0;
  const wire = (trades: readonly RecordedTrade[]) =>
    trades.map((trade) => wireTrade(trade, exchange.wallets));
  const knows = ({ coin }: Topic) => exchange.market(coin) !== undefined;

  function sendSnapshot({ coin }: Topic, send: (data: unknown) => void): void {
    const recent = record.trades.recent(exchange.market(coin)!, snapshotTrades);
    if (recent.length > 0) send(wire(recent.reverse()));
  }

  function candleOf({ coin, interval }: Topic): unknown {
    const market = exchange.market(coin)!;
    const candle = record.candles.newest(market, interval);
    return candle && wireCandle(candle, market, interval);
  }

  /** @param traded Coins whose trades were just sent. */
  function sendWaiting(traded: ReadonlyMap<string, unknown>): void {
    if (waiting.length === 0) return;
    const isDue = ({ coin, untilMs }: (typeof waiting)[0]) => traded.has(coin) || exchange.timeMs >= untilMs;
    const due = waiting.filter(isDue);
    waiting = waiting.filter((snapshot) => !due.includes(snapshot));
    for (const { send } of due) send();
  }

  return {
    channels: {
      trades: {
        knows,
        // The exchange's snapshot has no flag and often comes after the first live row: here every second one does.
        first(topic, send) {
          snapshots += 1;
          if (snapshots % 2 === 1) sendSnapshot(topic, send);
          else {
            const untilMs = exchange.timeMs + latestSnapshotMs;
            waiting.push({ coin: topic.coin, untilMs, send: () => sendSnapshot(topic, send) });
          }
        },
      },
      candle: {
        knows,
        first(topic, send) {
          const candle = candleOf(topic);
          if (candle !== undefined) send(candle);
        },
      },
    },
    listener: {
      block(_, trades) {
        const byCoin = Map.groupBy(trades, ({ market }) => market.coin);
        for (const [coin, made] of byCoin) {
          const topic = streams.find({ type: 'trades', coin });
          if (topic !== undefined) streams.publish(topic, wire(made));
        }
        for (const topic of streams.of('candle')) {
          if (byCoin.has(topic.coin)) streams.publish(topic, candleOf(topic));
        }
        sendWaiting(byCoin);
      },
      marks: () => sendWaiting(new Map()),
    },
  };
}
