/**
 * Runs the tests: `npm test` the quick tier, `npm run test:process` the other, or
 * `npm test -- src/kernel/log.test.ts --test-name-pattern key` files or directories of any tier.
 * `--file-seconds` is how long one file may take; `--slowest` is how many files the end names, with the time they took and
 * the processor time of all their processes.
 */
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { makeTemplates } from '../test/data-template.ts';
import { recordedData } from '../test/recorded-data.ts';
import { requirePrograms, testPrograms } from './debian.ts';
import { createFileWatch, type FileTime } from './file-watch.ts';
import { requirePortal } from './portal.ts';
import { groupFiles } from './test-groups.ts';
import { keepSeconds, lastSeconds } from './test-seconds.ts';
import { type TestTier, testTiers, tierOf } from './test-tiers.ts';

const root = join(import.meta.dirname, '..');
/** Files at a time: one more than the processors of a small machine, because files also wait for processes and disks. */
const concurrency = 3;
/** The slowest takes three minutes on a quiet machine; a busy one gets its time, a hang does not get the day. */
const defaultFileSeconds = 900;
/** Temporary files are kept in memory if there is room: tests make many small ones and sync each. */
const memoryDisk = '/dev/shm';
const memoryDiskBytes = 4 * 2 ** 30;
/** Number of slowest files listed at the end. */
const slowestShown = '12';

function testFiles(paths: readonly string[]): string[] {
  const patterns = (paths.length > 0 ? paths : ['src', 'packages', 'scripts', 'test', 'bench']).map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? `${relative(root, join(root, path))}/**/*.test.ts`
      : path,
  );
  return globSync(patterns, { cwd: root }).sort();
}

/** Removes the tests against real records of the exchange if there are no records. */
function withoutRecorded(files: string[]): string[] {
  if (existsSync(recordedData)) return files;
  const left = files.filter((file) => !file.endsWith('.recorded.test.ts'));
  if (left.length < files.length)
    console.log(`left out, as ${recordedData.pathname} is not there: ${files.length - left.length} files`);
  return left;
}

/** Files that took more processor seconds than this in their last run get a process of their own. */
const longSeconds = 20;

/** The longest of the last run first; files without a record before the short ones, those of `test/` first. */
function inOrder(files: readonly string[], seconds: ReadonlyMap<string, number>): string[] {
  const weight = (file: string) => seconds.get(file) ?? (file.startsWith('test/') ? longSeconds : 1);
  return files.toSorted((a, b) => weight(b) - weight(a));
}

interface Result {
  passed: boolean;
  /** The first lines of each test's error. */
  failures: string[];
  times: FileTime[];
  /** Files that exceeded their time. */
  late: string[];
}

/** Characters of an error that the end repeats: a long run's output is often kept only in part. */
const failureChars = 1_500;

/** Nothing for a suite that failed because of its tests: they are named themselves. */
function failureText({ name, file, details }: EventData.TestFail): string[] {
  const { error } = details;
  if ((error as { failureType?: string }).failureType === 'subtestsFailed') return [];
  const cause = error.cause instanceof Error ? error.cause : error;
  const where = file === undefined ? '' : `${relative(root, file)}: `;
  return [`failed: ${where}${name}\n${cause.message}`.slice(0, failureChars)];
}

