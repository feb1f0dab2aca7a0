import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsOf } from '../../../../test/fill-rows.ts';
import { useFactStore } from '../../../../test/ingest/fact-store.ts';
import { sourceFills, walletOf } from '../../../../test/source-fills.ts';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { dayMs, fixedClock, minuteMs, monotonicMs, systemClock } from '../../../kernel/clock.ts';
import type { WireClearinghouseState } from '../../../wire/clearinghouse-state.ts';
import { createBatchStore } from '../../batch-store.ts';
import { accounts, positions } from '../../facts/fact-tables.ts';
import { stateRows } from '../../facts/position-rows.ts';
import { openJournal } from '../../journal.ts';
import { openSink } from '../../sink.ts';
import { defaultPace } from '../work/pace.ts';
import type { WalletDirectory } from './directory.ts';
import { loadWallets } from './load.ts';
import { dueTask, nothingElsewhere, type TrackedWallet } from './tracked-wallet.ts';

const own = useFactStore();

// Fixed: minutes may pass between the load of this file and its tests.
const clock = fixedClock(systemClock.nowMs());
const nowMs = clock.nowMs();
const margins = { accountValue: '100', totalNtlPos: '90', totalRawUsd: '10', totalMarginUsed: '9' };
const position = {
  coin: 'BTC',
  szi: '0.001',
  leverage: { type: 'cross', value: 10 },
  entryPx: '90000',
  positionValue: '90',
  unrealizedPnl: '0',
  returnOnEquity: '0',
  liquidationPx: null,
  marginUsed: '9',
  maxLeverage: 40,
  cumFunding: { allTime: '0', sinceOpen: '0', sinceChange: '0' },
};

interface StateOptions {
  /** Only its account where not: the rest was lost. */
  isWhole?: boolean;
  /** Long BTC, or nothing. */
  isOpen?: boolean;
}

async function storeState(
  wallet: string,
  time: number,
  { isWhole = true, isOpen = true }: StateOptions = {},
): Promise<void> {
  const marginSummary = { ...margins, totalNtlPos: isOpen ? '90' : '0' };
  const state = {
    time,
    marginSummary,
    crossMarginSummary: marginSummary,
    crossMaintenanceMarginUsed: '1',
    withdrawable: '1',
    assetPositions: isOpen ? [{ type: 'oneWay', position }] : [],
  } as unknown as WireClearinghouseState;
  const rows = stateRows({ wallet, dex: '' }, state, []);
  if (isWhole) await own.facts.write(positions, rows.positions);
  await own.facts.write(accounts, [rows.account]);
}

async function storeFill(wallet: string, time: number): Promise<void> {
  const journal = openJournal(join(own.dir, 'journal'));
  const sink = openSink({ store: createBatchStore(own.store), journal, batchFills: 10 });
  const fills = rowsOf(sourceFills([{ wallet, time }]));
  await sink.add({ fills, rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

/** State known to the next process. */
async function restart(): Promise<WalletDirectory> {
  const directory = openDirectory({ settleMs: defaultPace.settleMs });
  await loadWallets(directory, { analytics: own.store, clock, pace: defaultPace, limit: 100 });
  return directory;
}

const needs = { pace: defaultPace, reachableFills: 10_000, elsewhere: nothingElsewhere };
const due = (wallet: TrackedWallet | undefined, inMs: number) =>
  dueTask(wallet!, needs, monotonicMs() + inMs, nowMs + inMs);
const urgency = ({ ageMs, targetMs }: { ageMs: number; targetMs: number }) => ageMs / targetMs;

test('after a restart, fills of a trade that was seen do not wait for the states of all other wallets', async () => {
  const [recent, old, trader] = [1, 2, 3].map(walletOf) as [string, string, string];
  await storeState(recent, nowMs - minuteMs);
  await storeState(old, nowMs - 40 * dayMs);
  await storeState(trader, nowMs - minuteMs);
  const directory = await restart();
  directory.noteTrade({ users: [trader, trader], coin: '@1', time: nowMs, tid: 1 });
  const fills = due(directory.get(trader), 15_000);
  assert.equal(fills.task, 'fills');
  assert.deepEqual(
    [directory.get(recent), directory.get(old)].map((wallet) => due(wallet, 15_000).task),
    ['states', 'states'],
  );
  assert.ok(urgency(fills) > urgency(due(directory.get(recent), 15_000)));
  // Its activity is unknown: it is due, and yields a minute after a trade.
  assert.ok(urgency(due(directory.get(old), 0)) >= 1);
  assert.ok(
    urgency(due(directory.get(trader), 2 * minuteMs)) > urgency(due(directory.get(old), 2 * minuteMs)),
  );
});

test('a state that was stored only in part, or before the last fill, is due, and one of nothing is not', async () => {
  const [torn, closed, quiet, behind] = [4, 5, 6, 7].map(walletOf) as [string, string, string, string];
  await storeState(torn, nowMs - minuteMs, { isWhole: false });
  await storeState(closed, nowMs - minuteMs, { isOpen: false });
  await storeState(quiet, nowMs - minuteMs, { isOpen: false });
  await storeState(behind, nowMs - minuteMs);
  for (const wallet of [closed, behind]) await storeFill(wallet, nowMs - minuteMs / 2);
  await storeFill(quiet, nowMs - 2 * minuteMs);
  const directory = await restart();
  const isDue = (wallet: string) => {
    const { task, ...age } = due(directory.get(wallet), 5_000);
    return task === 'states' && urgency(age) >= 1;
  };
  assert.deepEqual([torn, closed, behind, quiet].map(isDue), [true, true, true, false]);
});

test('a trade that the stored state holds does not make it due', async () => {
  const wallet = walletOf(8);
  await storeState(wallet, nowMs - minuteMs);
  const directory = await restart();
  directory.noteTrade({ users: [wallet, wallet], coin: 'BTC', time: nowMs - 2 * minuteMs, tid: 3 });
  assert.equal(directory.get(wallet)!.accounts.get('')!.changedMs, undefined);
});
