import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { openOperations } from './commands.ts';

test('a command that finds no data directory names it and makes none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-commands-'));
  try {
    const data = join(dir, 'mistyped');
    const config = loadConfig({ data }, {});
    for (const command of ['keys', 'accounts', 'audit', 'gaps', 'quarantine', 'forget']) {
      await assert.rejects(openOperations(config, command), {
        message: `there is no data directory ${data}; name the right one with --data. serve, import and migrate create a new one`,
      });
      assert.equal(existsSync(data), false, command);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
});
