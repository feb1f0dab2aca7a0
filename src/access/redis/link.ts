import { createClient } from '@redis/client';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { SharedCounts } from '../limiter.ts';
import { limitScript } from './script.ts';

export interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with the password where there is one. */
  url: string;
  /** A call that takes longer means that Redis is away. */
  timeoutMs?: number;
  /** The same for a connection; no request waits for one. */
  connectTimeoutMs?: number;
  /** Calls under way at once; further ones are refused at once. */
  callLimit?: number;
  /** Longest pause between two tries to reach it again. */
  longestPauseMs?: number;
  /** Called once when Redis goes away and once when it is back. */
  onChange?: (change: { up: true } | { up: false; error: Error }) => void;
  rng?: Rng;
}

/** The connection to Redis: never waited for longer than a timeout, and while Redis is away not asked at all. */
export interface RedisLink extends SharedCounts {
  /**
   * Runs the limits script.
   * @throws Error within the timeout where Redis did not answer; whether it did what was asked is unknown then
   */
  ask(keys: string[], args: string[]): Promise<number[]>;
  close(): void;
}

const firstPauseMs = 100;
/** A question like any other, under keys of its own: a Redis that is reachable but takes no writes is not back. */
const probeKeys = ['buckets', 'day', 'month'].map((name) => `tidemark:limits:{probe}:${name}`);
const probeArguments = '0 0 1 1 1  1 1 -1 -1 0 0 never 0 0 0 0 0 0 0 0'.split(' ');

/** Opens a connection, which waits for itself alone: it returns in whichever state Redis is after the first try. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs = 250, connectTimeoutMs = 1_000, callLimit = 1_024 } = options;
  const { longestPauseMs = 5_000, rng = secureRng } = options;
  let live: Client | undefined;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;
  let timesAway = 0;
  let calls = 0;
  let closed = false;

  /** One try to reach Redis. There is never a second one beside it. */
  async function connect(): Promise<void> {
    // Reconnecting is left to this file: the library's own would hold calls back, or keep a connection that hangs.
    const socket = { connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const;
    const client = newClient({ url, socket });
    client.on('error', (error: Error) => lost(client, error));
    try {
      await within(connectTimeoutMs, client.connect());
      await within(timeoutMs, client.ask(probeKeys, probeArguments));
      if (closed) throw new Error('closed');
    } catch (error) {
      client.destroy();
      throw error;
    }
    live = client;
  }

  function lost(client: Client, error: Error): void {
    if (live !== client) return;
    live = undefined;
    // Rejects whatever still waits for an answer.
    client.destroy();
    away(error);
  }

  function away(error: Error): void {
    timesAway += 1;
    options.onChange?.({ up: false, error });
    pauseMs = firstPauseMs;
    retryLater();
  }

  /** Half of the pause is by chance, so that instances that lost Redis together do not return together. */
  function retryLater(): void {
    if (closed) return;
    const chance = rng.bytes(1)[0]! / 255;
    timer = setTimeout(retry, pauseMs * (0.5 + chance / 2));
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  function retry(): void {
    connect().then(
      () => options.onChange?.({ up: true }),
      () => retryLater(),
    );
  }

  await connect().catch((error: Error) => away(error));
  return {
    up: () => live !== undefined,
    timesAway: () => timesAway,
    async ask(keys, args) {
      const client = live;
      if (client === undefined) throw new Error('Redis is away');
      if (calls >= callLimit) throw new Error(`${callLimit} questions to Redis are under way`);
      calls += 1;
      try {
        return await within(timeoutMs, client.ask(keys, args));
      } catch (error) {
        lost(client, error as Error);
        throw error;
      } finally {
        calls -= 1;
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      live?.destroy();
      live = undefined;
    },
  };
}

function newClient(options: { url: string; socket: { connectTimeout: number; reconnectStrategy: false } }) {
  return createClient({ ...options, name: 'tidemark', scripts: { ask: limitScript } });
}

type Client = ReturnType<typeof newClient>;

/** What `work` comes to, or an error once it takes too long. */
function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return withTimeout(work, timeoutMs, () => {
    throw new Error(`no answer from Redis within ${timeoutMs} ms`);
  });
}
