import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compressFrameSync } from 'lz4-napi';
import { dayMs, hourMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { walletAddress } from '../generate-fills.ts';
import type { Write, Writes } from '../node-lag.ts';
import { largestMaker } from './trading.ts';
import { createWorld, hourPath, type WorldBlock, type WorldState, worldKinds } from './write-world.ts';

/** A node's directory that grows with a world's next blocks, on a clock that can be set forward. */
export interface GrowingNode {
  /** Lead of its clock, and of the service's clock, over the machine's. */
  readonly shiftMs: number;
  readonly nowMs: number;
  readonly fills: number;
  /** Fills a second, from now on. */
  pace: number;
  /** Sets the clock forward. */
  jumpTo(timeMs: number): void;
  /**
   * Produces the blocks of the next hours without writing them into the node's directory, and moves the clock past them.
   *
   * @param dir target of the blocks, packed as in an archive
   */
  holdBack(dir: string, lengthMs: number): number;
  readonly writes: Writes;
  stop(): void;
}

const tickMs = 20;
/** Poll interval of the clock in the service's threads: earlier writes would lie ahead of their clock. */
const settleMs = 1_000;

/** @param clockFile gets the shift, for `test/hostile/shifted-clock.ts` */
export function growNode(dir: string, state: WorldState, clockFile: string): GrowingNode {
  const world = createWorld(state.size, state);
  const stepMs = 1_000 / 12;
  const { firstDayMs } = state.size;
  const busiest = walletAddress(largestMaker);
  const writes: Write[] = [];
  let day = state.daysDone - 1;
  let shiftMs = 0;
  let pace = 0;
  const nowMs = () => systemClock.nowMs() + shiftMs;

  function setTo(timeMs: number): void {
    shiftMs = timeMs - systemClock.nowMs();
    // At once or not at all: an empty file would be the machine's time.
    writeFileSync(`${clockFile}.draft`, String(shiftMs));
    renameSync(`${clockFile}.draft`, clockFile);
  }

  function made(timeMs: number): WorldBlock {
    const today = Math.floor((timeMs - firstDayMs) / dayMs);
    if (today !== day) {
      day = today;
      world.beginDay(day);
    }
    return world.next(timeMs, (pace * stepMs) / 1_000);
  }

  setTo(firstDayMs + state.daysDone * dayMs);
  let nextMs = nowMs();
  for (const kind of worldKinds) mkdirSync(dirname(hourPath(dir, kind, nextMs)), { recursive: true });
  const growing = setInterval(() => {
    for (; nextMs <= nowMs(); nextMs += stepMs) {
      const { timeMs, lines } = made(Math.floor(nextMs));
      for (const [n, kind] of worldKinds.entries()) {
        const path = hourPath(dir, kind, timeMs);
        mkdirSync(dirname(path), { recursive: true });
        appendFileSync(path, lines[n]!);
      }
      if (lines[0].includes(busiest)) writes.push({ blockMs: timeMs, seenMs: monotonicMs() });
    }
  }, tickMs);

  return {
    get shiftMs() {
      return shiftMs;
    },
    get nowMs() {
      return nowMs();
    },
    get fills() {
      return world.trading.counts.fills;
    },
    get pace() {
      return pace;
    },
    set pace(fillsPerSecond) {
      pace = fillsPerSecond;
    },
    jumpTo(timeMs) {
      setTo(timeMs);
      nextMs = timeMs + settleMs;
    },
    holdBack(heldDir, lengthMs) {
      const before = world.trading.counts.fills;
      const fromMs = Math.ceil(nextMs / hourMs) * hourMs;
      const texts = new Map<string, string[]>();
      for (let atMs = fromMs; atMs < fromMs + lengthMs; atMs += stepMs) {
        const { timeMs, lines } = made(Math.floor(atMs));
        for (const [n, kind] of worldKinds.entries()) {
          const path = `${hourPath(heldDir, kind, timeMs)}.lz4`;
          const held = texts.get(path) ?? [];
          texts.set(path, held);
          held.push(lines[n]!);
        }
      }
      for (const [path, held] of texts) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, compressFrameSync(Buffer.from(held.join(''), 'latin1')));
      }
      setTo(fromMs + lengthMs);
      nextMs = fromMs + lengthMs + settleMs;
      return world.trading.counts.fills - before;
    },
    writes: {
      busiest: () => busiest,
      takeOf: () => writes.splice(0),
    },
    stop: () => clearInterval(growing),
  };
}
