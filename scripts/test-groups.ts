/** Groups test files that share a process: modules and engines are loaded once per group, which is half the cost of small files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process of the run and its test files, which run in order. */
export interface TestGroup {
  /** Absolute path of the script for node. */
  entry: string;
  /** Relative to the root. */
  files: readonly string[];
}

/** Folders whose files can share a process: they end what they start, and change no global state. */
const sharing = [
  /^(src|packages)\//,
  /^(scripts|bench)\/(?!.*\.processes\.)/,
  /^test\/(sim|live|lifecycles|conformance|contract|ingest|mcp|x402|portal|clients|deploy|virtual)\//,
  /^test\/given-facts\.test\.ts$/,
];
/** More would wait for each other at the end of a run, and hide each other's memory. Those of `test/` take longer than those of `src/`. */
const largest = { ofSources: 16, ofTests: 8 };

/** True if a file, relative to the root, can share a process. */
export function sharesProcess(file: string): boolean {
  return sharing.some((folder) => folder.test(file));
}

/** Group of a file: all of `src/` together, or a folder of `test/`; undefined for a file that runs alone. */
function groupOf(file: string, alone: ReadonlySet<string>): string | undefined {
  if (alone.has(file) || !sharesProcess(file)) return undefined;
  if (/^(src|packages\/[^/]+\/src)\//.test(file)) return 'src';
  const folder = /^(packages\/[^/]+\/test|test\/(?!deploy|virtual)\w+)(?=\/)/.exec(file);
  return folder?.[0] ?? 'small';
}

/**
 * @param files relative to the root, in the order they are to begin in
 * @param options.alone files that get a process of their own
 * @param options.dir absolute; takes the entries of the groups
 */
export function groupFiles(
  files: readonly string[],
  { root, dir, alone }: { root: string; dir: string; alone: readonly string[] },
): TestGroup[] {
  const apart = new Set(alone);
  const groups: string[][] = [];
  const open = new Map<string, string[]>();
  for (const file of files) {
    const name = groupOf(file, apart);
    const group = name === undefined ? undefined : open.get(name);
    const most = name === 'src' || name === 'small' ? largest.ofSources : largest.ofTests;
    if (group !== undefined && group.length < most) {
      group.push(file);
      continue;
    }
    const made = [file];
    groups.push(made);
    if (name !== undefined) open.set(name, made);
  }
  return groups.map((group, index) => {
    const name = group.length === 1 ? group[0]!.replaceAll('/', '-') : `group-${index}`;
    const entry = join(dir, `${name}.mjs`);
    writeFileSync(entry, entryText(entry, group, root));
    return { entry, files: group };
  });
}

/** With several files, wraps the tests of each in a suite of its name. Records processor time at the end of each. */
function entryText(entry: string, files: readonly string[], root: string): string {
  const note = (file: string) => `noteProcessorTime(${JSON.stringify(entry)}, ${JSON.stringify(file)})`;
  const load = (file: string) => `await import(${JSON.stringify(join(root, file))});`;
  const suites = files.map(
    (file) => `describe(${JSON.stringify(file)}, async () => { after(() => ${note(file)}); ${load(file)} });`,
  );
  return [
    "import { after, describe } from 'node:test';",
    `import { noteProcessorTime } from ${JSON.stringify(join(root, 'scripts/processor-time.ts'))};`,
    `process.once('exit', () => ${note(files.at(-1)!)});`,
    ...(files.length === 1 ? files.map(load) : suites),
    '',
  ].join('\n');
}
