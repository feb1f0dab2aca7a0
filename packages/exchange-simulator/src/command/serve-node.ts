import { type Clock, hourMs } from '../../../../src/kernel/clock.ts';
import { nodeFaultProfiles } from '../node/node-fault-rates.ts';
import { keepNodeOrigin, type NodeOrigin } from '../node/node-home.ts';
import { serveNodeInfo } from '../node/node-info.ts';
import { createNodeLedger } from '../node/node-ledger.ts';
import { createNodeTruth } from '../node/node-truth.ts';
import { createSimulatedNode } from '../node/simulated-node.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import type { NodeFlags } from './node-options.ts';

const truthEveryMs = 60_000;

/** A node that goes with its exchange. */
export interface ServedNode {
  /** Advances the exchange and the node. @throws Error if a file cannot be written */
  advance(untilMs: number): void;
  /** @returns the address of its info server */
  serve(host: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * @param options.isBack true if the directory already holds files of the same exchange
 * @param options.clock starts at the moment up to which a history is generated first
 */
export function createServedNode(options: {
  flags: NodeFlags & { nodeDir: string; faults: 'none' | 'mild' | 'heavy' };
  origin: NodeOrigin;
  isBack: boolean;
  record: ExchangeRecord;
  clock: Clock;
}): ServedNode {
  const { flags, origin, record, clock } = options;
  const { nodeDir, nodeTruth } = flags;
  const keepHours = Math.floor(flags.nodeKeep / hourMs);
  const fromHour = Math.floor(clock.nowMs() / hourMs) - keepHours;
  const ledger = nodeTruth === undefined ? undefined : createNodeLedger();
  const truth = ledger && createNodeTruth(nodeTruth!, ledger, flags.nodeKinds);
  const node = createSimulatedNode({
    record,
    ledger,
    keepHours,
    seed: origin.seed,
    dir: nodeDir,
    kinds: flags.nodeKinds,
    rates: flags.nodeFaults ?? nodeFaultProfiles[flags.faults],
    archive: flags.nodeArchive === undefined ? undefined : { dir: flags.nodeArchive, fromHour },
    onBlock: truth?.made,
    // A new directory gets the files of a node that always ran, except those that the retention would remove at once.
    writesFromMs: options.isBack ? clock.nowMs() : fromHour * hourMs,
  });
  keepNodeOrigin(nodeDir, origin);
  let info: Awaited<ReturnType<typeof serveNodeInfo>> | undefined;
  let loggedMs = 0;
  return {
    advance(untilMs) {
      record.advance(untilMs);
      while (!node.runToLoss(untilMs)) ledger?.look();
      ledger?.look();
      if (truth === undefined || untilMs - loggedMs < truthEveryMs) return;
      loggedMs = untilMs;
      truth.write(node);
    },
    async serve(host) {
      info = await serveNodeInfo({ record, clock, host, port: flags.nodeInfoPort, isUp: () => node.isUp });
      return info.url;
    },
    async close() {
      node.close();
      truth?.write(node);
      await info?.close();
    },
  };
}
