/**
 * A writer of node files that shares no code with the simulated node breaks them at random, and the process that follows dies at random: each
 * fill is stored once, each block that no line has is in a gap, and no other.
 */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { emptyState } from '../../src/ingest/node/follow.ts';
import { campaignSeed, sized } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { until } from '../until.ts';
import { fate } from './crash-points.ts';
import { follow, followHarness, hourFile, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

const startMs = Date.UTC(2026, 3, 1, 21, 40);
const blocks = [...generateBlocks({ seed: 11, blocks: 160, wallets: 10, startMs, stepMs: 40_000 })];
const lines = blocks.map((block) => ({
  ...block,
  hour: hourFile(block.timeMs),
  text: `${blockLine(block)}\n`,
}));
const firstNumber = blocks[0]!.number;
const seeds = sized({ check: 2, campaign: 60 });
/** Lines that are no blocks, with their ends. */
const garbage = [
  'null\n',
  '{}\n',
  '[]\n',
  '17\n',
  '"x"\n',
  '\n',
  '\r\n',
  'garbage\n',
  '\0\0\0\0\n',
  '{"a":\n',
];
/** Steps of the store and the journal that a reader lives at most. */
const lifeLimit = 120;

type Random = (below: number) => number;

/** Writes all blocks but those that it loses, in steps that a look may come between. */
function* brokenWriter(
  dir: ReturnType<typeof nodeDir>,
  random: Random,
  lost: Set<number>,
): Generator<string> {
  const files = new Map<string, string>();
  const late: (typeof lines)[number][] = [];
  let at = 0;

  function append(hour: string, text: string): void {
    dir.append(hour, text);
    files.set(hour, (files.get(hour) ?? '') + text);
  }
  const next = () => ({ ...lines[at++]! });
  const lose = (from: number, count: number) => {
    for (let n = from; n < from + count; n++) lost.add(firstNumber + n);
  };
  /** The newest hour, or an hour before it. */
  const someHour = () => [...files.keys()].at(-1 - random(Math.min(2, files.size)))!;

  /** What comes between two looks at once. */
  const atOnce: Record<string, () => void> = {
    lines() {
      for (let count = 1 + random(8); count > 0 && at < lines.length; count--) {
        const { hour, text } = next();
        append(hour, text);
      }
    },
    garbage() {
      append(lines[at]!.hour, garbage[random(garbage.length)]!);
    },
    doubled() {
      if (at === 0) return;
      const from = random(at);
      const { hour } = lines[at - 1]!;
      for (const { number, text } of lines.slice(from, Math.min(at, from + 1 + random(4))))
        if (!lost.has(number)) append(hour, text);
    },
    missing() {
      const count = Math.min(1 + random(5), lines.length - 1 - at);
      // A loss at the beginning is before the record.
      if (at === 0 || count < 1) return;
      lose(at, count);
      at += count;
    },
    late() {
      if (at === 0) return;
      for (let count = 1 + random(3); count > 0 && at < lines.length - 1; count--) late.push(next());
    },
    lateCome() {
      for (const { hour, text } of late.splice(0)) append(hour, text);
    },
  };
  /** Half-done changes that a poll may see. */
  const inSteps: Record<string, () => Generator<string>> = {
    *torn() {
      const { hour, text } = next();
      const cut = 1 + random(text.length - 1);
      append(hour, text.slice(0, cut));
      yield 'half a line';
      append(hour, text.slice(cut));
    },
    *glued() {
      if (at + 1 >= lines.length || lines[at]!.hour !== lines[at + 1]!.hour) return;
      lose(at, 2);
      const [{ hour, text }, behind] = [next(), next()];
      append(hour, text.slice(0, 1 + random(text.length - 2)));
      yield 'a line that is cut off';
      append(hour, behind.text);
    },
    *writtenAgain() {
      const { hour, text } = next();
      const before = files.get(hour) ?? '';
      append(hour, text.slice(0, 1 + random(text.length - 2)));
      yield 'a line that is written again';
      if (before === '') rmSync(dir.path(hour));
      else truncateSync(dir.path(hour), Buffer.byteLength(before));
      files.set(hour, before);
      append(hour, text);
    },
    *otherInode() {
      if (files.size === 0) return;
      const path = dir.path(someHour());
      copyFileSync(path, `${path}.new`);
      yield 'a copy';
      renameSync(`${path}.new`, path);
    },
    *truncated() {
      if (files.size === 0) return;
      const hour = someHour();
      const text = files.get(hour)!;
      const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
      const end = ends[random(ends.length)]!;
      truncateSync(dir.path(hour), Buffer.byteLength(text.slice(0, end)));
      if (random(2) === 0) yield 'a shorter file';
      dir.append(hour, text.slice(end));
    },
    *madeAgain() {
      if (files.size === 0) return;
      const hour = someHour();
      rmSync(dir.path(hour));
      if (random(2) === 0) yield 'a file that is gone';
      dir.append(hour, files.get(hour)!);
    },
    *packed() {
      const [hour] = files.keys();
      if (hour === undefined || files.size < 3) return;
      writeFileSync(dir.path(`${hour}.gz`), gzipSync(files.get(hour)!));
      if (random(2) === 0) yield 'both of an hour';
      rmSync(dir.path(hour));
      files.delete(hour);
      // Its late lines go into an hour that is still written.
      for (const line of late) if (line.hour === hour) line.hour = [...files.keys()][0]!;
    },
  };
  const names = [...Object.keys(atOnce), ...Object.keys(inSteps)];
  while (at < lines.length) {
    const name = random(3) === 0 ? 'lines' : names[random(names.length)]!;
    if (Object.hasOwn(inSteps, name)) yield* inSteps[name]!();
    else atOnce[name]!();
    yield name;
  }
  atOnce.lateCome!();
  yield 'the end';
}

function runsOf(numbers: Iterable<number>): number[][] {
  const runs: number[][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

describe('a directory that is broken at random, and a reader that dies', () => {
  let harness: Awaited<ReturnType<typeof followHarness>>;
  before(async () => {
    harness = await followHarness(lines);
  });
  after(() => harness.stop());

  for (let n = 0; n < seeds; n++) {
    const seed = 1_000 * campaignSeed + n;
    test(`seed ${seed}`, async (t) => {
      const random = seededNumbers(seed + 1);
      const store = await harness.openStore();
      t.after(() => store.analytics.close());
      const dir = nodeDir(store.root);
      const lost = new Set<number>();
      const done: string[] = [];
      let kills = 0;
      let mortal = fate(random(lifeLimit));
      let reader: ReturnType<typeof follow> | undefined = follow(store, { mortal });
      for (const step of brokenWriter(dir, random, lost)) {
        done.push(step);
        for (let turns = random(4) * random(20); turns > 0; turns--) await turn();
        const isOver = mortal.diedAt !== undefined || random(12) === 0;
        if (isOver && reader !== undefined) {
          await reader.stop();
          reader = undefined;
          kills += 1;
          if (random(4) === 0) breakState(store.journalDir, random);
        }
        if (reader !== undefined || random(3) === 0) continue;
        mortal = fate(random(lifeLimit));
        reader = follow(store, { mortal });
      }
      await reader?.stop();
      t.diagnostic(`${done.length} steps, ${kills} kills, ${lost.size} blocks lost`);
      const kept = lines.filter(({ number }) => !lost.has(number));
      const last = kept.at(-1)!;
      const isWithin = (number: number) => kept[0]!.number < number && number < last.number;
      const gaps = runsOf([...lost].filter(isWithin));
      const spared = follow(store);
      const isAll = () => {
        const { newest, waitingBytes, missingBlocks, phase } = spared.state() ?? emptyState;
        const isRead = phase === 'following' && newest?.number === last.number && waitingBytes === 0;
        return isRead && missingBlocks === gaps.reduce((sum, [from, to]) => sum + to! - from! + 1, 0);
      };
      await until(`all of ${done.join()}`, isAll).catch((fault) => {
        throw new Error(JSON.stringify({ gaps, state: spared.state() }), { cause: fault });
      });
      await spared.stop();
      const params = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0) };
      const open = await spared.ledger.read({ ...params, states: ['open'] });
      assert.deepEqual(
        open.map(({ fromBlock, toBlock }) => [fromBlock, toBlock]),
        gaps,
        done.join(),
      );
      await harness.assertHolds(store, kept);
    });
  }
});

/** As a power loss leaves a file. */
function breakState(journalDir: string, random: Random): void {
  const path = join(journalDir, 'followed-files.json');
  try {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, random(2) === 0 ? 0 : random(text.length)));
  } catch {
    // No line was written yet.
  }
}
