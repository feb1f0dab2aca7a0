/**
 * Runs the tests: `npm test`, or `npm test -- src/kernel/log.test.ts --test-name-pattern key`.
 * Arguments that are no options are files or directories.
 */
import { globSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { makeControlTemplate } from '../test/control-template.ts';
import { requirePrograms, testPrograms } from './debian.ts';

const root = join(import.meta.dirname, '..');
/** Files at a time: one more than the processors of a small machine, as each waits for processes and disks now and then. */
const concurrency = 3;

function testFiles(paths: readonly string[]): string[] {
  const patterns = (paths.length > 0 ? paths : ['src', 'scripts', 'test', 'bench']).map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? `${relative(root, join(root, path))}/**/*.test.ts`
      : path,
  );
  return globSync(patterns, { cwd: root }).sort();
}

/** Those that take the longest come first: the others fill up what they leave of the machine. */
const longest = [
  'test/live/seeds.test.ts',
  'test/ingest/crash-points.chdb.test.ts',
  'test/live/kill.test.ts',
  'test/e2e/simulated.test.ts',
  'test/e2e/live-servers.test.ts',
  'test/e2e/kill.test.ts',
  'test/e2e/servers.test.ts',
  'test/e2e/first-start.test.ts',
  'test/ingest/overlaps.test.ts',
  'test/ingest/crash-points.clickhouse.test.ts',
];

function place(file: string): number {
  const at = longest.indexOf(file);
  return at < 0 ? longest.length : at;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'test-name-pattern': { type: 'string', multiple: true },
      'test-skip-pattern': { type: 'string', multiple: true },
    },
  });
  const files = testFiles(positionals).toSorted((a, b) => place(a) - place(b));
  if (files.length === 0) {
    console.error(`no test files under ${positionals.join(', ')}; tests are called *.test.ts`);
    return false;
  }
  requirePrograms(testPrograms);
  await makeControlTemplate();
  let isGood = true;
  const events = run({
    files: files.map((file) => join(root, file)),
    concurrency,
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
  }).on('test:fail', () => {
    isGood = false;
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return isGood;
}

process.exit((await main()) ? 0 : 1);
