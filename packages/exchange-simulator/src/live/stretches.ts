import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../../../src/kernel/clock.ts';
import { blockTimeMs } from '../block-time.ts';
import { createContextFiles } from '../context-files.ts';
import { createNodeFiles, type NodeFiles } from '../node-files.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import type { RecordedUpdate } from '../record/ledger-history.ts';
import { createStateFiles } from '../state-files.ts';

/**
 * A directory of node files with every block from the end of the previous stretch to `untilMs`, unix milliseconds, and with archived states
 * of perps and accounts for times without a reader.
 */
export interface Stretch {
  untilMs: number;
  path: string;
}

/** Writes an exchange's activity as node files, stretch by stretch. */
export interface StretchWriter {
  /**
   * Completes the current stretch, unless it is empty, and begins the next.
   * @param hasCaughtUp a reader follows from here on; it gets the initial states of a new exchange's accounts
   */
  next(hasCaughtUp?: boolean): void;
}

const unfinished = 'unfinished';
const wholeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: Number.POSITIVE_INFINITY };

/** The complete stretches of a directory, the oldest first. */
export function completeStretches(dir: string): Stretch[] {
  const names = readdirSync(dir).filter((name) => /^\d+$/.test(name));
  return names
    .map((name) => ({ untilMs: Number(name), path: join(dir, name) }))
    .sort((a, b) => a.untilMs - b.untilMs);
}

/**
 * @param options.fromMs blocks after this time are written, unix milliseconds
 * @param options.unseenToMs states of perps and accounts up to this time are written, too; later ones are read live
 */
export function openStretches(
  dir: string,
  options: { record: ExchangeRecord; fromMs: number; unseenToMs: number },
): StretchWriter {
  const { record, fromMs, unseenToMs } = options;
  const path = join(dir, unfinished);
  // A stretch that an earlier process did not complete is generated again.
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const open = () =>
    createNodeFiles(path, { lz4: false, wallets: record.exchange.wallets, hoursPerFile: 24 });
  let files: NodeFiles = open();
  const contexts = createContextFiles(path, record.exchange);
  const states = createStateFiles(path, record.exchange);
  let isNew = record.exchange.fills === 0;
  // A new exchange reports its opening balances before any client is connected.
  if (isNew && record.exchange.timeMs >= fromMs) {
    const seen = new Set<RecordedUpdate>();
    for (const wallet of record.exchange.wallets.keys())
      for (const update of record.ledger.updates(wallet, wholeRange)) seen.add(update);
    for (const update of seen) files.ledger(update);
  }
  let toMs = Math.max(fromMs, record.exchange.timeMs - blockTimeMs);
  files.mark(toMs);
  const isUnseen = (timeMs: number) => timeMs > fromMs && timeMs <= unseenToMs;
  /** Every midnight, and every hour of the last day. */
  const isValued = (timeMs: number) => timeMs % dayMs === 0 || timeMs > unseenToMs - dayMs;
  record.subscribe({
    block: (block) => block.timeMs > fromMs && files.write(block),
    funding: (payment) => payment.timeMs > fromMs && files.funding(payment),
    ledger: (update) => update.timeMs > fromMs && files.ledger(update),
    twap: (event) => event.timeMs > fromMs && files.twap(event),
    marks: (timeMs) => isUnseen(timeMs) && contexts.write(timeMs),
    hour: (timeMs) => isUnseen(timeMs) && isValued(timeMs) && states.worth(timeMs),
  });
  return {
    next(hasCaughtUp = false) {
      const { timeMs } = record.exchange;
      const isLonger = timeMs > toMs;
      if (hasCaughtUp && isNew) states.answers(timeMs);
      isNew &&= !hasCaughtUp;
      files.close(isLonger ? timeMs : undefined);
      contexts.close();
      states.close();
      if (isLonger) renameSync(path, join(dir, String(timeMs)));
      else rmSync(path, { recursive: true, force: true });
      files = open();
      toMs = Math.max(toMs, timeMs);
      files.mark(toMs);
    },
  };
}
