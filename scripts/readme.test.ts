import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../src/config-schema.ts';
import { settingsTable, withSettingsTable } from './readme.ts';

test('the table names every setting once, with its flag and default', () => {
  const table = settingsTable();
  for (const { env } of settings) assert.equal(table.split(`| \`${env}\``).length, 2, env);
  assert.match(table, /\| `TIDEMARK_PORT`, `--port` \| `8080` \| .* an integer from 0 to 65535 \|/);
});

test('only what stands between the markers is written, and writing again changes nothing', () => {
  const text =
    'before\n<!-- settings: written by scripts/readme.ts from src/config-schema.ts -->\nSTALE\n<!-- settings end -->\nafter\n';
  const once = withSettingsTable(text);
  assert.match(once, /^before\n/);
  assert.match(once, /\nafter\n$/);
  assert.doesNotMatch(once, /STALE/);
  assert.equal(withSettingsTable(once), once);
  assert.throws(() => withSettingsTable('no markers'), /README\.md needs the lines/);
});
