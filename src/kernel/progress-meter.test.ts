import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeter } from './progress-meter.ts';

function meterOn(isTTY: boolean, columns = 200) {
  const written: string[] = [];
  let nowMs = 0;
  const output = { write: (text: string) => void written.push(text), isTTY, columns };
  return { written, meter: createMeter(output, () => nowMs), at: (ms: number) => (nowMs = ms) };
}
const step = { current: '9.lz4 (2/3)', share: 0.25, count: 50_000, unit: 'fills' };

test('on a terminal a bar redraws itself with rate, time left and file, and is wiped at the end', () => {
  const { written, meter, at } = meterOn(true);
  at(10_000);
  meter.update(step);
  meter.update(step); // too soon to be drawn again
  assert.deepEqual(written, [
    '\x1b[2K[######..................]  25% 50,000 fills  5,000/s  30s left  9.lz4 (2/3)\r',
  ]);
  meter.end();
  meter.end();
  meter.update(step);
  assert.equal(written.length, 2);
  assert.equal(written[1], '\x1b[2K');
});

test('a bar never wraps on a narrow terminal', () => {
  const { written, meter } = meterOn(true, 40);
  meter.update({ ...step, current: 'a'.repeat(300) });
  assert.equal(written[0]!.length, '\x1b[2K\r'.length + 39);
});

test('elsewhere plain lines come every 2 s', () => {
  const { written, meter, at } = meterOn(false);
  for (let ms = 0; ms <= 5_000; ms += 500) {
    at(ms);
    meter.update(step);
  }
  meter.end();
  assert.deepEqual(written, [
    ' 25% 50,000 fills  25,000/s  6s left  9.lz4 (2/3)\n',
    ' 25% 50,000 fills  12,500/s  12s left  9.lz4 (2/3)\n',
  ]);
});
