import type { Registry } from 'prom-client';
import type { FollowState } from '../../ingest/node/follow.ts';
import { followLag } from '../../ingest/node/follow-report.ts';
import type { NodeInfoState } from '../../ingest/node/info/info-report.ts';
import type { NodeRecord } from '../../ingest/node/node-dir.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { type StateMetric, showStateMetrics } from './fold-metrics.ts';

const seconds = (ms: number | undefined) => (ms === undefined ? Number.NaN : ms / 1_000);

/** @param prefix of their names */
const metrics = (prefix: string, { nowMs }: Clock): StateMetric<FollowState>[] => [
  {
    name: `${prefix}_block_age_seconds`,
    help: "Age of the newest stored block of a node's files; absent before the first.",
    value: (state) => seconds(followLag(state, nowMs())?.blockAgeMs),
  },
  {
    name: `${prefix}_written_late_seconds`,
    help: 'Delay of the node in writing that block.',
    value: (state) => seconds(followLag(state, nowMs())?.writtenLateMs),
  },
  {
    name: `${prefix}_waiting_bytes`,
    help: 'Bytes of the files that are not stored yet.',
    value: ({ waitingBytes }) => waitingBytes,
  },
  { name: `${prefix}_files`, help: 'Existing hour files.', value: ({ files }) => files },
  {
    name: `${prefix}_unread_files`,
    help: 'Hour files that cannot be read: other records, or no rights.',
    value: ({ unreadFiles }) => unreadFiles,
  },
  {
    name: `${prefix}_gaps`,
    help: "Gaps in the node's files between blocks that were read.",
    value: ({ gaps }) => gaps,
  },
  {
    name: `${prefix}_missing_blocks`,
    help: 'Blocks in those gaps.',
    value: ({ missingBlocks }) => missingBlocks,
  },
  { name: `${prefix}_blocks_total`, help: 'Blocks that were read.', value: ({ blocks }) => blocks },
  { name: `${prefix}_commits_total`, help: 'Batches that were stored.', value: ({ commits }) => commits },
  {
    name: `${prefix}_commit_seconds`,
    help: 'Time that storing the last batch took.',
    value: ({ commitMs }) => seconds(commitMs),
  },
];

const fillMetrics: StateMetric<FollowState>[] = [
  { name: 'tidemark_node_fills_total', help: 'Fills that were new.', value: ({ fills }) => fills },
  {
    name: 'tidemark_node_repeated_fills_total',
    help: 'Fills that were stored already.',
    value: ({ duplicates }) => duplicates,
  },
];

const miscMetrics: StateMetric<FollowState>[] = [
  {
    name: 'tidemark_node_misc_payments_total',
    help: "Funding payments read from a node's misc events.",
    value: ({ payments }) => payments,
  },
  {
    name: 'tidemark_node_misc_updates_total',
    help: 'Balance updates, counted for each named wallet.',
    value: ({ updates }) => updates,
  },
  {
    name: 'tidemark_node_misc_unknown_updates_total',
    help: 'Balance updates of a type without a rule, stored unchanged.',
    value: ({ unknownUpdates }) => unknownUpdates,
  },
];

const twapMetric: StateMetric<FollowState> = {
  name: 'tidemark_node_twaps_statuses_total',
  help: 'Statuses of TWAP orders.',
  value: ({ twaps }) => twaps,
};

/** Shows the state of followed node files; without samples if none are followed. */
export function showNodeMetrics(
  registry: Registry,
  read: (record?: NodeRecord) => FollowState | undefined,
  clock: Clock = systemClock,
): void {
  showStateMetrics(registry, [...metrics('tidemark_node', clock), ...fillMetrics], () => read());
  const misc = [...metrics('tidemark_node_misc', clock), ...miscMetrics];
  const twaps = [...metrics('tidemark_node_twaps', clock), twapMetric];
  // No samples if the node does not write these records.
  for (const [record, shown] of [
    ['ledger', misc],
    ['twaps', twaps],
  ] as const) {
    showStateMetrics(registry, shown, () => {
      const state = read(record);
      return state?.kind === undefined ? undefined : state;
    });
  }
}

const infoMetrics: StateMetric<NodeInfoState>[] = [
  {
    name: 'tidemark_node_info_up',
    help: "1 while a node's info server answers account states.",
    value: ({ server }) => (server.fault === undefined ? 1 : 0),
  },
  {
    name: 'tidemark_node_info_answered_total',
    help: 'Requests that the info server answered.',
    value: ({ server }) => server.answered,
  },
  {
    name: 'tidemark_node_info_failed_total',
    help: 'Requests without an answer, or with an invalid one.',
    value: ({ server }) => server.failed,
  },
  {
    name: 'tidemark_node_info_accounts',
    help: 'Accounts with open positions, one for each wallet and dex.',
    value: ({ accounts }) => accounts.accounts,
  },
  {
    name: 'tidemark_node_info_unread_accounts',
    help: 'Accounts without a known state.',
    value: ({ accounts }) => accounts.unread,
  },
  {
    name: 'tidemark_node_info_oldest_state_seconds',
    help: 'Age of the oldest state of the others.',
    value: ({ accounts }) => seconds(accounts.oldestMs),
  },
  {
    name: 'tidemark_node_info_states_total',
    help: 'States that were stored.',
    value: ({ accounts }) => accounts.states,
  },
  {
    name: 'tidemark_node_info_refused_states_total',
    help: 'Answers that cannot be states of the requested account.',
    value: ({ accounts }) => accounts.refusedStates,
  },
];

/** Shows the state of the node's info server; without samples if none is read. */
export function showNodeInfoMetrics(registry: Registry, read: () => NodeInfoState | undefined): void {
  showStateMetrics(registry, infoMetrics, read);
}
