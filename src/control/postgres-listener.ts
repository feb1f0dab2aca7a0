import { Client, type ClientConfig, DatabaseError, type QueryConfig } from 'pg';

const firstRetryMs = 100;
const maxRetryMs = 5_000;
/** A connection that does not answer for this long is replaced. */
const askTimeoutMs = 1_000;

export interface Listener {
  channels: readonly string[];
  message(channel: string, payload: string): void;
  /** Listening again after a gap in which messages may have been lost. */
  resumed(): void;
}

/**
 * Listens for messages of the processes that share a Postgres, on a connection of its own, and reconnects for good.
 *
 * Messages only make changes known sooner: what a process remembers of keys holds while it is confirmed, and who
 * changes one waits for the end of that (change-watch.ts).
 * @returns when the first connection listens.
 */
export async function listenForMessages(
  config: ClientConfig,
  listener: Listener,
): Promise<{ ask(text: string): Promise<unknown[]>; stop(): Promise<void> }> {
  let stopped = false;
  let replace = () => {};
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
    replace = reconnect;
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

  /** Asks the database over the connection that listens. @throws Error where it does not answer in time */
  async function ask(text: string): Promise<unknown[]> {
    const replaceRequested = replace;
    try {
      const question: QueryConfig & { query_timeout: number } = { text, query_timeout: askTimeoutMs };
      const { rows } = await client!.query(question);
      return rows;
    } catch (error) {
      // What fails in the database itself is no fault of the connection.
      if (!(error instanceof DatabaseError)) replaceRequested();
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
  return { ask, stop };
}
