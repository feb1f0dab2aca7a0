import { Client, type ClientConfig } from 'pg';

const firstRetryMs = 100;
const maxRetryMs = 5_000;

export interface Listener {
  channels: readonly string[];
  /** Gets every message. */
  message(channel: string, payload: string): void;
  /** Listening again after a gap in which messages may have been lost. */
  resumed(): void;
}

/**
 * Listens for messages of the processes that share a Postgres, on a connection of its own, and reconnects for good.
 *
 * This only makes changes known sooner: while the connection is down, what a process remembers of a
 * key still ends after `keyCacheLifeMs`, and who changes one waits for that.
 * @returns when the first connection listens.
 */
export async function listenForMessages(
  config: ClientConfig,
  listener: Listener,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(retryMs: number): Promise<void> {
    const next = new Client(config);
    let lost = false;
    const reconnect = () => {
      if (lost || stopped) return;
      lost = true;
      next.end().catch(() => {});
      retry = setTimeout(() => {
        connect(Math.min(2 * retryMs, maxRetryMs)).then(
          () => listener.resumed(),
          () => {}, // The failed attempt has planned the next one.
        );
      }, retryMs);
    };
    next.on('error', reconnect);
    next.on('end', reconnect);
    next.on('notification', ({ channel, payload }) => listener.message(channel, payload ?? ''));
    client = next;
    try {
      await next.connect();
      for (const channel of listener.channels) await next.query(`listen ${channel}`);
      // A pause after success starts from the shortest wait again.
      retryMs = firstRetryMs;
    } catch (error) {
      reconnect();
      throw error;
    }
  }

  const stop = async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
  try {
    await connect(firstRetryMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
