import { Client } from 'pg';

/** Any constant will do, as long as every version of the program takes the same. */
const writerLockId = 7_433_210_001;
const connectTimeoutMs = 3_000;

/**
 * Takes the right to write fills among all processes that share a Postgres: an advisory lock of a
 * connection of its own, so that it ends with this process however that ends.
 * @returns gives the right back.
 * @throws Error where another process has it.
 */
export async function takeWriterLock(url: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // A lost connection loses the lock; the next batch's insert then still stands under its token.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    writerLockId,
  ]);
  if (rows[0]?.taken !== true) {
    await client.end();
    throw new Error('another process is importing into these stores; try again when it has ended');
  }
  return () => client.end();
}
