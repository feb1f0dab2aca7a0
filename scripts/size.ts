/**
 * Prints the size of the product, and fails if it exceeds the numbers of `scripts/size.json`. A commit that adds a feature raises them
 * (`--write`) and states the reason in its body. Run by `npm run check`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { TextFile } from './links.ts';

/** The counted sizes, each with the step to which `--write` rounds it up, so that small changes need no new number. */
const steps = {
  files: 5,
  lines: 250,
  /** Lines of the largest file. */
  largest: 10,
  /** Files that exactly one other file imports. */
  'one importer': 5,
  /** Percent of comment lines. */
  'private voice': 0.1,
} as const;
export type Size = Record<keyof typeof steps, number>;

const root = join(import.meta.dirname, '..');
const kept = join(root, 'scripts/size.json');
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.ts)'/g;
const commentLine = /^\s*(\/\/|\/?\*)/;
/** Words and phrases that are no terms of the field: their sentences have to be decoded. */
const privateVoice =
  /\b(tell|tells|told|anew|whoever|nobody|shall|beside|stands?|stood|somebody|anybody|go(es)? on|went on|going on|in the place of|where absent|tend(s|ed)?|breathe(s)?|at hand|takes? in|taken in|what (is|was|has)|who (has|is|asks|reads|follows|gets))\b/i;

/** @param files the sources of the product, without tests */
export function sizeOf(files: readonly TextFile[]): Size {
  const importers = new Map<string, number>();
  for (const { path, text } of files) {
    const targets = [...text.matchAll(imported)].map(([, target]) =>
      posix.join(posix.dirname(path), target!),
    );
    for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  const linesOf = files.map(({ text }) => text.trimEnd().split('\n'));
  const comments = linesOf.flat().filter((line) => commentLine.test(line));
  const share = comments.filter((line) => privateVoice.test(line)).length / Math.max(comments.length, 1);
  return {
    files: files.length,
    lines: linesOf.reduce((sum, lines) => sum + lines.length, 0),
    largest: Math.max(...linesOf.map((lines) => lines.length)),
    'one importer': files.filter(({ path }) => importers.get(path) === 1).length,
    'private voice': Number((share * 100).toFixed(2)),
  };
}

/** A sentence for each size above its kept number. */
export function excesses(size: Size, most: Size): string[] {
  return names
    .filter((name) => size[name] > most[name])
    .map((name) => `${name}: ${size[name]}, and scripts/size.json allows ${most[name]}`);
}

const names = Object.keys(steps) as (keyof Size)[];

function main(): boolean {
  const paths = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/*.campaign.ts'] });
  const size = sizeOf(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));
  if (process.argv.includes('--write')) {
    const rounded = names.map((name) => [
      name,
      Number((Math.ceil(size[name] / steps[name]) * steps[name]).toFixed(1)),
    ]);
    writeFileSync(kept, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  }
  const most = JSON.parse(readFileSync(kept, 'utf8')) as Size;
  for (const name of names) console.log(`${name.padEnd(13)} ${size[name]} of at most ${most[name]}`);
  const found = excesses(size, most);
  for (const excess of found) console.error(excess);
  if (found.length > 0)
    console.error(
      'Remove what is no longer needed. If the commit adds a feature: ./scripts/run.sh scripts/size.ts --write, and the reason in its body.',
    );
  return found.length === 0;
}

if (import.meta.main) process.exit(main() ? 0 : 1);