/** The slowest files, those that were ended, and what failed. */
function summary({ failures, times, late }: Result, fileSeconds: number, shown: number): string {
  const figure = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`;
  const lines = times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, shown)
    .map(
      ({ file, seconds, processorSeconds }) =>
        `  ${figure(seconds)} ${processorSeconds === undefined ? '        ' : figure(processorSeconds)}  ${file}`,
    );
  const used = times.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0);
  const head = `the slowest of ${times.length} files, which took ${used.toFixed(0)} s of processors (time, and of processors):`;
  const slowest = times.length < 2 ? [] : ['', head, ...lines];
  const ended = late.map((file) => `${file} did not end within ${fileSeconds} s and was ended`);
  return [...slowest, ...ended, ...failures, ''].join('\n');
}

/** An in-memory directory for temporary files, if available: every test and child process inherits it by the environment. */
function useMemoryDisk(): string | undefined {
  const space = existsSync(memoryDisk) ? statfsSync(memoryDisk) : undefined;
  if (space === undefined || space.bavail * space.bsize < memoryDiskBytes) return undefined;
  const dir = mkdtempSync(join(memoryDisk, 'tidemark-tests-'));
  // As root, Postgres runs as another user.
  chmodSync(dir, 0o1777);
  process.env.TMPDIR = dir;
  return dir;
}

interface RunOptions {
  fileSeconds: number;
  testNamePatterns: string[];
  testSkipPatterns: string[];
  /** Files that get a process of their own. */
  alone: readonly string[];
  dir: string;
  /** Ends the run with everything that it has started. */
  signal: AbortSignal;
}

/** Runs files once. Files without an outcome, because another file of their process hung or crashed, are `unstarted`. */
async function runOnce(
  files: readonly string[],
  { fileSeconds, alone, dir, signal, testNamePatterns, testSkipPatterns }: RunOptions,
): Promise<Result & { unstarted: string[] }> {
  const groups = groupFiles(files, { root, dir, alone });
  const watch = createFileWatch(groups, fileSeconds * 1_000);
  let ending: Promise<void> | undefined;
  signal.addEventListener('abort', () => (ending = watch.endAll()), { once: true });
  const failures: string[] = [];
  let passed = true;
  const entries = groups.map(({ entry }) => entry);
  const events = run({ signal, files: entries, concurrency, testNamePatterns, testSkipPatterns });
  events.on('test:fail', (failed) => {
    passed = false;
    failures.push(...failureText(failed));
  });
  watch.follow(events);
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  await ending;
  const late = [...watch.late()];
  return {
    passed: passed && late.length === 0,
    failures,
    times: watch.times(),
    late,
    unstarted: watch.unstarted(),
  };
}

/** Runs files, and runs the unstarted ones again. */
async function runAll(files: readonly string[], options: RunOptions): Promise<Result> {
  const result: Result = { passed: true, failures: [], times: [], late: [] };
  for (let left = files; left.length > 0 && !options.signal.aborted; ) {
    const { passed, failures, times, late, unstarted } = await runOnce(left, options);
    result.passed &&= passed;
    result.failures.push(...failures);
    result.times.push(...times);
    result.late.push(...late);
    // Each round starts at least one file of each process; without progress there is nothing to repeat.
    left = unstarted.length < left.length ? unstarted : [];
  }
  return result;
}

/** Installs and builds dependencies of the tests that npm does not install. */
async function prepare(): Promise<void> {
  requirePrograms(testPrograms);
  await requirePortal();
  await makeTemplates();
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'test-name-pattern': { type: 'string', multiple: true },
      'test-skip-pattern': { type: 'string', multiple: true },
      'file-seconds': { type: 'string', default: String(defaultFileSeconds) },
      slowest: { type: 'string', default: slowestShown },
      tier: { type: 'string', default: 'quick' },
    },
  });
  const fileSeconds = Number(values['file-seconds']);
  if (!(fileSeconds > 0)) {
    console.error(`--file-seconds is how long a file may take, such as ${defaultFileSeconds}`);
    return false;
  }
  if (!testTiers.includes(values.tier as TestTier)) {
    console.error(`--tier is one of ${testTiers.join(', ')}`);
    return false;
  }
  const found = testFiles(positionals).filter(
    (file) => positionals.length > 0 || tierOf(file) === values.tier,
  );
  const seconds = lastSeconds();
  const files = inOrder(withoutRecorded(found), seconds);
  if (files.length === 0) {
    console.error(`no test files under ${positionals.join(', ')}; tests are called *.test.ts`);
    return false;
  }
  await prepare();
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-groups-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const result = await runAll(files, {
    fileSeconds,
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
    alone: [...positionals, ...files.filter((file) => (seconds.get(file) ?? 0) > longSeconds)],
    dir,
    signal: stop.signal,
  });
  keepSeconds(result.times);
  process.stdout.write(summary(result, fileSeconds, Number(values.slowest)));
  return result.passed && !stop.signal.aborted;
}

const temporary = useMemoryDisk();
let passed = false;
try {
  passed = await main();
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}
process.exit(passed ? 0 : 1);
