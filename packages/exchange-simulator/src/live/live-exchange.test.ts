import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hourMs, systemClock } from '../../../../src/kernel/clock.ts';
import { startLiveExchange } from './live-exchange.ts';
import type { LivePlan } from './live-plan.ts';
import { completeStretches } from './stretches.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-live-exchange-'));
after(() => rmSync(root, { recursive: true, force: true }));

const nowMs = systemClock.nowMs();
const plan: LivePlan = { seed: '3', startMs: nowMs - 6 * hourMs, liveFromMs: nowMs - 2 * hourMs };

/** Runs the exchange until it serves, then closes it. @returns the trouble that it reported */
async function run(dir: string): Promise<string[]> {
  const trouble: string[] = [];
  const exchange = startLiveExchange({
    plan,
    dir,
    filesFromMs: completeStretches(dir).at(-1)?.untilMs ?? 0,
    weightPerMinute: 1_200,
    onWritten: () => undefined,
    onTrouble: (message) => trouble.push(message),
    onFailure: (error) => trouble.push(error.message),
  });
  await exchange.serving;
  await exchange.close();
  return trouble;
}

/** All lines of the node files of a kind that hold anything, in the order of their blocks. */
function lines(dir: string, kind = 'node_fills_by_block'): string[] {
  return completeStretches(dir).flatMap(({ path }) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith(kind) && /\d{8}\/\d+$/.test(name))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .flatMap((name) => readFileSync(join(path, name), 'utf8').trimEnd().split('\n'))
      .filter((line) => !line.endsWith('"events":[]}')),
  );
}

function planned(name: string): string {
  return mkdtempSync(join(root, name));
}

test('an exchange that was started several times, from its checkpoint or without, has written what one has that was started once', async () => {
  const often = planned('often');
  assert.deepEqual(await run(often), []);
  assert.ok(readdirSync(often).includes('checkpoint'));
  assert.deepEqual(await run(often), []);
  writeFileSync(join(often, 'checkpoint'), 'damaged');
  const [reported, ...others] = await run(often);
  assert.match(reported!, /checkpoint of the simulated exchange is not used: it is damaged.*rebuilt/);
  assert.deepEqual(others, []);

  const once = planned('once');
  await run(once);
  const [expected, written] = [lines(once), lines(often)];
  assert.ok(written.length > 1_000, `${written.length} blocks`);
  assert.ok(expected.length >= written.length, `${expected.length} blocks: the one that ran last has more`);
  assert.deepEqual(written, expected.slice(0, written.length));
  const misc = lines(often, 'misc_events_by_block');
  assert.ok(misc.length > 5, `${misc.length} blocks with payments and updates`);
  assert.deepEqual(misc, lines(once, 'misc_events_by_block').slice(0, misc.length));
});

test('blocks between a checkpoint and the files are never lost: where the files are gone, it begins again', async () => {
  const dir = planned('gone');
  await run(dir);
  for (const { path } of completeStretches(dir)) rmSync(path, { recursive: true });
  const [reported] = await run(dir);
  assert.match(reported!, /newer than the files/);
  assert.ok(lines(dir).length > 1_000);
});
