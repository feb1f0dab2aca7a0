/**
 * Runs the tests: `npm test`, or `npm test -- src/kernel/log.test.ts --test-name-pattern key`.
 * Arguments that are no options are files or directories; `--file-seconds` is what one file may take, `--slowest` how many
 * files are named at the end with the time they took, and the processor time of all their processes.
 */
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { makeTemplates } from '../test/data-template.ts';
import { recordedData } from '../test/recorded-data.ts';
import { requirePrograms, testPrograms } from './debian.ts';
import { createFileWatch, type FileWatch } from './file-watch.ts';
import { requirePortal } from './portal.ts';
import { groupFiles } from './test-groups.ts';

const root = join(import.meta.dirname, '..');
/** Files at a time: one more than the processors of a small machine, as each waits for processes and disks now and then. */
const concurrency = 3;
/** The slowest takes three minutes on a quiet machine; a busy one gets its time, a hang does not get the day. */
const defaultFileSeconds = 720;
/** Where there is room for it, temporary files are kept in memory: the tests make many small ones, and ask for each to be synced. */
const memoryDisk = '/dev/shm';
const memoryDiskBytes = 4 * 2 ** 30;
/** Files named at the end with what they took. */
const slowestShown = '12';

function testFiles(paths: readonly string[]): string[] {
  const patterns = (paths.length > 0 ? paths : ['src', 'packages', 'scripts', 'test', 'bench']).map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
      ? `${relative(root, join(root, path))}/**/*.test.ts`
      : path,
  );
  return globSync(patterns, { cwd: root }).sort();
}

/** Without the tests that compare with real records of the exchange, where there are none. */
function withoutRecorded(files: string[]): string[] {
  if (existsSync(recordedData)) return files;
  const left = files.filter((file) => !file.endsWith('.recorded.test.ts'));
  if (left.length < files.length)
    console.log(`left out, as ${recordedData.pathname} is not there: ${files.length - left.length} files`);
  return left;
}

/** Those that take the longest come first: the others fill up what they leave of the machine. */
const longest = [
  'test/e2e/simulated.test.ts',
  'test/e2e/live-servers.test.ts',
  'test/portal/pages.test.ts',
  'test/ingest/shared-batches.test.ts',
  'test/ingest/stored-records.chdb.test.ts',
  'test/ingest/derived-filling.chdb.test.ts',
  'test/e2e/jobs.test.ts',
  'test/ingest/crash-points.chdb.test.ts',
  'test/contract/service.test.ts',
  'test/e2e/servers.test.ts',
];

/** Behind them what else starts programs and servers; the short ones of the sources leave no processor idle at the end. */
function place(file: string): number {
  const at = longest.indexOf(file);
  if (at >= 0) return at;
  return longest.length + (file.startsWith('test/') ? 0 : 1);
}

/** What took the longest, and what did not come to an end. */
function summary(watch: FileWatch, fileSeconds: number, shown: number): string {
  const times = watch.times();
  const figure = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`;
  const lines = times
    .slice(0, shown)
    .map(
      ({ file, seconds, processorSeconds }) =>
        `  ${figure(seconds)} ${processorSeconds === undefined ? '        ' : figure(processorSeconds)}  ${file}`,
    );
  const used = times.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0);
  const head = `the slowest of ${times.length} files, which took ${used.toFixed(0)} s of processors (time, and of processors):`;
  const slowest = times.length < 2 ? [] : ['', head, ...lines];
  const late = watch.late().map((file) => `${file} did not end within ${fileSeconds} s and was ended`);
  return [...slowest, ...late, ''].join('\n');
}

/** A directory for temporary files in memory, where there is one: every test and process below takes it from the environment. */
function useMemoryDisk(): string | undefined {
  const space = existsSync(memoryDisk) ? statfsSync(memoryDisk) : undefined;
  if (space === undefined || space.bavail * space.bsize < memoryDiskBytes) return undefined;
  const dir = mkdtempSync(join(memoryDisk, 'tidemark-tests-'));
  // Postgres runs as a user of its own where the tests run as root.
  chmodSync(dir, 0o1777);
  process.env.TMPDIR = dir;
  return dir;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'test-name-pattern': { type: 'string', multiple: true },
      'test-skip-pattern': { type: 'string', multiple: true },
      'file-seconds': { type: 'string', default: String(defaultFileSeconds) },
      slowest: { type: 'string', default: slowestShown },
    },
  });
  const fileSeconds = Number(values['file-seconds']);
  if (!(fileSeconds > 0)) {
    console.error(`--file-seconds is how long a file may take, such as ${defaultFileSeconds}`);
    return false;
  }
  const found = testFiles(positionals).toSorted((a, b) => place(a) - place(b));
  const files = withoutRecorded(found);
  if (files.length === 0) {
    console.error(`no test files under ${positionals.join(', ')}; tests are called *.test.ts`);
    return false;
  }
  requirePrograms(testPrograms);
  await requirePortal();
  await makeTemplates();
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-groups-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const groups = groupFiles(files, { root, dir, alone: [...longest, ...positionals] });
  const watch = createFileWatch(groups, fileSeconds * 1_000);
  let isGood = true;
  // Processes of files end with it, and what they keep in memory goes.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const events = run({
    signal: stop.signal,
    files: groups.map(({ entry }) => entry),
    concurrency,
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
  }).on('test:fail', () => {
    isGood = false;
  });
  watch.follow(events);
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  process.stdout.write(summary(watch, fileSeconds, Number(values.slowest)));
  return isGood && watch.late().length === 0;
}

const temporary = useMemoryDisk();
let passed = false;
try {
  passed = await main();
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
}
process.exit(passed ? 0 : 1);
