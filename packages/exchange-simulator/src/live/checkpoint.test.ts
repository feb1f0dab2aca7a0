import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { createExchangeRecord } from '../record/exchange-record.ts';
import { readCheckpoint, UnusableCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { LivePlan } from './live-plan.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-checkpoint-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const startMs = Date.UTC(2026, 4, 1);
const plan: LivePlan = { seed: '7', startMs, liveFromMs: startMs };
const options = { seed: '7', startMs, wallets: 40, coins: 4, fillsPerSecond: 2, tickMs: 30_000 };
const file = join(dir, 'checkpoint');
const record = createExchangeRecord(options);
record.advance(startMs + 900_000);
writeCheckpoint(file, plan, record);
const plain = (value: unknown) => deserialize(serialize(value));

test('what is read is what was written, and an exchange goes on from it as from the first moment', () => {
  const next = createExchangeRecord(options, readCheckpoint(file, plan)!);
  assert.deepEqual(plain(next.save()), plain(record.save()));
  for (const each of [next, record]) each.advance(startMs + 1_800_000);
  assert.deepEqual(plain(next.save()), plain(record.save()));
});

test('no file is none, and a damaged, cut off or strange one is refused for that reason', () => {
  assert.equal(readCheckpoint(join(dir, 'none'), plan), undefined);
  const whole = readFileSync(file);
  const refuses = (bytes: Uint8Array, reason: RegExp, of = plan) => {
    writeFileSync(join(dir, 'other'), bytes);
    assert.throws(
      () => readCheckpoint(join(dir, 'other'), of),
      (error) => error instanceof UnusableCheckpoint && reason.test(error.message),
    );
  };
  for (const share of [0.00002, 0.1, 0.5, 0.9, 0.99999]) {
    const changed = Buffer.from(whole);
    const at = Math.floor(whole.length * share);
    changed[at] = changed[at]! ^ 1;
    refuses(changed, /not used: /);
    refuses(whole.subarray(0, at), /not used: /);
  }
  refuses(Buffer.concat([whole, Buffer.from('more')]), /damaged/);
  refuses(whole, /another version/, { ...plan, seed: '8' });
  refuses(new Uint8Array(0), /damaged/);
});
