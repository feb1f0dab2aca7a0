import { Client, type ClientConfig } from 'pg';

/** Channel on which processes that share a Postgres tell each other which keys changed; the payload is a hash or empty. */
export const keyChangesChannel = 'tidemark_keys_changed';

const firstRetryMs = 100;
const maxRetryMs = 5_000;

/**
 * Listens for key changes of other processes on a connection of its own, and reconnects for good.
 *
 * This only makes changes known sooner: while the connection is down, what a process remembers of a
 * key still ends after `keyCacheLifeMs`.
 * @param heard gets the hash, or undefined (any key) after a gap in which a message may have been lost.
 * @returns when the first connection listens.
 */
export async function listenForKeyChanges(
  config: ClientConfig,
  heard: (hash: string | undefined) => void,
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
          () => heard(undefined),
          () => {}, // The failed attempt has planned the next one.
        );
      }, retryMs);
    };
    next.on('error', reconnect);
    next.on('end', reconnect);
    next.on('notification', ({ payload }) => heard(payload || undefined));
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${keyChangesChannel}`);
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
