import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excesses, sizeOf } from './size.ts';

test('the size counts files, lines, files of one importer and comments in a private voice', () => {
  const files = [
    { path: 'src/a.ts', text: "import { b } from './b.ts';\nimport { c } from './c/c.ts';\n" },
    {
      path: 'src/b.ts',
      text: "/** Whoever asks. */\n// The caller.\nconst whoever = await import('./c/c.ts');\n",
    },
    { path: 'src/c/c.ts', text: 'export const c = 1;\n' },
  ];
  const size = { files: 3, lines: 6, largest: 3, 'one importer': 1, 'private voice': 50 };
  assert.deepEqual(sizeOf(files), size);
  assert.deepEqual(excesses(size, size), []);
  assert.deepEqual(excesses(size, { ...size, lines: 5 }), ['lines: 6, and scripts/size.json allows 5']);
});
