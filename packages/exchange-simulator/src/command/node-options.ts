import type { Command } from 'commander';
import { hourMs } from '../../../../src/kernel/clock.ts';
import { durationMs } from '../../../../src/kernel/instant.ts';
import type { NodeKind } from '../node/node-block.ts';
import {
  type NodeFaultRates,
  nodeFaultKinds,
  nodeFaultProfiles,
  nodeFaultRates,
} from '../node/node-fault-rates.ts';
import type { simulationOptions } from './simulation-options.ts';

/** Flags about a node's directory. */
export interface NodeFlags {
  nodeDir?: string;
  nodeKinds: readonly NodeKind[];
  nodeFaults?: NodeFaultRates;
  /** Milliseconds. */
  nodeKeep: number;
  nodeArchive?: string;
  nodeTruth?: string;
  nodeInfoPort: number;
}

const kinds: readonly NodeKind[] = [
  'node_fills_by_block',
  'node_fills',
  'misc_events_by_block',
  'node_twap_statuses_by_block',
];
/** The records that a node writes by default here. */
const usualKinds: readonly NodeKind[] = kinds.filter((kind) => kind !== 'node_fills');
const longestKeepHours = 720;

export const nodeHelp = `
--node-dir writes what a node of the exchange writes to ~/hl/data, line by line: one for each block, empty ones included, in a
file an hour. A restart with the same options goes on there; what happened meanwhile is in no file, as with a real node.
--node-faults breaks it by the seed: ${nodeFaultKinds.join(', ')}.
A kind has the rate of heavy, or its own: missing=4,late,torn=0.01 (a mean by the hour; of torn and doubled, a share of lines).`;

/** Options of a simulated node, in addition to those of its exchange. */
export function addNodeOptions(command: Command, count: ReturnType<typeof simulationOptions>['count']): void {
  const fail = (message: string) => command.error(`error: ${message}`);
  const { createOption } = command;
  command
    .option('--node-dir <DIR>', "write a node's files there, as they grow")
    .addOption(
      createOption('--node-kinds <LIST>', `directories below it: ${kinds.join(', ')}`)
        .argParser((text) => {
          const requests = text.split(',') as NodeKind[];
          if (requests.every((kind) => kinds.includes(kind))) return [...new Set(requests)];
          return fail(`--node-kinds must be some of ${kinds.join(', ')}, not '${text}'`);
        })
        .default(usualKinds, usualKinds.join(',')),
    )
    .option(
      '--node-faults <SPEC>',
      'none, mild, heavy, or kinds of faults (default: as --faults)',
      (text) => {
        const rates = nodeFaultRates(text);
        const named = [...Object.keys(nodeFaultProfiles), ...nodeFaultKinds].join(', ');
        return rates ?? fail(`--node-faults must be some of ${named}, not '${text}'`);
      },
    )
    .addOption(
      createOption('--node-keep <LENGTH>', 'older files are removed: 2h, 48h, 7d')
        .argParser((text) => {
          const lengthMs = durationMs(text);
          if (lengthMs !== undefined && lengthMs >= hourMs && lengthMs <= longestKeepHours * hourMs)
            return lengthMs;
          return fail(`--node-keep must be a duration from 1h to 30d, not '${text}'`);
        })
        .default(48 * hourMs, '48h'),
    )
    .option(
      '--node-archive <DIR>',
      'write hours that are over there, whole, as the archive of the exchange has them',
    )
    .option(
      '--node-truth <FILE>',
      'write there each minute what a perfect reader of the directory has, and its gaps',
    )
    .option(
      '--node-info-port <N>',
      "port of the node's info server; 0 takes any free one",
      count('node-info-port', 0, 65_535),
      3_002,
    );
}
