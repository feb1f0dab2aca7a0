/**
 * Runs the tests: `npm test`, or `npm test -- src/kernel/log.test.ts --test-name-pattern key`.
 * Arguments that start with a dash go to node's test runner, others are files or directories.
 */
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { requirePrograms, testPrograms } from './debian.ts';

const root = join(import.meta.dirname, '..');
/** Files at a time. Each may start an engine of its own, so more than two only take the machine from one another. */
const concurrency = 2;

function testFiles(paths: readonly string[]): string[] {
  const patterns = (paths.length > 0 ? paths : ['src', 'scripts', 'test', 'bench']).map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? `${relative(root, join(root, path))}/**/*.test.ts`
      : path,
  );
  return globSync(patterns, { cwd: root }).sort();
}

function main(): number {
  const args = process.argv.slice(2);
  // An option that takes a value carries it along: `--test-name-pattern key`.
  const isValue = (index: number): boolean =>
    /^--test-(name-pattern|skip-pattern|reporter)$/.test(args[index - 1] ?? '');
  const options = args.filter((arg, index) => arg.startsWith('-') || isValue(index));
  const files = testFiles(args.filter((arg) => !options.includes(arg)));
  if (files.length === 0) {
    console.error(`no test files under ${args.join(', ')}; tests are called *.test.ts`);
    return 1;
  }
  requirePrograms(testPrograms);
  const { status, signal } = spawnSync(
    process.execPath,
    [...process.execArgv, '--test', `--test-concurrency=${concurrency}`, ...options, ...files],
    { cwd: root, stdio: 'inherit' },
  );
  if (signal !== null) console.error(`the tests were ended by ${signal}`);
  return status ?? 1;
}

process.exit(main());
