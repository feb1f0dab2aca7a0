import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { dayMs, hourMs, minuteMs, monotonicMs, systemClock } from '../../../kernel/clock.ts';
import { defaultPace } from '../work/pace.ts';
import { accountOf } from './dex-account.ts';
import {
  dueTask,
  noteEnd,
  nothingElsewhere,
  type ReadElsewhere,
  roleAge,
  seldomTask,
  type TrackedWallet,
} from './tracked-wallet.ts';

const needs = { pace: defaultPace, reachableFills: 10_000, elsewhere: nothingElsewhere };
const directory = openDirectory();
let tid = 0;

/** A wallet whose state is known, and that was seen to trade so often. */
function traded(name: string, trades: number): TrackedWallet {
  const wallet = directory.track(name)!;
  accountOf(wallet, '').stateMs = Number.MAX_SAFE_INTEGER;
  for (let i = 0; i < trades; i++) {
    directory.noteTrade({ users: [name, name], coin: 'BTC', time: 1_000 + i, tid: ++tid });
  }
  return wallet;
}
const urgency = ({ ageMs, targetMs }: { ageMs: number; targetMs: number }) => ageMs / targetMs;
const due = (wallet: TrackedWallet, inMs: number) =>
  dueTask(wallet, needs, monotonicMs() + inMs, systemClock.nowMs() + inMs);

test('who trades a hundred times as often is read ten times as often', () => {
  const [rare, busy] = [traded('rare', 1), traded('busy', 10)];
  // A tenth of the time has brought the busy one ten trades, and the rare one a tenth of what this one shows after all of it.
  const ratio = urgency(due(busy, 10 * minuteMs)) / urgency(due(rare, 100 * minuteMs));
  assert.ok(Math.abs(ratio - 1) < 0.01, `${ratio}`);
});

test('open notional makes a wallet due sooner', () => {
  const [small, large] = [traded('small', 1), traded('large', 1)];
  accountOf(large, '').notionalUsd = 10_000_000;
  assert.ok(urgency(due(large, minuteMs)) > 3 * urgency(due(small, minuteMs)));
  assert.ok(urgency(roleAge(large, defaultPace, hourMs)) > 3 * urgency(roleAge(small, defaultPace, hourMs)));
});

test('a trade makes the state due before the fills', () => {
  const wallet = directory.track('fresh')!;
  directory.noteTrade({ users: ['fresh', 'fresh'], coin: 'xyz:GOLD', time: 1_000, tid: ++tid });
  assert.equal(due(wallet, minuteMs).task, 'states');
  assert.ok(wallet.accounts.has('xyz'));
});

test('a trade that a state already holds does not make it due', () => {
  const wallet = traded('known', 3);
  assert.equal(accountOf(wallet, '').changedMs, undefined);
});

test('what other readers bring of all wallets is not read here', () => {
  const wallet = traded('elsewhere', 3);
  accountOf(wallet, '').open = new Set(['BTC']);
  const later = (elsewhere: ReadElsewhere) =>
    dueTask(wallet, { ...needs, elsewhere }, monotonicMs() + hourMs, systemClock.nowMs() + hourMs);
  assert.equal(later({ ...nothingElsewhere, fills: true }).task, 'states');
  assert.ok(urgency(later({ ...nothingElsewhere, fills: true, states: () => true })) < 1);
  const own = openDirectory({ fillsElsewhere: true });
  own.noteTrade({ users: ['a', 'b'], coin: 'BTC', time: 1_000, tid: 1 });
  assert.equal(own.expected, 0);
});

test("funding and ledger are read up to where a node's misc events begin, and no further", () => {
  const wallet = traded('node', 0);
  wallet.fundingDue = true;
  const nowMs = systemClock.nowMs();
  const of = (ledgerFromMs: number | undefined) => {
    const elsewhere = { fills: true, states: () => true, ledgerFromMs: () => ledgerFromMs };
    const at = [monotonicMs() + 2 * dayMs, nowMs + 2 * dayMs] as const;
    wallet.roleRequestedMs = at[0];
    wallet.holdingsRequestedMs = at[0];
    const seldom = seldomTask(wallet, { ...needs, elsewhere }, ...at)!;
    return [dueTask(wallet, { ...needs, elsewhere }, ...at).task, seldom.task];
  };
  assert.deepEqual(of(undefined), ['funding', 'ledger']);
  assert.deepEqual(of(nowMs - dayMs), ['funding', 'ledger'], 'it was never read');
  wallet.ledgerToMs = nowMs;
  wallet.fundingRequestedMs = nowMs;
  assert.deepEqual(of(undefined), ['funding', 'ledger']);
  const [changing, seldom] = of(nowMs - dayMs);
  assert.notEqual(changing, 'funding');
  assert.notEqual(seldom, 'ledger');
  assert.deepEqual(of(nowMs + dayMs), ['funding', 'ledger'], 'blocks of before are missing');
});

test('fills that would be out of reach soon go before whatever is old', () => {
  const [old, endangered] = [traded('old', 4_000), traded('endangered', 1)];
  endangered.streamed = 5_000;
  assert.equal(due(endangered, 1_000).task, 'fills');
  assert.ok(urgency(due(endangered, 1_000)) > urgency(due(old, hourMs)));
});

test('funding that was not read for hours grows older all the while', () => {
  const wallet = traded('funded', 0);
  wallet.fundingDue = true;
  wallet.checkedMs = monotonicMs() + 1e9;
  wallet.suspectMs = undefined;
  const hour = Math.floor(systemClock.nowMs() / hourMs) * hourMs;
  wallet.fundingRequestedMs = hour + 30 * minuteMs;
  const at = (clockMs: number) => dueTask(wallet, needs, monotonicMs(), clockMs);
  assert.notEqual(at(hour + 59 * minuteMs).task, 'funding');
  assert.deepEqual(at(hour + hourMs + 3 * minuteMs), {
    task: 'funding',
    ageMs: 2 * minuteMs,
    targetMs: defaultPace.walletFundingMs,
  });
  assert.equal(at(hour + 5 * hourMs + 3 * minuteMs).ageMs, 4 * hourMs + 2 * minuteMs);
});

test('a reading that fails leaves its turns to the others, longer after each failure', () => {
  const wallet = directory.track('odd')!;
  directory.noteTrade({ users: ['odd', 'odd'], coin: 'BTC', time: 1_000, tid: ++tid });
  const end = (failed: boolean) =>
    noteEnd(wallet, 'states', { failed, restMs: 60_000, nowMs: monotonicMs() });
  assert.equal(due(wallet, minuteMs).task, 'states');
  end(true);
  assert.equal(due(wallet, minuteMs).task, 'fills', 'a state that cannot be read');
  assert.equal(due(wallet, 3 * minuteMs).task, 'states', 'it is tried again');
  end(true);
  assert.equal(due(wallet, 3 * minuteMs).task, 'fills');
  for (let i = 0; i < 30; i++) end(true);
  assert.equal(due(wallet, 6 * minuteMs).task, 'states', 'after five minutes at the latest');
  end(false);
  assert.equal(due(wallet, minuteMs).task, 'states');
});
