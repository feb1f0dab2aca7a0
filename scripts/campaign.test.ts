import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { campaigns } from './campaigns.ts';

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const root = join(import.meta.dirname, '..');

async function toyCampaign(...args: string[]): Promise<string> {
  const script = join(root, 'scripts/fixtures/toy-campaign.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
  return stdout;
}

test('every run has the next seed, and one that fails is printed as the command that repeats it', async () => {
  const stdout = await toyCampaign('5', 'scripts/fixtures/fails-on-two.ts');
  assert.deepEqual(stdout.match(/== toy, seed \d/g), ['== toy, seed 1', '== toy, seed 2', '== toy, seed 3']);
  assert.equal(stdout.trim().split('\n').at(-1), '["npm run campaign -- --only toy --seed 2 --runs 1"]');
});

test('when the minutes are over the run under way is ended, and is no failure', async () => {
  const stdout = await toyCampaign('0.03', 'scripts/fixtures/hangs.ts');
  assert.match(stdout, /toy, seed 1: cut off, the minutes are over/);
  assert.equal(stdout.trim().split('\n').at(-1), '[]');
});

test('the message of a bad option says what would be right, and every campaign has its files', async () => {
  const campaign = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts/campaign.ts'), ...args], { env });
  await assert.rejects(campaign('--only', 'nothing'), {
    code: 2,
    stderr: /no such campaign: nothing; there are seeds, kills/,
  });
  await assert.rejects(campaign('--minutes', '0'), {
    code: 2,
    stderr: /--minutes is a whole number from 1 on, not '0'/,
  });
  for (const { files } of Object.values(campaigns))
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
});
