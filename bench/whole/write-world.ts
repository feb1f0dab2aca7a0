import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { compressFrameSync } from 'lz4-napi';
import { isoNs } from '../../packages/exchange-simulator/src/node-line.ts';
import { dayMs, hourMs, utcDate } from '../../src/kernel/clock.ts';
import { type RngState, type SeededRng, savedRng, seededRng } from '../../src/kernel/rng.ts';
import { replaceFile } from '../../src/kernel/whole-file.ts';
import { createMisc, type MiscState } from './misc-events.ts';
import { createTrading, type TradingState } from './trading.ts';
import type { WorldSize } from './world.ts';

/** Kinds of files in a world: hourly node files, packed as in an archive. The state is stored with them. */
export const worldKinds = ['node_fills_by_block', 'misc_events_by_block'] as const;

/** State of the generator at the end of a day. */
export interface WorldState {
  size: WorldSize;
  daysDone: number;
  block: number;
  updatesOwed: number;
  fillsOwed: number;
  rng: RngState;
  trading: TradingState;
  misc: MiscState;
}

export interface WorldProgress {
  daysDone: number;
  fills: number;
  bytes: number;
}

/** Bytes on the disk of a fill, of a payment and of a block, packed; measured. */
const packedBytes = { fill: 130, payment: 62, block: 60 };
const freeShare = 0.05;
const pieceChars = 1 << 20;
const stateFile = 'world.state';

/** Directory of a world's node files. */
export const worldFiles = (dir: string): string => join(dir, 'node');

/** Approximate size of a world's files, bytes. */
export function worldBytes({ fills, positions, days, blocksPerSecond }: WorldSize): number {
  const blocks = days * 86_400 * blocksPerSecond;
  return fills * packedBytes.fill + positions * days * 24 * packedBytes.payment + blocks * packedBytes.block;
}

/** State of a directory; undefined if it holds no world of this size. */
export function worldState(dir: string, size: WorldSize): WorldState | undefined {
  const path = join(dir, stateFile);
  if (!existsSync(path)) return undefined;
  const state = deserialize(readFileSync(path)) as WorldState;
  return JSON.stringify(state.size) === JSON.stringify(size) ? state : undefined;
}

/**
 * Writes the node files of a world, day by day; resumes at the first incomplete day. The same size produces the same bytes.
 *
 * @throws Error if the disk has not enough room
 */
export function writeWorld(
  dir: string,
  size: WorldSize,
  onProgress: (progress: WorldProgress) => void,
): WorldState {
  mkdirSync(dir, { recursive: true });
  let state = worldState(dir, size);
  if (state === undefined) rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  checkRoom(dir, worldBytes(size) * (1 - (state?.daysDone ?? 0) / size.days));
  dropAfter(worldFiles(dir), size.firstDayMs + (state?.daysDone ?? 0) * dayMs);
  const files = worldKinds.map((kind) => hourFiles(worldFiles(dir), kind));
  const world = createWorld(size, state);
  for (let day = state?.daysDone ?? 0; day < size.days; day++) {
    for (const { writtenMs, lines } of world.day(day)) {
      for (const [n, file] of files.entries()) file.write(writtenMs, lines[n]!);
    }
    let bytes = 0;
    for (const file of files) bytes += file.flush();
    state = world.save(day + 1);
    replaceFile(join(dir, stateFile), serialize(state));
    onProgress({ daysDone: day + 1, fills: state.trading.counts.fills, bytes });
  }
  return state!;
}

function checkRoom(dir: string, bytes: number): void {
  const { bavail, bsize, blocks } = statfsSync(dir);
  const free = bavail * bsize - blocks * bsize * freeShare;
  const gb = (of: number) => (of / 1e9).toFixed(1);
  if (free < bytes)
    throw new Error(
      `the node files take about ${gb(bytes)} GB, and ${dir} has ${gb(Math.max(0, free))} GB to spare`,
    );
}

/** A block as two lines, of fills and of misc events. */
export interface WorldBlock {
  timeMs: number;
  writtenMs: number;
  number: number;
  /** In the order of {@link worldKinds}. */
  lines: readonly [string, string];
}

