import { wireOutcomeChanges } from '../payloads/outcome.ts';
import type { ChannelGroup, ChannelSource } from './channel-group.ts';

/** `outcomeMetaUpdates`. */
export function outcomeChannels({ record, streams }: ChannelSource): ChannelGroup<'outcomeMetaUpdates'> {
  return {
    channels: { outcomeMetaUpdates: {} },
    listener: {
      market(event) {
        const changes = wireOutcomeChanges(event, record.exchange);
        if (changes.length === 0) return;
        for (const topic of streams.of('outcomeMetaUpdates')) streams.publish(topic, changes);
      },
    },
  };
}
