import type { Kysely } from 'kysely';
import type { Rng } from '../kernel/rng.ts';
import type { ControlDatabase } from './schema.ts';

const secretBytes = 32;

/** See `ControlStore.secret`. Of two processes that ask for a new one at once the first one's stays. */
export async function sharedSecret(db: Kysely<ControlDatabase>, rng: Rng, name: string): Promise<Buffer> {
  const value = Buffer.from(rng.bytes(secretBytes)).toString('hex');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const found = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(found.value, 'hex');
}
