import type { ExchangeRecord, RecordListener } from '../record/exchange-record.ts';
import type { FeedChannel, TopicStreams } from './streams.ts';
import type { Topic, TopicType } from './topic.ts';

/** Data and subscribers of the channels. */
export interface ChannelSource {
  record: ExchangeRecord;
  streams: TopicStreams;
  /** Offset of the exchange's clock in messages with its own time. */
  skewMs: number;
}

/** Related channels, with their listeners. */
export interface ChannelGroup<T extends TopicType> {
  channels: Record<T, FeedChannel>;
  listener: RecordListener;
}

/** Says whether a push is due: no earlier than so long after the last. @param everyMs by the exchange's clock. */
export function createCadence(everyMs: number): (nowMs: number) => boolean {
  let nextMs = 0;
  return (nowMs) => {
    if (nowMs < nextMs) return false;
    nextMs = nowMs + everyMs;
    return true;
  };
}

/** Every wallet with a topic of a type; −1 for an address that the exchange does not know. */
export function* watchedWallets(
  { record, streams }: ChannelSource,
  type: TopicType,
): Iterable<{ topic: Topic; wallet: number }> {
  for (const topic of streams.of(type)) yield { topic, wallet: walletOf(record, topic) };
}

export function walletOf(record: ExchangeRecord, { user = '' }: Topic): number {
  return record.exchange.walletIndex(user) ?? -1;
}
