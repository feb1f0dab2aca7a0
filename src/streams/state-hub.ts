import { stateFeeds } from './feeds.ts';
import type {
  FollowedState,
  StateArguments,
  StateParts,
  StateReceiver,
  StateTopic,
  StateTopics,
} from './state-topic.ts';

export interface StateHub {
  /** Whether this process reads an exchange; false: no live states. */
  readonly hasSource: boolean;
  /** Whether a first state is available. */
  isKnown(type: string, of: StateArguments): boolean;
  /** @param isFromNow Skips the current state. @returns unsubscribe */
  follow(state: FollowedState, receiver: StateReceiver, isFromNow: boolean): () => void;
  close(): void;
}

export interface StateHubOptions extends Omit<StateParts, 'shared'> {
  /** Interval between looks at memory and versions, milliseconds; default 250. No looks without subscribers. */
  everyMs?: number;
  /** Default: all feeds of states. */
  feeds?: Readonly<Record<string, StateTopics>>;
  onError(error: unknown, type: string): void;
}

interface Member {
  followed: FollowedState;
  receiver: StateReceiver;
  isFromNow: boolean;
  /** Version that the member has; undefined before its start. */
  had: number | undefined;
  /** Version that waits because the receiver is busy. */
  waits: number | undefined;
  /** Versions that others replaced while they waited. */
  skipped: number;
}

interface Group {
  topic: StateTopic;
  members: Set<Member>;
}

/** Sends the newest state of each topic to its subscribers, on one timer for all topics. */
export function createStateHub(options: StateHubOptions): StateHub {
  const { everyMs = 250, feeds = stateFeeds, onError, ...sources } = options;
  const groups = new Map<string, Group>();
  const values = new Map<string, unknown>();
  let timer: NodeJS.Timeout | undefined;
  const parts: StateParts = {
    ...sources,
    shared<T>(name: string, make: () => T) {
      if (!values.has(name)) values.set(name, make());
      return values.get(name) as T;
    },
  };

  function look(): void {
    for (const group of groups.values()) refresh(group);
  }

  function refresh(group: Group): void {
    group.topic.refresh();
    giveAll(group);
  }

  function giveAll({ topic, members }: Group): void {
    for (const member of members) {
      member.had ??= topic.begin(member.followed, member.isFromNow);
      if (member.had !== undefined) give(topic, member, member.had);
    }
  }

  async function read(group: Group, type: string, run: () => Promise<void>): Promise<void> {
    const { members } = group;
    const waiting = [...members].filter(({ had }) => had === undefined);
    try {
      await run();
    } catch (error) {
      if (members.size > 0) onError(error, type);
      for (const member of waiting) if (members.has(member)) member.receiver.failed?.();
    }
    giveAll(group);
  }

  function groupOf(key: string, followed: FollowedState): Group {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const { type } = followed;
    const members = new Set<Member>();
    const topic = feeds[type]!.open(followed, parts, {
      followed: () => Array.from(members, (member) => member.followed),
      read: (run) => read(group, type, run),
    });
    const group: Group = { topic, members };
    groups.set(key, group);
    return group;
  }

  return {
    hasSource: parts.market.hasSource,
    isKnown: (type, of) => feeds[type]!.isKnown?.(of, parts.market) ?? true,
    follow(followed, receiver, isFromNow) {
      const { type, id, of } = followed;
      const key = feeds[type]!.keyOf?.(of) ?? `${type} ${id}`;
      const group = groupOf(key, followed);
      const member: Member = { followed, receiver, isFromNow, had: undefined, waits: undefined, skipped: 0 };
      group.members.add(member);
      timer ??= setInterval(look, everyMs).unref();
      refresh(group);
      return () => {
        if (!group.members.delete(member) || group.members.size > 0) return;
        group.topic.end?.();
        groups.delete(key);
        if (groups.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      for (const { topic, members } of groups.values()) {
        members.clear();
        topic.end?.();
      }
      groups.clear();
      clearInterval(timer);
    },
  };
}

/** Sends messages to a member until it has the newest version or is busy. */
function give(topic: StateTopic, member: Member, from: number): void {
  let had = from;
  for (let next = topic.next(member.followed, had); next; next = topic.next(member.followed, had)) {
    const { at, texts } = next;
    if (texts !== undefined) {
      if (member.waits !== undefined && member.waits !== at) member.skipped += 1;
      member.waits = at;
      if (!member.receiver.take(texts, member.skipped)) return;
      [member.waits, member.skipped] = [undefined, 0];
    }
    had = at;
    member.had = had;
  }
}
