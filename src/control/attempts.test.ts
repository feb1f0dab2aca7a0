import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { seedControl } from '../../test/data-template.ts';
import { openPglite } from './pglite.ts';

test('attempts are counted within their window, and a count that a clock of the future began is over', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-attempts-'));
  const time = { nowMs: Date.UTC(2026, 0, 2) };
  const control = await openPglite({
    dir: seedControl(join(root, 'control')),
    clock: { nowMs: () => time.nowMs },
  });
  await control.migrate();
  const rule = { name: 'tried', limit: 2, windowMs: 60_000 };
  const { attempts } = control;
  const waits = [];
  for (let i = 0; i < 3; i++) waits.push(await attempts.take(rule, 'somebody'));
  assert.deepEqual(waits, [0, 0, 60_000]);
  assert.equal(await attempts.waitMs(rule, 'somebody'), 60_000);
  time.nowMs += 60_000;
  assert.equal(await attempts.take(rule, 'somebody'), 0);
  await attempts.take(rule, 'somebody');
  assert.equal(await attempts.take(rule, 'somebody'), 60_000);
  time.nowMs -= 3 * 86_400_000;
  assert.equal(await attempts.waitMs(rule, 'somebody'), 0);
  assert.equal(await attempts.take(rule, 'somebody'), 0);
  await control.close();
  rmSync(root, { recursive: true, force: true });
});
