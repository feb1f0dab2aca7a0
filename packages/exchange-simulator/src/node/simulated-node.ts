import type { ExchangeRecord } from '../record/exchange-record.ts';
import { createNodeArchive, type NodeArchive } from './node-archive.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';
import { createNodeBlocks } from './node-blocks.ts';
import { createNodeDirectory } from './node-directory.ts';
import { type NodeFaultKind, type NodeFaultRates, nodeFaultProfiles } from './node-fault-rates.ts';
import type { NodeLedger } from './node-ledger.ts';
import { createNodeSteps, type NodeStep } from './node-steps.ts';
import { createNodeWriter } from './node-writer.ts';

export interface SimulatedNodeOptions {
  /** Shares its time with the node; the caller advances it, then runs the node up to the same time. */
  record: ExchangeRecord;
  /** Any text; determines the faults. */
  seed: string;
  /** Like `~/hl/data` of a real node: contains a directory for each kind. */
  dir: string;
  kinds?: readonly NodeKind[];
  rates?: NodeFaultRates;
  /** Hours of files to keep; default 48. */
  keepHours?: number;
  /** Directory of the exchange's hourly archive; default: no archive. */
  archive?: { dir: string; fromHour?: number } | undefined;
  ledger?: NodeLedger | undefined;
  /** Called for every block, written or not. */
  onBlock?: ((block: NodeBlock) => void) | undefined;
  /** Nothing that was to be written before, unix milliseconds, is written. */
  writesFromMs?: number;
}

/** A node of a simulated exchange: writes its directory as a real node does, with all faults. */
export interface SimulatedNode {
  /** Runs all steps due by this time, unix milliseconds; the exchange must have reached it. */
  run(untilMs: number): void;
  /**
   * The same, but stops before each step after which something can be read no longer, and after it.
   *
   * @returns whether it has reached the time
   */
  runToLoss(untilMs: number): boolean;
  readonly isUp: boolean;
  readonly faults: ReadonlyMap<NodeFaultKind, number>;
  readonly archive: NodeArchive | undefined;
  close(): void;
}

const usualKinds: readonly NodeKind[] = ['node_fills_by_block', 'misc_events_by_block'];

export function createSimulatedNode(options: SimulatedNodeOptions): SimulatedNode {
  const { record, seed, kinds = usualKinds, ledger } = options;
  const { wallets } = record.exchange;
  const steps = createNodeSteps();
  const writer = createNodeWriter({
    seed,
    kinds,
    wallets,
    steps,
    rates: options.rates ?? nodeFaultProfiles.none,
    keepHours: options.keepHours ?? 48,
  });
  const directory = createNodeDirectory({ ...options, ledger });
  const archive = options.archive && createNodeArchive({ ...options.archive, kinds, wallets });
  const blocks = createNodeBlocks({
    record,
    seed,
    onBlock(block) {
      ledger?.made(block);
      options.onBlock?.(block);
      archive?.write(block);
      writer.write(block);
    },
  });
  let stoppedAt: NodeStep | undefined;

  function advance(untilMs: number, stops: (step: NodeStep) => boolean): boolean {
    blocks.flush(untilMs);
    while (steps.next !== undefined && steps.next.atMs <= untilMs) {
      const step = steps.next;
      const isStop = stops(step);
      if (!isStop || stoppedAt === step) directory.apply(steps.take(untilMs)!);
      stoppedAt = step;
      if (!isStop) continue;
      directory.flush();
      return false;
    }
    directory.flush();
    return true;
  }

  return {
    archive,
    faults: writer.faults,
    get isUp() {
      return writer.isUp;
    },
    run: (untilMs) => void advance(untilMs, () => false),
    runToLoss: (untilMs) => advance(untilMs, isLoss),
    close() {
      directory.flush();
      blocks.close();
    },
  };
}

function isLoss({ type }: NodeStep): boolean {
  return type !== 'append' && type !== 'compress' && type !== 'show';
}
