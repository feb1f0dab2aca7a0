import { createClient } from '@redis/client';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { SharedCounts } from '../limiter.ts';
import { limitScript } from './script.ts';

export interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with the password if any. */
  url: string;
  /** A slower call marks Redis as down. */
  timeoutMs?: number;
  /** Timeout of connecting; no request waits for a connection. */
  connectTimeoutMs?: number;
  /** Concurrent calls; further calls are refused immediately. */
  callLimit?: number;
  /** Maximum pause between reconnect attempts. */
  longestPauseMs?: number;
  /** Called once when Redis goes down and once when it is back. */
  onChange?: (change: { up: true } | { up: false; error: Error }) => void;
  rng?: Rng;
}

/** Connection to Redis. Calls never wait longer than the timeout and are not sent while Redis is down. */
export interface RedisLink extends SharedCounts {
  /**
   * Runs the limits script.
   * @throws Error within the timeout if Redis did not answer; the script may still have run
   */
  ask(keys: string[], args: string[]): Promise<number[]>;
  close(): void;
}

const firstPauseMs = 100;
/** Probes by running the script under its own keys: a Redis that is reachable but read-only is not back. */
const probeKeys = ['buckets', 'day', 'month'].map((name) => `tidemark:limits:{probe}:${name}`);
const probeArguments = '0 0 1 1 1  1 1 -1 -1 0 0 never 0 0 0 0 0 0 0 0'.split(' ');

/** Opens a connection; resolves after the first attempt, whether or not Redis is up. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs = 250, connectTimeoutMs = 1_000, callLimit = 1_024 } = options;
  const { longestPauseMs = 5_000, rng = secureRng } = options;
  let live: Client | undefined;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;
  let timesAway = 0;
  let calls = 0;
  let closed = false;

  /** Connection attempt; only one runs at a time. */
  async function connect(): Promise<void> {
    // Reconnects here: the library's own reconnect would queue calls or keep a connection that hangs.
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
    // Rejects all calls that still wait for an answer.
    client.destroy();
    away(error);
  }

  function away(error: Error): void {
    timesAway += 1;
    options.onChange?.({ up: false, error });
    pauseMs = firstPauseMs;
    retryLater();
  }

  /** Half of the pause is random, so that instances that lost Redis together do not reconnect together. */
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
      if (calls >= callLimit) throw new Error(`${callLimit} calls to Redis are in progress`);
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

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return withTimeout(work, timeoutMs, () => {
    throw new Error(`no answer from Redis within ${timeoutMs} ms`);
  });
}
