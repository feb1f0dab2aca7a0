import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionColumns } from '../../../positions/position-columns.ts';
import { createAccountPlan, type OpenPositions } from './account-plan.ts';

const nowMs = Date.UTC(2026, 4, 1);

interface Held {
  coin: string;
  wallet: number;
  size: number;
  updatedMs: number;
  stateMs?: number;
}

function openOf(held: readonly Held[]): OpenPositions {
  const coins = [...new Set(held.map(({ coin }) => coin))];
  const columns = (coin: string) => {
    const own = held.filter((one) => one.coin === coin);
    return {
      count: own.length,
      wallet: Int32Array.from(own, ({ wallet }) => wallet),
      size: Float64Array.from(own, ({ size }) => size),
      updatedMs: Float64Array.from(own, ({ updatedMs }) => updatedMs),
      stateMs: Float64Array.from(own, ({ stateMs = 0 }) => stateMs),
    } as unknown as PositionColumns;
  };
  const positions = {
    coins: () => coins,
    ofCoin: columns,
    ofWallet: () => [],
    address: String,
    built: () => true,
  };
  return { positions, markOf: () => 100 };
}

/** Wallets in the order of their turns. */
function turns(plan: ReturnType<typeof createAccountPlan>) {
  const taken = [];
  for (let account = plan.next(); account !== undefined; account = plan.next()) taken.push(account);
  return taken;
}

const names = (accounts: ReturnType<typeof turns>) => accounts.map(({ wallet, dex }) => `${wallet}${dex}`);

test('the largest of those never read goes first, then who was read longest ago or has traded since', async () => {
  const plan = createAccountPlan({ statesMs: 60_000, changedMs: 1_000, retryMs: 5_000 });
  const old = nowMs - 3_600_000;
  const held: Held[] = [
    { coin: 'BTC', wallet: 1, size: 10, updatedMs: old },
    { coin: 'BTC', wallet: 2, size: -1_000, updatedMs: old },
    // On two coins together larger than on either.
    { coin: 'ETH', wallet: 1, size: 5_000, updatedMs: old },
    { coin: 'BTC', wallet: 3, size: 10, updatedMs: old, stateMs: old },
    { coin: 'BTC', wallet: 4, size: 10, updatedMs: nowMs - 30_000, stateMs: nowMs - 30_000 },
    { coin: 'BTC', wallet: 5, size: 10, updatedMs: nowMs - 30_000, stateMs: nowMs - 31_000 },
    { coin: 'xyz:TSLA', wallet: 1, size: 1, updatedMs: old },
  ];
  await plan.sweep(openOf(held), nowMs);
  assert.deepEqual(names(turns(plan)), ['1', '2', '1xyz', '3', '5']);
  assert.deepEqual(plan.counts(), { accounts: 6, unread: 3, oldestMs: 3_600_000 });
});

test('one that is under way is left alone, one that was read is due when its state is old or a fill came', async () => {
  const plan = createAccountPlan({ statesMs: 60_000, changedMs: 1_000, retryMs: 5_000 });
  const held = (updatedMs: number) => openOf([{ coin: 'BTC', wallet: 1, size: 1, updatedMs }]);
  await plan.sweep(held(nowMs), nowMs);
  const [account] = turns(plan);
  await plan.sweep(held(nowMs), nowMs);
  assert.deepEqual(turns(plan), []);
  plan.ended(account!, nowMs, nowMs);
  await plan.sweep(held(nowMs), nowMs + 30_000);
  assert.deepEqual(turns(plan), []);
  await plan.sweep(held(nowMs + 28_000), nowMs + 30_000);
  assert.deepEqual(names(turns(plan)), ['1']);
  plan.ended(account!, nowMs + 30_000, nowMs + 30_000);
  await plan.sweep(held(nowMs + 28_000), nowMs + 100_000);
  assert.deepEqual(names(turns(plan)), ['1']);
  // A reading that failed waits its turn.
  plan.ended(account!, nowMs + 100_000, undefined);
  await plan.sweep(held(nowMs + 28_000), nowMs + 101_000);
  assert.deepEqual(turns(plan), []);
  await plan.sweep(held(nowMs + 28_000), nowMs + 105_000);
  assert.deepEqual(names(turns(plan)), ['1']);
});

test('an account whose last position has closed is read once more, and then forgotten', async () => {
  const plan = createAccountPlan({ statesMs: 60_000, changedMs: 1_000, retryMs: 5_000 });
  const open = openOf([{ coin: 'BTC', wallet: 1, size: 1, updatedMs: nowMs }]);
  await plan.sweep(open, nowMs);
  const [account] = turns(plan);
  plan.ended(account!, nowMs, nowMs);
  await plan.sweep(openOf([]), nowMs + 2_000);
  assert.deepEqual(names(turns(plan)), ['1']);
  assert.equal(plan.counts().accounts, 0);
  plan.ended(account!, nowMs + 2_000, nowMs + 2_000);
  await plan.sweep(openOf([]), nowMs + 600_000);
  assert.deepEqual(turns(plan), []);
  // Opened again it is one that was never read.
  await plan.sweep(open, nowMs + 600_000);
  assert.equal(plan.counts().unread, 1);
});