/** Blocks of a world, from its saved state on. */
export function createWorld(size: WorldSize, state?: WorldState) {
  const rng: SeededRng = state === undefined ? seededRng(`blocks ${size.seed}`) : savedRng(state.rng);
  const trading = createTrading(size, state?.trading);
  const misc = createMisc(trading, size, state?.misc);
  let block = state?.block ?? 900_000_000;
  let updatesOwed = state?.updatesOwed ?? 0;
  let fillsOwed = state?.fillsOwed ?? 0;
  /** Funding that is not yet written, the last event first. */
  let payments: ((time: string) => string)[] = [];
  let hour = Number.NaN;

  /** The next block; generates its trades. @param fills due since the previous block */
  function next(timeMs: number, fills: number): WorldBlock {
    block += 1;
    const ns = rng.below(1_000_000);
    const time = isoNs(timeMs, ns);
    const events: string[] = [];
    const others: string[] = [];
    const hourNow = Math.floor(timeMs / hourMs);
    if (hourNow !== hour) {
      hour = hourNow;
      payments = fundingOf(time);
    }
    fillsOwed += fills;
    // Until an hour is paid nothing trades: sizes are those of its first block.
    const due = payments.pop();
    if (due !== undefined) others.push(due(time));
    else if (rng.unit() < 0.6)
      for (; fillsOwed >= 1; fillsOwed -= 2) {
        const before = events.length;
        trading.trade(timeMs, events);
        // An order that meets several positions makes more than two.
        fillsOwed -= Math.max(0, events.length - before - 2);
      }
    updatesOwed += fills * size.updatesPerFill;
    for (; updatesOwed >= 1; updatesOwed -= 1) others.push(misc.update(time));
    const writtenMs = timeMs + 120 + rng.below(80);
    const head = `{"local_time":"${isoNs(writtenMs, (ns * 7919) % 1_000_000)}","block_time":"${time}","block_number":${block},"events":[`;
    const lines = [`${head}${events.join(',')}]}\n`, `${head}${others.join(',')}]}\n`] as const;
    return { timeMs, writtenMs, number: block, lines };
  }

  function fundingOf(time: string): ((time: string) => string)[] {
    const events = misc.funding(time);
    return events.map((text) => (now: string) => text.replace(time, now)).reverse();
  }

  return {
    trading,
    misc,
    next,
    beginDay: trading.beginDay,
    /** A day of the past. @param day from 0 on */
    *day(day: number): Generator<WorldBlock> {
      trading.beginDay(day);
      const fromMs = size.firstDayMs + day * dayMs;
      const blocks = Math.max(48, Math.round(86_400 * size.blocksPerSecond));
      const stepMs = dayMs / blocks;
      const wanted = Math.round((size.fills * (day + 1)) / size.days);
      for (let n = 0; n < blocks; n++) {
        // Compensates for the surplus or deficit of the previous days.
        const left = Math.max(0, wanted - trading.counts.fills - fillsOwed);
        const wave = 1 + 0.5 * Math.sin((2 * Math.PI * n) / blocks);
        const share = Math.min(1, wave / (blocks - n));
        const timeMs = Math.floor(fromMs + (n + 0.6 * rng.unit()) * stepMs);
        const made = next(timeMs, left * share);
        // A day's files end with the day, so that their names say which are whole.
        yield { ...made, writtenMs: Math.min(made.writtenMs, fromMs + dayMs - 1) };
      }
    },
    save: (daysDone: number): WorldState => ({
      size,
      daysDone,
      block,
      updatesOwed,
      fillsOwed,
      rng: rng.save(),
      trading: trading.save(),
      misc: misc.save(),
    }),
  };
}

export type World = ReturnType<typeof createWorld>;

function hourFiles(dir: string, kind: string) {
  let hour = -1;
  let path = '';
  let pieces: string[] = [];
  let held = 0;
  let bytes = 0;
  function flush(): number {
    if (held > 0) {
      const packed = compressFrameSync(Buffer.from(pieces.join(''), 'latin1'));
      appendFileSync(path, packed);
      bytes += packed.length;
    }
    pieces = [];
    held = 0;
    return bytes;
  }
  return {
    flush,
    write(writtenMs: number, line: string): void {
      const now = Math.floor(writtenMs / hourMs);
      if (now !== hour) {
        flush();
        hour = now;
        path = `${hourPath(dir, kind, writtenMs)}.lz4`;
        mkdirSync(dirname(path), { recursive: true });
      }
      pieces.push(line);
      held += line.length;
      if (held >= pieceChars) flush();
    },
  };
}

/** A node's own file of an hour. */
export function hourPath(dir: string, kind: string, writtenMs: number): string {
  const at = new Date(writtenMs);
  const day = utcDate(writtenMs).replaceAll('-', '');
  return join(dir, kind, 'hourly', day, String(at.getUTCHours()));
}

/** Removes the files of incomplete days. */
function dropAfter(dir: string, fromMs: number): void {
  const first = utcDate(fromMs).replaceAll('-', '');
  for (const kind of worldKinds) {
    const hourly = join(dir, kind, 'hourly');
    if (!existsSync(hourly)) continue;
    for (const day of readdirSync(hourly)) if (day >= first) rmSync(join(hourly, day), { recursive: true });
  }
}
