import type { Kysely } from 'kysely';
import { editDistance } from '../kernel/nearest.ts';
import { ControlError } from './control-error.ts';
import { hashApiKey } from './key-format.ts';
import type { ControlDatabase } from './schema.ts';

const comparedKeys = 1_000;
const shownIds = 3;

/**
 * The error for an id that no key has: names the nearest ids among the newest keys. Where a key was
 * given in the place of its id, it names the id and does not repeat the key.
 */
export async function unknownKey(db: Kysely<ControlDatabase>, id: string): Promise<ControlError> {
  if (/tdm_/i.test(id)) {
    const owner = await db
      .selectFrom('api_keys')
      .select('id')
      .where('hash', '=', hashApiKey(id.trim()))
      .executeTakeFirst();
    const known = owner === undefined ? 'no key is stored for it' : `its id is ${owner.id}`;
    return new ControlError(
      'unknown_key',
      `this is an API key, where the id of one (key_…) is needed; ${known}`,
    );
  }
  const shown = id.length > 40 ? `${id.slice(0, 40)}…` : id;
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(comparedKeys)
    .execute();
  if (rows.length === 0) {
    return new ControlError('unknown_key', `there is no key ${shown}: no key was created yet`);
  }
  const nearest = rows
    .map((row) => ({ id: row.id, distance: editDistance(id.slice(0, 40), row.id) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, shownIds)
    .map((row) => row.id);
  return new ControlError('unknown_key', `there is no key ${shown}; nearest: ${nearest.join(', ')}`);
}
