/** A process with a store, a connector and its exchange in one virtual time, for a test to kill. It does what its channel says. */
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { inVirtualTime } from '../virtual/store.ts';
import { createVirtualTime } from '../virtual/time.ts';
import { openVirtualWorld } from '../virtual/world.ts';
import type { ChildOptions, FromChild, ToChild } from './connector-process.ts';
import { startTestConnector, testPace } from './live-world.ts';

const { dir, world: worldOptions, nowMs, dies } = JSON.parse(process.argv[2]!) as ChildOptions;
/** Seconds of the exchange in one of the connector's. */
const speed = 3_600;
const report = (message: FromChild) => process.send!(message);
process.on('disconnect', () => process.exit());

const time = createVirtualTime();
const world = openVirtualWorld(time, worldOptions);
world.advance(nowMs - world.clock.nowMs());
let statements = 0;
let diesAt = dies.starting ? dies.atStatement : Number.POSITIVE_INFINITY;
/** The statement has begun: how far the engine comes with it is the machine's affair. */
function count(): void {
  statements += 1;
  if (statements !== diesAt) return;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), dies.afterRealMs); // waits: the engine works on it meanwhile
}

const engine = await openChdb({ dir: join(dir, 'engine'), readSessions: 1 });
await migrateAnalytics(engine);
const analytics = inVirtualTime(engine, time, count);
const batches = createBatchStore(analytics);
const journalDir = join(dir, 'journal');

const connector = await time.run(async () => {
  await recoverBatches(batches, openJournal(journalDir));
  const started = await startTestConnector(world, {
    ...world.way,
    analytics,
    batches,
    journalDir,
    // What a minute's feed does not carry is read again within the seconds that a test has.
    pace: { ...testPace, candlesMs: 500, statesMs: 1_000, quietMs: 1_000, rolesMs: 1_000 },
  });
  /** The markets, what there is to subscribe to and the outcomes are known. */
  const isReady = () => {
    const { ready, feeds } = started.state();
    return ready && feeds.every(({ name, received }) => name !== 'outcomes' || received > 0);
  };
  while (!isReady()) await time.pause(10);
  return started;
});
if (!dies.starting) diesAt = statements + dies.atStatement;

process.on('message', async (message: ToChild) => {
  if ('pass' in message) {
    const { pass, untilMs } = message;
    const stop = untilMs > world.clock.nowMs() ? world.run(speed) : () => undefined;
    await time.run(() => time.pause(pass));
    stop();
    world.advance(untilMs - world.clock.nowMs());
    report({ passed: true });
  }
  if ('ask' in message) {
    const { id, ask, params } = message;
    report({ id, rows: await engine.rows(query(ask), params) });
  }
  if ('close' in message) {
    await time.run(() => connector.close());
    await engine.close();
    process.disconnect();
  }
});
report({ ready: true });
