import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../src/config/schema.ts';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { adminRoutes } from '../src/operate/admin/routes.ts';
import { adminTable, endpointsTable, lengthFault, settingsTable, withTable } from './readme.ts';

test('the table names every setting once, with its flag and default', () => {
  const table = settingsTable.text();
  for (const { env } of settings) assert.equal(table.split(`| \`${env}\``).length, 2, env);
  assert.match(table, /\| `TIDEMARK_PORT`, `--port` \| `8080` \| .* an integer from 0 to 65535 \|/);
});

test('the table names every admin route once, with what it takes', () => {
  const table = adminTable.text();
  assert.equal(table.split('\n').length, adminRoutes.length + 2);
  assert.match(
    table,
    /\| POST `\/accounts\/\{name\}\/entitlements` \| `tier`, `validFrom\?`, `validUntil\?` \| grants/,
  );
});

test('only what stands between the markers is written, and writing again changes nothing', () => {
  const text =
    'before\n<!-- settings: written by scripts/readme.ts from src/config/schema.ts -->\nSTALE\n<!-- settings end -->\nafter\n';
  const once = withTable(text, settingsTable);
  assert.match(once, /^before\n/);
  assert.match(once, /\nafter\n$/);
  assert.doesNotMatch(once, /STALE/);
  assert.equal(withTable(once, settingsTable), once);
  assert.throws(() => withTable('no markers', settingsTable), /docs\/settings\.md needs the lines/);
});

test('the table of endpoints has each of them once, with its tier', () => {
  const rows = endpointsTable.text().split('\n').slice(2);
  assert.equal(rows.length, catalogue.length);
  for (const { path, tier } of catalogue) {
    const start = `| \`${path.replace('/api/public/v1', '')}\` | ${tier} |`;
    assert.equal(rows.filter((row) => row.startsWith(start)).length, 1, start);
  }
});

test('a README that is too long is refused with its number of words, a shorter one is not', () => {
  assert.equal(lengthFault('one two\n\n  three\n', 3), undefined);
  assert.match(lengthFault('one two\n\n  three four\n', 3)!, /^README\.md has 4 words, at most 3 are/);
});
