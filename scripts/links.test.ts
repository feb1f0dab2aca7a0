import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMadePaths, findLinkFaults, type LinkedTree, type TextFile } from './links.ts';
import { parseSource } from './source-tree.ts';

const documents: TextFile[] = [
  { path: 'guide/rules.md', text: '# Rules\n\n## What holds (always)\n\n## Twice\n\n## Twice\n' },
  { path: 'docs/adr/boards.md', text: '# Boards\n' },
];
const paths = [
  ...documents.map(({ path }) => path),
  'src/kernel/clock.ts',
  'src/sql/0001_fills.sql',
  'test/clock.test.ts',
  'guide/page.md',
];

function faults(given: Partial<LinkedTree>): string[] {
  const tree: LinkedTree = {
    sources: [],
    statements: [],
    paths,
    isMade: createMadePaths([{ path: '.gitignore', text: '/made/\n' }]),
    ...given,
    documents: [...documents, ...(given.documents ?? [])],
  };
  return findLinkFaults(tree).map(({ line, message }) => `${line}: ${message}`);
}

const comment = (text: string) =>
  faults({ sources: [parseSource('src/a.ts', `// ${text}\nconst a = 'no/file.ts';`)] });
const document = (text: string) => faults({ documents: [{ path: 'guide/page.md', text }] });

test('comments name files, folders and headings that are there', () => {
  for (const text of [
    'src/kernel/clock.ts, kernel/clock.ts and `clock.ts`.',
    'all of src/kernel/, ./src/kernel and test/*.test.ts',
    '(guide/rules.md#what-holds-always) and guide/rules.md#twice-1',
    'https://host/src/none.ts, /src/none.ts and node:fs are no paths, nor is and/or',
    'src/…ts and made by a program: made/list.ts',
  ]) {
    assert.deepEqual(comment(text), [], text);
  }
});

test('what a comment names and is not there is a fault, with its line', () => {
  assert.deepEqual(comment('src/kernel/time.ts'), [
    '1: src/kernel/time.ts is no file or folder of the repository',
  ]);
  assert.deepEqual(comment('ernel/clock.ts'), ['1: ernel/clock.ts is no file or folder of the repository']);
  assert.deepEqual(comment('interface.md'), ['1: interface.md is no file or folder of the repository']);
  assert.deepEqual(comment('src/wire'), ['1: src/wire is no file or folder of the repository']);
  assert.deepEqual(comment('src/sql/*.ts'), ['1: src/sql/*.ts is no file or folder of the repository']);
  assert.deepEqual(comment('guide/rules.md#never'), ['1: guide/rules.md has no heading #never']);
  const block = parseSource('src/a.ts', '\n/**\n * As in\n * none.ts.\n */\nconst a = 1;');
  assert.deepEqual(faults({ sources: [block] }), ['4: none.ts is no file or folder of the repository']);
});

test('names of tests cite headings, and comments of SQL are read', () => {
  const page = documents[1]!.path;
  const source = parseSource('src/a.test.ts', `test('it holds (${page}#never)', () => {});`);
  assert.deepEqual(faults({ sources: [source] }), [`1: ${page} has no heading #never`]);
  const statements = [{ path: 'src/sql/0001_fills.sql', text: "SELECT 'none.md';\n-- as none.md says\n" }];
  assert.deepEqual(faults({ statements }), ['2: none.md is no file or folder of the repository']);
});

test('links of documents lead to files and headings', () => {
  const right =
    '[a](rules.md#twice-1), [b](../src/kernel/clock.ts), [c](#page), [d](/errors), [e](https://host/#x)';
  assert.deepEqual(document(`# Page\n\n${right}, [f](../docs/adr)\n`), []);
  assert.deepEqual(document('# Page\n\n[a](none.md)'), ['3: the link none.md leads to no file']);
  assert.deepEqual(document('# Page\n\n[a](rules.md#never)'), ['3: guide/rules.md has no heading #never']);
  assert.deepEqual(document('[a](#never)'), ['1: guide/page.md has no heading #never']);
  assert.deepEqual(document('Text\nof `none.ts`'), ['2: none.ts is no file or folder of the repository']);
});

test('blocks of code in documents are left alone', () => {
  assert.deepEqual(document('Text\n\n```sh\ncat none.ts\n```\n\n    cat none.md\n'), []);
});
