import { wireBestQuotes, wireBook } from '../payloads/book.ts';
import { type ChannelGroup, type ChannelSource, createCadence } from './channel-group.ts';
import type { Topic } from './topic.ts';

/** All default books are sent together, and all fast ones (docs/exchange.md#pace-of-streams). */
const bookEveryMs = 5_000;
const fastBookEveryMs = 500;
/** Levels of a fast book. */
const fastDepth = 5;

/** `l2Book` and `bbo`. */
export function bookChannels({ record, streams, skewMs }: ChannelSource): ChannelGroup<'l2Book' | 'bbo'> {
  const { exchange } = record;
  const isDue = { default: createCadence(bookEveryMs), fast: createCadence(fastBookEveryMs) };
  /** The best quotes that were sent last, by coin. */
  const reported = new Map<string, string>();
  const knows = ({ coin }: Topic) => exchange.market(coin) !== undefined;

  function bookOf({ coin, fast, nSigFigs, mantissa }: Topic) {
    const book = wireBook(exchange, exchange.market(coin)!, {
      ...(fast && { depth: fastDepth }),
      ...(nSigFigs !== null && { nSigFigs }),
      ...(mantissa !== null && { mantissa }),
    });
    return { ...book, time: book.time + skewMs };
  }

  function quotesOf({ coin }: Topic) {
    const quotes = wireBestQuotes(exchange, exchange.market(coin)!);
    return { ...quotes, time: quotes.time + skewMs };
  }

  /** Sends best quotes only if they changed. */
  function pushQuotes(): void {
    for (const topic of streams.of('bbo')) {
      const quotes = quotesOf(topic);
      const best = JSON.stringify(quotes.bbo);
      if (reported.get(topic.coin) === best) continue;
      reported.set(topic.coin, best);
      streams.publish(topic, quotes);
    }
  }

  function push(): void {
    pushQuotes();
    const nowMs = exchange.timeMs;
    const due = { default: isDue.default(nowMs), fast: isDue.fast(nowMs) };
    for (const topic of streams.of('l2Book')) {
      if (topic.fast ? due.fast : due.default) streams.publish(topic, bookOf(topic));
    }
  }

  return {
    channels: {
      l2Book: { knows, first: (topic, send) => send(bookOf(topic)) },
      bbo: { knows, first: (topic, send) => send(quotesOf(topic)) },
    },
    listener: { block: push, marks: push },
  };
}
