import type { ExchangeRecord } from '../record/exchange-record.ts';
import { accountChannel } from './account-channel.ts';
import { bookChannels } from './book-channels.ts';
import type { ChannelSource } from './channel-group.ts';
import { contextChannels } from './context-channels.ts';
import { outcomeChannels } from './outcome-channels.ts';
import { createStreams, type FeedChannels, type TopicStreams } from './streams.ts';
import { tradeChannels } from './trade-channels.ts';
import { userChannels } from './user-channels.ts';
import { userEventChannel } from './user-event-channel.ts';

/**
 * Every type of subscription (docs/exchange.md#subscriptions) that the simulated exchange has, fed by
 * its record.
 */
export function openChannels(
  record: ExchangeRecord,
  skewMs: number,
): { streams: TopicStreams; close(): void } {
  const closers: (() => void)[] = [];
  const streams = createStreams((streams): FeedChannels => {
    const source: ChannelSource = { record, streams, skewMs };
    const groups = [
      tradeChannels(source),
      bookChannels(source),
      contextChannels(source),
      userChannels(source),
      userEventChannel(source),
      accountChannel(source),
      outcomeChannels(source),
    ] as const;
    for (const { listener } of groups) closers.push(record.subscribe(listener));
    return Object.assign({}, ...groups.map(({ channels }) => channels));
  });
  return {
    streams,
    close() {
      for (const close of closers) close();
    },
  };
}
