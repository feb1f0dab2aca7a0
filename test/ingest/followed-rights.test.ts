/** An hour or a day that the process may not read is named as such, and read once it may. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { emptyState } from '../../src/ingest/node/follow.ts';
import { followFault } from '../../src/ingest/node/follow-report.ts';
import { dirsState } from '../../src/ingest/node/followed-dir.ts';
import { createFollowedTree } from '../../src/ingest/node/followed-tree.ts';
import { hourMs } from '../../src/kernel/clock.ts';

const nobody = 65_534;
const hour0 = Date.UTC(2026, 3, 1, 23);

/** Runs in a directory as a user without rights of its own: root may read everything. */
function asAnother<T>(dir: string, run: () => T): T {
  const [before, user] = [process.cwd(), process.getuid!()];
  process.chdir(dir);
  try {
    if (user === 0) process.seteuid!(nobody);
    return run();
  } finally {
    if (user === 0) process.seteuid!(0);
    process.chdir(before);
  }
}

for (const [what, locked] of [
  ['an hour', '20260402/0'],
  ["a new day's directory", '20260402'],
] as const) {
  test(`${what} without rights is named, and read once there are`, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'tidemark-rights-'));
    t.after(() => rmSync(dir, { recursive: true }));
    chmodSync(dir, 0o755);
    const write = (name: string) => {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), 'a line\n');
    };
    write('20260401/23');
    let nowMs = 0;
    const pace = { lateLookMs: 0, allLookMs: 0 };
    const tree = createFollowedTree({
      hourly: '.',
      files: new Map(),
      monotonicMs: () => nowMs++,
      nowMs: () => hour0,
      pace,
    });
    const look = () => asAnother(dir, () => tree.look().due.map(({ name }) => name));
    assert.deepEqual(look(), ['20260401/23']);
    for (const file of tree.files.values()) file.readTo = file.bytes;
    write('20260402/0');
    chmodSync(join(dir, locked), 0);
    assert.deepEqual(look(), []);
    const newest = { number: 7, blockMs: hour0 + hourMs - 1, localMs: undefined };
    const read = () => assert.fail('its lines do not matter here');
    const reader = {
      newest,
      counts: { blocks: 1, bytes: 7 },
      isHolding: false,
      release: () => undefined,
      read,
    };
    const kind = 'node_fills_by_block';
    const state = dirsState([{ kind, hourly: '.', tree, reader }], []);
    assert.match(state.unread[0]!, new RegExp(`^${locked} cannot be read: permission denied`));
    const following = { ...emptyState, ...state, phase: 'following' as const };
    assert.match(followFault(following, hour0 + 2 * hourMs)!, /cannot be read: permission denied/);
    chmodSync(join(dir, locked), 0o755);
    assert.deepEqual(look(), ['20260402/0']);
    assert.deepEqual(dirsState([{ kind, hourly: '.', tree, reader }], []).unread, []);
  });
}
