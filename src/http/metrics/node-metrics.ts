import type { Registry } from 'prom-client';
import type { FollowState } from '../../ingest/node/follow.ts';
import { followLag } from '../../ingest/node/follow-report.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { type StateMetric, showStateMetrics } from './fold-metrics.ts';

const seconds = (ms: number | undefined) => (ms === undefined ? Number.NaN : ms / 1_000);

const metrics = ({ nowMs }: Clock): StateMetric<FollowState>[] => [
  {
    name: 'tidemark_node_block_age_seconds',
    help: "Age of the newest stored block of a node's files; absent before the first.",
    value: (state) => seconds(followLag(state, nowMs())?.blockAgeMs),
  },
  {
    name: 'tidemark_node_written_late_seconds',
    help: 'How long after its time the node wrote that block.',
    value: (state) => seconds(followLag(state, nowMs())?.writtenLateMs),
  },
  {
    name: 'tidemark_node_waiting_bytes',
    help: 'Bytes of the files that were seen and are not stored yet.',
    value: ({ waitingBytes }) => waitingBytes,
  },
  { name: 'tidemark_node_files', help: 'Hour files that are there.', value: ({ files }) => files },
  {
    name: 'tidemark_node_unread_files',
    help: 'Hour files that cannot be read: other records, or no rights.',
    value: ({ unreadFiles }) => unreadFiles,
  },
  {
    name: 'tidemark_node_gaps',
    help: "Stretches that the node's files lack between blocks that were read.",
    value: ({ gaps }) => gaps,
  },
  {
    name: 'tidemark_node_missing_blocks',
    help: 'Blocks in those stretches.',
    value: ({ missingBlocks }) => missingBlocks,
  },
  { name: 'tidemark_node_blocks_total', help: 'Blocks that were read.', value: ({ blocks }) => blocks },
  { name: 'tidemark_node_fills_total', help: 'Fills that were new.', value: ({ fills }) => fills },
  {
    name: 'tidemark_node_repeated_fills_total',
    help: 'Fills that were stored already.',
    value: ({ duplicates }) => duplicates,
  },
  { name: 'tidemark_node_commits_total', help: 'Batches that were stored.', value: ({ commits }) => commits },
  {
    name: 'tidemark_node_commit_seconds',
    help: 'Time that storing the last batch took.',
    value: ({ commitMs }) => seconds(commitMs),
  },
];

/** Shows the files of a node that this process follows; without samples while it follows none. */
export function showNodeMetrics(
  registry: Registry,
  read: () => FollowState | undefined,
  clock: Clock = systemClock,
): void {
  showStateMetrics(registry, metrics(clock), read);
}
