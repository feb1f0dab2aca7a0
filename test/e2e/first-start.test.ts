/** The first start on the simulated exchange, which has a history to make and to store before it serves. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import { openChdb } from '../../src/analytics/chdb.ts';
import { query } from '../../src/analytics/query.ts';
import { dayMs, hourMs } from '../../src/kernel/clock.ts';
import { readDataMark, type SimulatedMark, writeDataMark } from '../../src/operate/data-mark.ts';
import { seedControl } from '../data-template.ts';
import { sized } from '../size.ts';
import { until } from '../until.ts';
import { type Command, runCommand, startCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-first-start-'));
const running: Command[] = [];
after(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const settings = { TIDEMARK_SOURCE: 'simulated', TIDEMARK_LOG_LEVEL: 'warn' };
const liveFromMs = Math.floor(Date.now() / hourMs) * hourMs;
/** A shorter past than a first start makes by itself, and the same for all directories. */
const plan: SimulatedMark = {
  source: 'simulated',
  model: simulationModel,
  seed: '1',
  startMs: liveFromMs - 5 * dayMs,
  liveFromMs,
};

function planned(name: string): string {
  const data = join(root, name);
  mkdirSync(data);
  writeDataMark(data, plan);
  return data;
}

/** Stops a first start as soon as its directory looks as named; it must end by itself, and never have served. */
async function interrupt(data: string, reached: () => boolean): Promise<void> {
  const start = startCommand(['serve', '--port', '0', '--data', data], settings);
  running.push(start);
  await until('the first start comes that far', reached, { deadlineMs: 120_000 });
  start.child.kill('SIGTERM');
  const { code, signal, stdout, stderr } = await start.ended;
  assert.deepEqual([code, signal, stdout], [0, null, ''], `it ended cleanly before it was ready: ${stderr}`);
  assert.equal(stderr, 'SIGTERM: stopping; repeat to end at once\n');
  assert.equal((readDataMark(data) as SimulatedMark).storedUntilMs, undefined);
}

/** Starts on the directory until it serves, and stops again. @returns until when its past was stored */
async function complete(data: string): Promise<number> {
  const server = await startServer(['--data', data], settings);
  running.push(server);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
  return (readDataMark(data) as SimulatedMark).storedUntilMs!;
}

const fillsUntil = query({
  name: 'fills_until',
  params: { to: 'TimeMs' },
  row: Type.Object({ rows: Type.String(), checksum: Type.String() }),
  sql: `
    SELECT toString(count()) AS rows, toString(sum(sipHash64(* EXCEPT (seq, batch)))) AS checksum
    FROM fills WHERE time <= {to:TimeMs}`,
});

async function sumsUntil(data: string, to: number) {
  const store = await openChdb({ dir: join(data, 'analytics') });
  try {
    return (await store.rows(fillsUntil, { to }, { lane: 'heavy' }))[0]!;
  } finally {
    await store.close();
  }
}

test('a port in use is reported before the history is made', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const data = join(root, 'taken');
  const { code, stderr } = await runCommand(['serve', '--port', String(port), '--data', data], settings);
  taken.close();
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use`));
  assert.ok(!existsSync(join(data, 'simulated')));
});

// Four first starts; simulated.test.ts covers, for every change, that a start completes a killed one.
if (sized({ check: false, campaign: true })) {
  test(
    'a first start that is stopped ends at once wherever it stands, and the next one has the data of one that was not',
    stoppedStart,
  );
}

async function stoppedStart(): Promise<void> {
  const [whole, stopped] = [planned('whole'), planned('stopped')];
  seedControl(join(whole, 'control'));
  const wholeUntilMs = await complete(whole);
  const files = join(stopped, 'simulated', 'unfinished');
  const journal = join(stopped, 'ingest');
  const namesIn = (dir: string) => (existsSync(dir) ? readdirSync(dir) : []);

  await interrupt(stopped, () => namesIn(files).length > 0);
  // An earlier start may have begun to store: only new files belong to this start.
  const before = new Set(namesIn(journal));
  await interrupt(stopped, () => namesIn(journal).some((name) => !before.has(name)));
  const untilMs = Math.min(wholeUntilMs, await complete(stopped));

  const sums = await sumsUntil(whole, untilMs);
  assert.ok(Number(sums.rows) > 2_000, `${sums.rows} fills`);
  assert.deepEqual(await sumsUntil(stopped, untilMs), sums);
  const { code, stdout, stderr } = await runCommand(['audit', '--data', stopped]);
  assert.deepEqual([code, stdout], [0, ''], `every rollup is what its fills say ${stderr}`);
}
