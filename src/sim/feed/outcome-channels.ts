import { wireOutcomeChange } from '../payloads/outcome.ts';
import type { ChannelGroup, ChannelSource } from './channel-group.ts';

/** `outcomeMetaUpdates`. */
export function outcomeChannels({ record, streams }: ChannelSource): ChannelGroup<'outcomeMetaUpdates'> {
  return {
    channels: { outcomeMetaUpdates: {} },
    listener: {
      market(event) {
        const change = wireOutcomeChange(event, record.exchange);
        if (change === undefined) return;
        for (const topic of streams.of('outcomeMetaUpdates')) streams.publish(topic, [change]);
      },
    },
  };
}
