/** Keys and accounts from the command line: without a server, next to a running server, and on a remote server over its admin port. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { adminToken } from '../admin-harness.ts';
import { seedData } from '../data-template.ts';
import { adminUrl, runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-accounts-'));
const data = join(root, 'data');
seedData(data);
const here = `--data ${data}`;
after(() => rmSync(root, { recursive: true, force: true }));

async function succeeds(line: string, settings: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(line.split(' '), settings);
  assert.equal(code, 0, `${line}: ${stderr}`);
  return stdout;
}

async function fails(line: string, settings: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(line.split(' '), settings);
  assert.deepEqual([code, stdout], [1, ''], line);
  return stderr;
}

test('without a server, an account is made, and the message of a misspelt one names the nearest', async () => {
  assert.match(await succeeds(`accounts create desk ${here}`), /^account {2}desk\ntier {5}free\n/);
  assert.match(await fails(`accounts show desc ${here}`), /there is no account desc; did you mean desk\?/);
});

test('beside a server and over its admin port the same commands work, and count from the next request on', async () => {
  const admin = { TIDEMARK_ADMIN_PORT: '0', TIDEMARK_ADMIN_TOKEN: adminToken };
  const server = await startServer(['--data', data], admin);
  const url = await adminUrl(server);
  // The directory of a command line elsewhere: it is not touched.
  const elsewhere = {
    TIDEMARK_DATA: join(root, 'none'),
    TIDEMARK_ADMIN_TOKEN: adminToken,
    TIDEMARK_ADMIN_URL: url,
  };
  const plan = async (key: string) => {
    const answer = await fetch(`${server.address}/api/public/v1/plan`, {
      headers: { 'X-API-Key': key.trim() },
    });
    return (await answer.json()) as { tier: string; limits?: Record<string, unknown> };
  };
  try {
    const granted = JSON.parse(
      await succeeds(`accounts grant desk enterprise --until 2999-01-31 --json ${here}`),
    );
    assert.deepEqual(
      [granted.tier, granted.entitlements[0].validUntil],
      ['enterprise', '2999-01-31T00:00:00.000Z'],
    );
    const limits = await succeeds(`accounts limits desk --set ratePerMinute=20000 requestsPerDay=5 ${here}`);
    assert.match(
      limits,
      /\nratePerMinute +20,000 +account\nrouteRatePerMinute +10,000 +account\nrequestsPerDay +5 +account\n/,
    );
    assert.match(await succeeds(`keys create --account desk --test ${here}`), /^tdm_test_\w+\n$/);
    const key = await succeeds('keys create --account acme --tier starter', elsewhere);
    assert.equal((await plan(key)).tier, 'starter');
    await succeeds('accounts grant acme pro', elsewhere);
    assert.equal((await plan(key)).tier, 'pro');
    await succeeds(`accounts end acme pro starter --data ${data}`, elsewhere);
    assert.equal((await plan(key)).tier, 'free');
    const listed = JSON.parse(await succeeds('accounts list --json', elsewhere));
    assert.deepEqual(
      listed.map(({ name, activeKeys }: { name: string; activeKeys: number }) => [name, activeKeys]),
      [
        ['acme', 1],
        ['desk', 1],
      ],
    );
    assert.match(
      await succeeds('accounts limits desk --clear', elsewhere),
      /\nrequestsPerDay +unlimited +tier\n/,
    );
    const [{ id }] = JSON.parse(await succeeds('keys list --account acme --json', elsewhere));
    await succeeds(`keys revoke ${id}`, elsewhere);
    assert.equal((await plan(key)).tier, undefined);
    assert.equal(await succeeds('audit', elsewhere), '');
    assert.match(
      await fails('accounts end desk 4711', elsewhere),
      /no entitlement 4711; its grants: enterprise /,
    );
    assert.match(
      await fails(`import ${import.meta.filename}`, elsewhere),
      /run the import there, or name a data directory/,
    );
    for (const secret of [adminToken, key.trim()]) assert.ok(!server.written.stderr.includes(secret));
  } finally {
    server.child.kill('SIGTERM');
  }
  assert.equal((await server.ended).code, 0);
  assert.match(await fails('keys list', elsewhere), /nothing listens there; is tidemark serve running/);
});
