/** Runs parts of the benchmark at their least size. Their bars are not checked: times of a busy machine say nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { nodeCommand } from './child.ts';
import { projectDir } from './machine.ts';
import { benchParts } from './part-catalogue.ts';
import type { Results } from './results.ts';

const { NODE_TEST_CONTEXT: _, ...env } = process.env;

/** Declares a test of every `of`-th part, beginning with the `first`, so that several files can share the parts and run in parallel. */
export function testParts({ first, of }: { first: number; of: number }): void {
  const names = Object.entries(benchParts)
    .filter(([_name, { needsQuiet }]) => !needsQuiet)
    .map(([name]) => name)
    .filter((_name, index) => index % of === first);
  test(`these parts end with figures: ${names.join(', ')}`, async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'tidemark-bench-test-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const out = join(dir, 'results.json');
    const args = [join(projectDir, 'bench/main.ts'), '--quick', '--only', names.join(','), '--out', out];
    // Rejects with what it printed, each part that failed with its reason, if the exit code is not 0.
    await promisify(execFile)(nodeCommand, args, { env, cwd: projectDir, maxBuffer: 2 ** 24 });
    const { measurements, bars } = JSON.parse(readFileSync(out, 'utf8')) as Results;
    const figures = [...measurements.map((one) => ({ ...one, value: one.median })), ...bars];
    const parts = new Set(figures.filter(({ value }) => Number.isFinite(value)).map(({ part }) => part));
    assert.deepEqual(
      names.filter((name) => !parts.has(name)),
      [],
    );
  });
}
