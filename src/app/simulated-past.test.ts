import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog } from '../kernel/log.ts';
import { storeStretches } from './simulated-source.ts';

const log = createLog({ level: 'silent' });
const dir = mkdtempSync(join(tmpdir(), 'tidemark-simulated-past-'));
after(() => rmSync(dir, { recursive: true, force: true }));

test('a past that cannot be stored now is kept, reported, and stored when it can be', async () => {
  const untilMs = 1_000;
  const stretch = join(dir, String(untilMs));
  mkdirSync(stretch);
  const reported: (string | undefined)[] = [];
  const kept: [untilMs: number, isThere: boolean][] = [];
  const operations = {
    async importPaths() {
      reported.push(storing.pending());
      if (reported.length === 1) throw new Error('tables are being filled');
      return { fills: 3, duplicates: 0, interrupted: false };
    },
  };
  const storing = storeStretches(dir, { operations, log }, (ms) => kept.push([ms, existsSync(stretch)]), {
    waitMs: 1,
  });
  storing.store({ untilMs, hasCaughtUp: true });
  assert.equal(await storing.stored, untilMs);
  assert.equal(storing.pending(), undefined);
  assert.equal(reported.length, 2);
  assert.deepEqual(kept, [[untilMs, true]], 'it goes once it is stored');
  assert.equal(existsSync(stretch), false);
  await storing.close();
});

test('a process that stops waits no longer for what cannot be stored', async () => {
  const failed = Promise.withResolvers<void>();
  const operations = {
    importPaths(): Promise<never> {
      failed.resolve();
      return Promise.reject(new Error('the disk is full'));
    },
  };
  const storing = storeStretches(dir, { operations, log }, () => assert.fail('nothing is stored'));
  storing.store({ untilMs: 2_000, hasCaughtUp: true });
  await failed.promise;
  await turn();
  await storing.close();
  assert.match(storing.pending() ?? '', /could not be stored: the disk is full/);
});
