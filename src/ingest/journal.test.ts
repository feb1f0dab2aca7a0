import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openJournal } from './journal.ts';
import type { PreparedBatch } from './prepared-batch.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-journal-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** A batch whose rows are written, as the sink does before it promises it. */
function batch(dir: string, seq: number): PreparedBatch {
  const file = openJournal(dir).rowsPath(seq);
  writeFileSync(file, `rows of ${seq}`);
  const insert = { file, structure: 'a Int64', target: 't (a)', select: 'a', token: `${seq}-x` };
  return { seq, insert, fills: 1, minTimeMs: 1, maxTimeMs: 2, maxBlock: 3 };
}

test('what was promised and not done is pending, oldest first, also for another process', () => {
  const dir = join(root, 'pending');
  const journal = openJournal(dir);
  const batches = [2, 10, 9].map((seq) => {
    const promised = batch(dir, seq);
    journal.promise(promised);
    return promised;
  });
  journal.done({ seq: 2 });
  assert.deepEqual(openJournal(dir).pending(), [batches[2], batches[1]]);
  for (const { insert } of batches.slice(1)) assert.ok(existsSync(insert.file));
});

test('rows without a promise, and half a promise, are removed at the next opening', () => {
  const dir = join(root, 'unpromised');
  openJournal(dir);
  for (const name of ['4.arrow', '-1.arrow', '5.draft']) writeFileSync(join(dir, name), 'x');
  assert.deepEqual(openJournal(dir).pending(), []);
  assert.deepEqual(readdirSync(dir), []);
});

test('files of others in the directory are neither batches nor removed', () => {
  const dir = join(root, 'others');
  openJournal(dir);
  const others = ['tidemark.lock', 'tidemark.lock-journal', 'tidemark.owner.json', 'tidemark.owner.json.77'];
  for (const name of others) writeFileSync(join(dir, name), '{}');
  assert.deepEqual(openJournal(dir).pending(), []);
  assert.deepEqual(readdirSync(dir).sort(), others.toSorted());
});

test('a journal whose directory was moved finds its rows where they are now', () => {
  const before = join(root, 'before');
  openJournal(before).promise(batch(before, 1));
  const now = join(root, 'now');
  renameSync(before, now);
  const [pending] = openJournal(now).pending();
  assert.equal(pending!.insert.file, join(now, '1.arrow'));
});

test('what is cleared is no longer pending, and what else lies in the directory stays', () => {
  const dir = join(root, 'cleared');
  const journal = openJournal(dir);
  journal.promise(batch(dir, 1));
  for (const name of ['2.arrow', 'tidemark.lock']) writeFileSync(join(dir, name), 'x');
  journal.clear();
  assert.deepEqual(openJournal(dir).pending(), []);
  assert.deepEqual(readdirSync(dir), ['tidemark.lock']);
});

test('a state file that was cut or emptied counts as absent, with one warning, and is written again', () => {
  const dir = join(root, 'cut');
  const warnings: string[] = [];
  const journal = openJournal(dir, (text) => warnings.push(text));
  journal.promise(batch(dir, 1));
  for (const [index, text] of ['', '{"seq":1', 'null', '{"seq":"1"}'].entries()) {
    journal.promise(batch(dir, 2));
    journal.stand({ seq: 1, position: 'here' });
    for (const name of ['2.json', 'followed-files.json']) writeFileSync(join(dir, name), text);
    assert.equal(journal.position(), undefined);
    assert.equal(journal.position(), undefined);
    assert.deepEqual(
      journal.pending().map(({ seq }) => seq),
      [1],
    );
    assert.equal(warnings.length, (index + 1) * 2, text);
    assert.match(warnings.at(-2)!, /followed-files\.json was cut.*files of the node are read again/);
    assert.match(warnings.at(-1)!, /2\.json was cut.*run an import that was interrupted again/);
    assert.ok(!existsSync(join(dir, '2.arrow')));
  }
  journal.stand({ seq: 1, position: 'here' });
  assert.deepEqual(journal.position(), { seq: 1, position: 'here' });
});
