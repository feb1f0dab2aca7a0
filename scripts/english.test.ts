import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEnglishFaults } from './english.ts';
import { parseSource } from './source-tree.ts';

function words(text: string, path = 'src/a.ts'): string[] {
  const isSource = path.endsWith('.ts') || path.endsWith('.tsx');
  const found = isSource
    ? findEnglishFaults([parseSource(path, text)], [])
    : findEnglishFaults([], [{ path, text }]);
  return found.map(({ line, message }) => `${line} ${/"([^"]+)"/.exec(message)![1]}`);
}

test('the ten words are refused in comments, messages, names of tests and markup', () => {
  assert.deepEqual(words('// It tells.\n/**\n * Told\n * of late.\n */'), ['1 tells', '3 Told', '4 of late']);
  assert.deepEqual(words('/**\n * There is no\n * more.\n */'), ['2 no more']);
  assert.deepEqual(words("throw new Error('reads it anew');"), ['1 anew']);
  assert.deepEqual(words("test('nobody waits for so long', () => {});"), ['1 nobody', '1 for so long']);
  assert.deepEqual(words('const a = `\nso many: whoever`;'), ['2 so many', '2 whoever']);
  assert.deepEqual(words('const a = <p title="Tell us">told</p>;', 'src/a.tsx'), ['1 Tell', '1 told']);
});

test('the ten words are refused in documents, but not in their blocks of code', () => {
  assert.deepEqual(words('# Title\n\nTell `told`.\n\n```\nanew\n```\n', 'docs/a.md'), ['3 Tell']);
  assert.deepEqual(words('# told here\n', 'clients/python/a.py'), ['1 told']);
  assert.deepEqual(words('-- tells\nSELECT told\n', 'src/sql/a.sql'), ['1 tells']);
  assert.deepEqual(words('const a = `\nSELECT told\n-- told\n`;'), ['3 told']);
  assert.deepEqual(words('{\n"title": "told once",\n"name": "a told"\n}', 'test/a.json'), ['2 told']);
});

test('names are no prose, and "no more than" is a bound', () => {
  for (const text of [
    'const told = tell(nobody);',
    'const a = `SELECT told FROM b WHERE told > 0 GROUP BY c`;',
    "run('nobody', { told: 'anew' });",
    '// `told` and told_batches, src/told.ts, told/a, a-told-story, event.told, no more than 5',
  ])
    assert.deepEqual(words(text), [], text);
});
