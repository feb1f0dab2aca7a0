import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BenchPart, runParts } from './parts.ts';
import { createResults } from './results.ts';

const measuring = (name: string): BenchPart => ({
  async run(results) {
    results.measure(name, 'rate', 'fills/s', [1, 2, 3]);
    return { rounds: 3 };
  },
});

test('a part that fails, or lacks a program, is named, and what the others measured is written', async (t) => {
  const workDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-test-'));
  t.after(() => rmSync(workDir, { recursive: true, force: true }));
  const out = join(workDir, 'results', 'run.json');
  const written = () => JSON.parse(readFileSync(out, 'utf8'));
  const absent = { command: 'no-such-program', package: 'absent-package', why: 'limits' };
  const texts: string[] = [];
  const failed = await runParts({
    parts: {
      first: measuring('first'),
      lacking: { ...measuring('lacking'), programs: [absent] },
      broken: {
        async run(results) {
          results.measure('broken', 'before', 's', [4]);
          assert.equal(written().measurements.length, 1, 'the first part is written before the next ones');
          throw new Error('the disk is full');
        },
      },
      last: measuring('last'),
    },
    chosen: ['first', 'lacking', 'broken', 'last'],
    results: createResults(),
    workDir,
    quick: true,
    about: { commit: 'abc' },
    out,
    print: (text) => texts.push(text),
  });
  assert.deepEqual(failed, ['lacking', 'broken']);
  assert.match(
    texts.join(''),
    /the part lacking failed: it needs no-such-program .*install -y .*absent-package/,
  );
  assert.match(texts.join(''), /the part broken failed: the disk is full/);
  const { commit, measurements, raw } = written();
  assert.equal(commit, 'abc');
  assert.deepEqual(
    measurements.map(({ part, median }: { part: string; median: number }) => `${part} ${median}`),
    ['first 2', 'broken 4', 'last 2'],
  );
  assert.deepEqual([raw.broken.failed, raw.last.rounds], ['the disk is full', 3]);
});
