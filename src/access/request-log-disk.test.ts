/** Contents of the request log on disk while the store is slow or down, and their later delivery. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  batchesIn,
  eventually,
  filesIn,
  openRequestLogHarness,
  type RequestLogHarness,
  record,
} from '../../test/request-log-harness.ts';

let harness: RequestLogHarness;
before(async () => {
  harness = await openRequestLogHarness();
});
after(() => harness?.close());

test('a store that takes nothing does not keep the process from ending, and the next start stores what it refused', async () => {
  let attempts = 0;
  const insertArrow = async (): Promise<void> => {
    attempts += 1;
    throw new Error('the disk is full');
  };
  const { requestLog, lines, dir } = harness.openLog({ analytics: { insertArrow }, retryMs: 3_600_000 });
  requestLog.record(record('refused', 0));
  const flushed = requestLog.flush();
  await eventually(() => attempts === 1);
  await requestLog.close();
  await flushed;
  assert.equal(attempts, 4, 'one before the end, three after it');
  assert.deepEqual(requestLog.counts, { stored: 0, dropped: 0 });
  assert.match(String(lines.at(-1)!.msg), /the next start stores it/);
  assert.equal(batchesIn(dir).length, 1);
  const next = harness.openLog({ dir });
  next.requestLog.record(record('refused', 1));
  await next.requestLog.close();
  assert.deepEqual(batchesIn(dir), []);
  assert.equal(await harness.countOf('refused'), 2);
});

test('while the store hangs all records are on disk within the interval of a flush, and a start after a kill stores each once', async () => {
  const analytics = harness.heldStore();
  const { requestLog, dir } = harness.openLog({ analytics, batchRecords: 10, flushMs: 5 });
  for (let i = 0; i < 25; i++) requestLog.record(record('killed', i));
  await eventually(() => batchesIn(dir).length === 3);
  requestLog.record(record('killed', 25));
  const smaller = statSync(batchesIn(dir).at(-1)!).size;
  await eventually(() => statSync(batchesIn(dir).at(-1)!).size > smaller);
  // Files of a killed process, as the next process finds them, including half a batch.
  const left = join(harness.root, 'left');
  cpSync(dir, left, { recursive: true });
  writeFileSync(join(left, '0', 'half.new'), 'rows');
  const restarted = harness.openLog({ dir: left });
  await restarted.requestLog.close();
  assert.equal(await harness.countOf('killed'), 26);
  assert.deepEqual(filesIn(join(left, '0')), []);
  // The insert of the first batch was under way: it is repeated under the same token.
  let closed = false;
  const closing = requestLog.close().then(() => {
    closed = true;
  });
  await eventually(() => {
    analytics.waiting.pop()?.();
    return closed;
  });
  await closing;
  assert.equal(await harness.countOf('killed'), 26);
});

test('what an earlier process left and the store refuses stays, and holds up nothing', async () => {
  const dir = join(harness.root, 'spoilt');
  mkdirSync(join(dir, '0'), { recursive: true });
  writeFileSync(join(dir, '0', 'request-log-0-1.arrow'), 'no rows');
  const { requestLog, lines } = harness.openLog({ dir });
  requestLog.record(record('after spoilt', 0));
  await requestLog.close();
  assert.equal(await harness.countOf('after spoilt'), 1);
  assert.equal(batchesIn(dir).length, 1);
  assert.match(String(lines[0]!.msg), /of an earlier process could not be stored/);
});

test('processes that share a directory have each a place of their own', async () => {
  const dir = join(harness.root, 'shared');
  const both = [harness.openLog({ dir }), harness.openLog({ dir })];
  for (const [i, { requestLog }] of both.entries()) requestLog.record(record('sharing', i));
  for (const { requestLog } of both) await requestLog.close();
  assert.equal(await harness.countOf('sharing'), 2);
});
