import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorPage } from '../documents/error-pages.ts';
import { errorCodes } from './error-codes.ts';

const src = join(import.meta.dirname, '../..');
/** Folders whose problems the API answers with; those of `billing` are answered on the pages alone. */
const folders = ['access', 'boards', 'endpoints', 'http', 'kernel', 'market', 'positions'];

function sourcesOf(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: src })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/error-codes.ts'))
    .map((path) => readFileSync(join(src, path), 'utf8'));
}

test('every code that a problem carries has a page with its meaning and its remedy, and every page has a code', () => {
  const text = folders.flatMap(sourcesOf).join('\n');
  const carried = [...text.matchAll(/(?:\bcode: |\brefused\(\s*\d+,\s*)'([A-Z_]+)'/g)].map(
    ([, code]) => code!,
  );
  assert.deepEqual(
    carried.filter((code) => !Object.hasOwn(errorCodes, code)),
    [],
  );
  for (const [code, { meaning, remedy }] of Object.entries(errorCodes)) {
    assert.ok(text.includes(`'${code}'`), `${code} is documented, and never answered`);
    const page = errorPage(code)!;
    assert.ok(page.includes(code) && page.includes(meaning) && page.includes(remedy), code);
  }
});
