import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { readBundleList } from './bundled-packages.ts';
import { requireBundles } from './packages.ts';

const run = promisify(execFile);
const names = ['typebox', 'typebox/compile', 'typebox/value', 'kysely', 'kysely/migration', 'apache-arrow'];
const probe = `
  const seen = {};
  for (const name of ${JSON.stringify([...names, 'zod', 'zod/v4'])})
    seen[name] = { from: import.meta.resolve(name), exports: Object.keys(await import(name)) };
  const [{ z }, v4] = await Promise.all([import('zod'), import('zod/v4')]);
  console.log(JSON.stringify({ seen, isOne: z.string === v4.string }));`;

interface Seen {
  seen: Record<string, { from: string; exports: string[] }>;
  /** Whether what is reached by two names is the same function. */
  isOne: boolean;
}

/** What a process that is started by these words imports. */
async function seenBy(program: string): Promise<Seen> {
  const cwd = join(import.meta.dirname, '..');
  const { stdout } = await run(program, ['--input-type=module', '--eval', probe], { cwd });
  return JSON.parse(stdout) as Seen;
}

before(requireBundles);

test('what the program imports of a bundled package is its bundle, under each name, and exports what the package does', async () => {
  const bundled = await seenBy(join(import.meta.dirname, 'run.sh'));
  const plain = await seenBy(process.execPath);
  for (const [name, { from, exports }] of Object.entries(bundled.seen)) {
    assert.match(from, /\/node_modules\/\.bundles\/[\w-]+\.mjs$/, name);
    assert.doesNotMatch(plain.seen[name]!.from, /\.bundles/);
    assert.deepEqual(exports, plain.seen[name]!.exports, name);
  }
  assert.deepEqual([bundled.isOne, plain.isOne], [true, true]);
});

test('bundles of other packages than those that are installed are not used', () => {
  const { packages } = readBundleList()!;
  // With those that the four are made of.
  for (const name of ['typebox', 'kysely', 'apache-arrow', 'zod', 'flatbuffers'])
    assert.ok(`node_modules/${name}` in packages, name);
  const others = (directory: string) =>
    `${packages[directory]}${directory.endsWith('/flatbuffers') ? '-other' : ''}`;
  assert.equal(readBundleList(others), undefined);
});
