import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { openPglite } from '../../src/control/pglite.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createAuth } from '../../src/portal/auth.ts';
import { createSignInAttempts } from '../../src/portal/sign-in-attempts.ts';
import { seedControl } from '../data-template.ts';

it('the tables that were migrated are those that better-auth would make', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-sign-in-'));
  const control = await openPglite({ dir: seedControl(join(root, 'control')) });
  await control.migrate();
  const { options } = createAuth({
    control,
    mailer: undefined,
    log: createLog({ level: 'silent' }),
    baseUrl: 'http://localhost:1',
    secret: 'a secret of the tests, long enough',
    signIns: createSignInAttempts({ attempts: control.attempts, secret: 'another secret' }),
    rules: { signup: 'open', mail: false, oidc: false },
    oidc: undefined,
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options);
  assert.deepEqual(
    [toBeCreated, toBeAdded],
    [[], []],
    'add a migration to src/control/migrations with what is new',
  );
  await control.close();
  rmSync(root, { recursive: true, force: true });
});
