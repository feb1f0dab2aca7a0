import { type Kysely, sql, type Transaction } from 'kysely';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import type { ChangeWatch } from './change-watch.ts';
import { changeWaitMs } from './key-store.ts';
import type { Listener } from './postgres-listener.ts';
import type { ControlDatabase } from './schema.ts';

const changesChannel = 'tidemark_keys_changed';
const seenChannel = 'tidemark_keys_heard';

/** A process that has not looked a key up for this long remembers none: it is not asked. */
const leaseSeconds = 30;
/** Leaves a lease that outlasts the renewal, a look-up and what it is remembered for. */
const renewAfterMs = 10_000;
/** As many hashes as a message holds (8,000 bytes). */
const namedKeysLimit = 110;
/** Changes whose answers are collected; of one that never committed the answers never come. */
const changesLimit = 1_000;

export interface InstancesOptions {
  db: Kysely<ControlDatabase>;
  rng: Rng;
  watch: Pick<ChangeWatch, 'begin' | 'seen' | 'reset'>;
  /** Gets the hash of a key that another process changed, or undefined where it may be any. */
  seen(hash: string | undefined): void;
}

/** Processes that have answered to a change. */
interface Answers {
  from: Set<string>;
  check?: () => void;
}

/**
 * Lets a change to keys return as soon as every process that may remember one has forgotten it.
 *
 * A process puts itself on the list before it looks a key up, and renews that while it does. A process that changes keys notifies all
 * (Postgres delivers with the commit), and waits for the answer of each on the list; for one that does not
 * answer, as long as a process uses what it remembers without a new confirmation (change-watch.ts). So a lost message or a
 * dead process costs a tenth of a second, and never lets an old key pass.
 */
export function createInstances({ db, rng, watch, seen }: InstancesOptions) {
  const ownId = Buffer.from(rng.bytes(8)).toString('hex');
  const collected = new BoundedMap<string, Answers>(changesLimit);
  let changes = 0;
  let renewedMs = Number.NEGATIVE_INFINITY;
  const renewing = singleFlight(renew);

  async function renew(): Promise<void> {
    const startMs = monotonicMs();
    await sql`
      insert into instances (id, seen_at) values (${ownId}, now())
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
    renewedMs = startMs;
  }

  async function others(): Promise<string[]> {
    const rows = await db
      .selectFrom('instances')
      .select('id')
      .where('id', '<>', ownId)
      .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${leaseSeconds})`)
      .execute();
    return rows.map((row) => row.id);
  }

  async function settled(change: string): Promise<void> {
    const answers = collected.get(change) ?? { from: new Set() };
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const over = withTimeout(promise, changeWaitMs, () => undefined);
    try {
      const requests = await others();
      answers.check = () => {
        if (requests.every((id) => answers.from.has(id))) end();
      };
      answers.check();
      await over;
    } catch {
      // It has committed: that the list cannot be read makes it wait, not fail.
      await over;
    } finally {
      collected.delete(change);
    }
  }

  function reported(payload: string): void {
    const [change = '', version, list = ''] = payload.split(' ');
    const own = change.startsWith(`${ownId}.`);
    if (!own) for (const hash of list === '*' ? [undefined] : list.split(',')) seen(hash);
    watch.seen(Number(version));
    if (own) return;
    // No change waits for a process that has looked nothing up.
    if (renewedMs === Number.NEGATIVE_INFINITY) return;
    sql`select pg_notify(${seenChannel}, ${`${change} ${ownId}`})`.execute(db).catch(() => {});
  }

  function answered(payload: string): void {
    const [change = '', from = ''] = payload.split(' ');
    const answers = collected.get(change);
    answers?.from.add(from);
    answers?.check?.();
  }

  const listener: Listener = {
    channels: [changesChannel, seenChannel],
    message: (channel, payload) => (channel === changesChannel ? reported(payload) : answered(payload)),
    resumed() {
      watch.reset();
      seen(undefined);
    },
  };

  return {
    listener,
    /** Puts this process on the list, or renews that where it is due; to be awaited before each look-up of a key. */
    async present(): Promise<void> {
      watch.begin();
      if (monotonicMs() - renewedMs < renewAfterMs) return;
      await renewing.run();
    },
    /** See `SqlStoreParts.announce`. */
    async announce(
      tx: Transaction<ControlDatabase>,
      hashes: readonly (string | undefined)[],
    ): Promise<() => Promise<void>> {
      changes += 1;
      const change = `${ownId}.${changes}`;
      // Answers may come before the commit is known here.
      collected.set(change, { from: new Set() });
      const distinct = [...new Set(hashes)];
      const any = distinct.includes(undefined) || distinct.length > namedKeysLimit;
      // The row stays locked until the commit: changes are committed in the order of their versions.
      const [counted] = await tx
        .updateTable('key_changes')
        .set({ version: sql<number>`version + 1` })
        .returning('version')
        .execute();
      const message = `${change} ${counted!.version} ${any ? '*' : distinct.join(',')}`;
      await sql`select pg_notify(${changesChannel}, ${message})`.execute(tx);
      return () => settled(change);
    },
    /** Takes this process off the list: it looks up nothing any more. */
    async leave(): Promise<void> {
      if (renewedMs === Number.NEGATIVE_INFINITY) return;
      const stale = sql<Date>`now() - make_interval(days => 1)`;
      await db
        .deleteFrom('instances')
        .where((eb) => eb.or([eb('id', '=', ownId), eb('seen_at', '<', stale)]))
        .execute();
    },
  };
}
