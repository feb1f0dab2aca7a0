import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { answering, emptyAccounts } from '../../../test/node-info-state.ts';
import { emptyState, type FollowState } from '../../ingest/node/follow.ts';
import { followFault } from '../../ingest/node/follow-report.ts';
import { nodeInfoFault } from '../../ingest/node/info/info-report.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { showNodeInfoMetrics, showNodeMetrics } from './node-metrics.ts';

const blockMs = Date.UTC(2026, 4, 1);
const state: FollowState = {
  ...emptyState,
  phase: 'following',
  newest: { number: 7, blockMs, localMs: blockMs + 250 },
  missingBlocks: 3,
};

test("the state of a node's files is shown as metrics, and nothing but zeros while none are followed", async () => {
  const registry = new Registry();
  let read: FollowState | undefined;
  showNodeMetrics(registry, () => read, fixedClock(blockMs + 1_500));
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  assert.deepEqual(
    (await samples()).filter((line) => !/_total 0$/.test(line)),
    [],
  );
  read = state;
  const shown = await samples();
  for (const line of [
    'tidemark_node_block_age_seconds 1.5',
    'tidemark_node_written_late_seconds 0.25',
    'tidemark_node_missing_blocks 3',
  ])
    assert.ok(shown.includes(line), line);
});

test('misc events are shown beside the fills where the node writes them, and named where it does not', async () => {
  const registry = new Registry();
  let ledger: FollowState = emptyState;
  const read = (record = 'fills') => (record === 'fills' ? state : ledger);
  showNodeMetrics(registry, read, fixedClock(blockMs + 1_500));
  const samples = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^tidemark_node_misc_(?!.*_total 0$)/.test(line));
  assert.deepEqual(await samples(), []);
  const fault = '/hl/data holds node_fills_by_block, and no directory misc_events_by_block';
  assert.match(
    followFault({ ...emptyState, fault }, blockMs, 'ledger')!,
    /^no funding, deposits and transfers of all wallets: the node writes them with --write-misc-events/,
  );
  ledger = { ...state, kind: 'misc_events_by_block', payments: 9, updates: 4, unknownUpdates: 1 };
  const shown = await samples();
  for (const line of [
    'block_age_seconds 1.5',
    'payments_total 9',
    'updates_total 4',
    'unknown_updates_total 1',
  ])
    assert.ok(shown.includes(`tidemark_node_misc_${line}`), line);
});

test("what keeps a node's fills from being fresh is said in words", () => {
  const fault = (change: Partial<FollowState>, ageMs = 500) =>
    followFault({ ...state, ...change }, blockMs + ageMs);
  assert.equal(fault({}), undefined);
  // A visitor sees it, too.
  const isGone = "the node's directory cannot be followed; the log says why";
  assert.equal(fault({ fault: '/hl/data does not exist' }), isGone);
  const foreign = { newest: undefined, unreadWhy: 'permission denied' };
  assert.match(fault(foreign)!, /^the node's files cannot be read: permission denied; the log names them$/);
  assert.match(
    fault({ unreadWhy: 'permission denied' }, 90_000)!,
    /90 s old: .* cannot be read: permission denied/,
  );
  assert.match(
    fault({ phase: 'catchingUp', waitingBytes: 3 << 20 })!,
    /^catching up .*: 3 MiB to go, until 2026-05-01T/,
  );
  assert.match(fault({}, 90_000)!, /is 90 s old: the node has stopped writing$/);
  const late = { number: 7, blockMs, localMs: blockMs + 80_000 };
  assert.match(fault({ newest: late }, 90_000)!, /is 90 s old: the node writes them 80 s late$/);
  assert.match(fault({ newest: undefined })!, /hold no fills yet$/);
});

test("a node's info server is shown as metrics, and its faults in words without its address", async () => {
  const registry = new Registry();
  const accounts = { ...emptyAccounts, accounts: 5, unread: 2, oldestMs: 90_000, states: 3 };
  const url = 'http://127.0.0.1:3001/info';
  const away = { ...answering, fault: 'away' as const, reason: `${url}: no answer` };
  showNodeInfoMetrics(registry, () => ({ server: away, accounts }));
  const shown = await registry.metrics();
  for (const line of [
    'tidemark_node_info_up 0',
    'tidemark_node_info_accounts 5',
    'tidemark_node_info_unread_accounts 2',
    'tidemark_node_info_oldest_state_seconds 90',
    'tidemark_node_info_states_total 3',
  ]) {
    assert.ok(shown.includes(`${line}\n`), line);
  }
  assert.equal(
    nodeInfoFault({ server: away, accounts }),
    "the node's info server does not answer; the log says why",
  );
  assert.equal(
    nodeInfoFault({ server: answering, accounts: { ...accounts, wasWhole: false } }),
    'reading account states for the first time: 2 of 5 accounts to go',
  );
  const late = { ...accounts, newestMs: blockMs, storedMs: blockMs + 90_000 };
  assert.match(nodeInfoFault({ server: answering, accounts: late })!, /are 90 s old on arrival/);
  assert.match(
    nodeInfoFault({ server: answering, accounts: { ...accounts, isRefusing: true } })!,
    /cannot be used; the quarantine says why/,
  );
  assert.equal(
    nodeInfoFault({ server: answering, accounts: { ...late, storedMs: blockMs + 900 } }),
    undefined,
  );
});
