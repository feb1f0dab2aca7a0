import type { FeedConnection, Streams } from './feed-connection.ts';
import { type Topic, type TopicType, topicKey } from './topic.ts';

/** Who listens to what. Channels publish through it; nothing is put together for a topic without listeners. */
export interface TopicStreams extends Streams {
  /** Every topic of a type that has listeners. */
  of(type: TopicType): Iterable<Topic>;
  /** A topic that has listeners. */
  find(topic: Parameters<typeof topicKey>[0]): Topic | undefined;
  /** Sends one message to every listener of a topic. */
  publish(topic: Topic, data: unknown): void;
}

/** A type of subscription. */
export interface FeedChannel {
  /** Name of its channel; default: the type's. */
  name?(topic: Topic): string;
  /** True if the topic's subject exists; default: true. */
  knows?(topic: Topic): boolean;
  /** Sends the initial message to a new listener, now or later. */
  first?(topic: Topic, send: (data: unknown) => void): void;
}

export type FeedChannels = Record<TopicType, FeedChannel>;

type TopicsOfType = Map<string, { topic: Topic; listeners: Set<FeedConnection> }>;

/** @param channels Called with the streams, so that channels can publish. */
export function createStreams(channels: (streams: TopicStreams) => FeedChannels): TopicStreams {
  const byType = new Map<TopicType, TopicsOfType>();
  const ofType = (type: TopicType) => {
    const topics: TopicsOfType = byType.get(type) ?? new Map();
    byType.set(type, topics);
    return topics;
  };
  const frame = (topic: Topic, data: unknown) => {
    const channel = table[topic.type].name?.(topic) ?? topic.type;
    return [channel, JSON.stringify({ channel, data })] as const;
  };
  const streams: TopicStreams = {
    knows: (topic) => table[topic.type].knows?.(topic) ?? true,
    join(topic, connection) {
      const topics = ofType(topic.type);
      const { listeners } = topics.get(topic.key) ?? { listeners: new Set() };
      topics.set(topic.key, { topic, listeners: listeners.add(connection) });
      table[topic.type].first?.(topic, (data) => {
        if (listeners.has(connection)) connection.send(...frame(topic, data));
      });
    },
    leave(topic, connection) {
      const topics = ofType(topic.type);
      const listeners = topics.get(topic.key)?.listeners;
      listeners?.delete(connection);
      if (listeners?.size === 0) topics.delete(topic.key);
    },
    *of(type) {
      for (const { topic } of ofType(type).values()) yield topic;
    },
    find: (topic) => ofType(topic.type).get(topicKey(topic))?.topic,
    publish(topic, data) {
      const listeners = ofType(topic.type).get(topic.key)?.listeners;
      if (listeners === undefined) return;
      const [channel, text] = frame(topic, data);
      for (const connection of [...listeners]) connection.send(channel, text);
    },
  };
  const table = channels(streams);
  return streams;
}
