import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DataType, load, open } from 'ffi-rs';
import { giveBackFreed } from './freed-memory.ts';

const blockBytes = 65_536;
const blocks = 1_600;

/** Bytes of this process that are in memory. */
function residentBytes(): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1];
  return Number(kibibytes) * 1_024;
}

const library = 'program';
open({ library, path: '' });

function call(funcName: string, retType: DataType, paramsValue: number[]): number {
  return load({
    library,
    funcName,
    retType,
    paramsType: paramsValue.map(() => DataType.U64),
    paramsValue,
  }) as number;
}

test('what was freed between pieces in use goes back to the system', async () => {
  // Writes all of it: untouched memory cannot be returned to the system.
  const made = Array.from({ length: blocks }, () => {
    const block = call('malloc', DataType.U64, [blockBytes]);
    return call('memset', DataType.U64, [block, 1, blockBytes]);
  });
  const free = (from: number) => {
    for (let i = from; i < blocks; i += 2) call('free', DataType.Void, [made[i]!]);
  };
  free(0);
  try {
    const before = residentBytes();
    equal(await giveBackFreed(), true);
    const givenBack = before - residentBytes();
    ok(givenBack > (blocks / 2) * blockBytes * 0.8, `only ${givenBack} bytes went back`);
  } finally {
    free(1);
  }
});
