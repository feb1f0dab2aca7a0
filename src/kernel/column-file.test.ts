import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DamagedFileError, readColumnFile, readColumnHeader, writeColumnFile } from './column-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-columns-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const path = join(dir, 'held');
const shared = new Uint32Array(new SharedArrayBuffer(12)).fill(7);
const columns = {
  pnl: Float64Array.of(1.5, Number.NaN, -0),
  sizes: BigInt64Array.of(-1n, 2n ** 62n),
  rows: shared,
  // Longer than a single write, and a view into a larger buffer.
  bytes: new Uint8Array(3_000_001).fill(9).subarray(1),
  none: new Int32Array(0),
  small: Uint16Array.of(1),
};
const header = { seq: 12, name: 'held — “exactly”' };

describe('a file of columns', () => {
  test('gives what was written, in the same kind of memory', async () => {
    const bytes = await writeColumnFile(path, { header, columns });
    assert.equal(readFileSync(path).length, bytes);
    assert.deepEqual(await readColumnHeader(path), header);
    const read = await readColumnFile(path);
    assert.deepEqual(read, { header, columns });
    assert.ok(read!.columns.rows!.buffer instanceof SharedArrayBuffer);
    assert.ok(read!.columns.pnl!.buffer instanceof ArrayBuffer);
    assert.deepEqual(readdirSync(dir), ['held']);
  });

  test('is replaced in one step', async () => {
    const writing = writeColumnFile(path, { header: { seq: 13 }, columns });
    assert.deepEqual(await readColumnHeader(path), header);
    await writing;
    assert.deepEqual(await readColumnHeader(path), { seq: 13 });
  });

  test('is refused where a byte of it is another one, or some are missing', async () => {
    await writeColumnFile(path, { header, columns });
    const whole = readFileSync(path);
    for (const at of [0, 9, 30, 120, whole.length - 1_000_000, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      writeFileSync(path, changed);
      await assert.rejects(readColumnFile(path), DamagedFileError, `byte ${at}`);
    }
    for (const length of [0, 5, 100, whole.length - 1]) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      await assert.rejects(readColumnFile(path), DamagedFileError, `${length} bytes`);
    }
    assert.equal(await readColumnFile(join(dir, 'missing')), undefined);
  });

  test('is one that was written, whenever the writer is killed', async () => {
    const target = join(dir, 'killed');
    const writer = `
      import { writeColumnFile } from ${JSON.stringify(new URL('./column-file.ts', import.meta.url).href)};
      for (let seq = 0; ; seq++) {
        const rows = new Float64Array(400_000).fill(seq);
        await writeColumnFile(${JSON.stringify(target)}, { header: { seq }, columns: { rows } });
        if (seq === 0) console.log('begun');
      }`;
    for (const delayMs of [0, 3, 11, 27]) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', writer], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await delay(delayMs);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const read = await readColumnFile<{ seq: number }>(target);
      assert.ok(read!.columns.rows!.every((value) => value === read!.header.seq));
    }
  });
});
