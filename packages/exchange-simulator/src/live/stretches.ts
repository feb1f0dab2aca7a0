import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createContextFiles } from '../context-files.ts';
import { createNodeFiles, type NodeFiles } from '../node-files.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';

/**
 * A directory of node files with every block from the end of the one before to `untilMs`, unix milliseconds, and of archived states of
 * perps where there was no one to read them.
 */
export interface Stretch {
  untilMs: number;
  path: string;
}

/** Writes what an exchange does as node files, stretch by stretch. */
export interface StretchWriter {
  /** Completes the stretch in hand, unless nothing happened in it, and begins the next. */
  next(): void;
}

const unfinished = 'unfinished';

/** The complete stretches of a directory, the oldest first. */
export function completeStretches(dir: string): Stretch[] {
  const names = readdirSync(dir).filter((name) => /^\d+$/.test(name));
  return names
    .map((name) => ({ untilMs: Number(name), path: join(dir, name) }))
    .sort((a, b) => a.untilMs - b.untilMs);
}

/**
 * @param options.fromMs blocks after it are written, unix milliseconds
 * @param options.unseenToMs states of perps until then are written, too: what comes later is read as it happens
 */
export function openStretches(
  dir: string,
  options: { record: ExchangeRecord; fromMs: number; unseenToMs: number },
): StretchWriter {
  const { record, fromMs, unseenToMs } = options;
  const path = join(dir, unfinished);
  // What an earlier process did not complete is made again.
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const open = () =>
    createNodeFiles(path, { lz4: false, wallets: record.exchange.wallets, hoursPerFile: 24 });
  let files: NodeFiles = open();
  const contexts = createContextFiles(path, record.exchange);
  record.subscribe({
    block: (block) => block.timeMs > fromMs && files.write(block),
    marks: (timeMs) => timeMs > fromMs && timeMs <= unseenToMs && contexts.write(timeMs),
  });
  return {
    next() {
      files.close();
      contexts.close();
      if (files.files > 0) renameSync(path, join(dir, String(record.exchange.timeMs)));
      files = open();
    },
  };
}
