import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { fixedClock, monotonicMs, systemClock } from '../../../kernel/clock.ts';
import { accountOf } from './dex-account.ts';
import { spotOf, type TrackedWallet } from './tracked-wallet.ts';

/** A directory with room for three wallets, all of them read up to 1,000. */
function fullDirectory() {
  const dismissed: string[] = [];
  const directory = openDirectory({
    trackedLimit: 3,
    onDismiss: ({ wallet }) => void dismissed.push(wallet),
  });
  const wallets = ['a', 'b', 'c'].map((name) => directory.track(name)!);
  for (const wallet of wallets) wallet.fillsToMs = 1_000;
  return { directory, wallets, dismissed };
}
const trade = (user: string, time: number) => ({
  users: [user, user] as [string, string],
  coin: '@1',
  time,
  tid: time,
});

test('one that is seen for the first time takes the place of one that is idle', () => {
  const { directory, dismissed } = fullDirectory();
  directory.noteTrade(trade('a', 2_000));
  directory.noteTrade(trade('d', 2_000));
  assert.deepEqual(dismissed, ['b']);
  assert.equal(directory.get('b'), undefined);
  assert.equal(directory.get('d')!.expected.size, 1);
  assert.equal(directory.untracked, 1);
});

test('one that was dismissed goes on from where it was read when it is seen again', () => {
  const { directory, wallets } = fullDirectory();
  const [a, b, c] = wallets as [TrackedWallet, TrackedWallet, TrackedWallet];
  a.fundingToMs = 700;
  for (const busy of [b, c]) busy.activity = 1;
  directory.track('d')!.fillsToMs = 2_000;
  assert.equal(directory.get('a'), undefined);
  directory.noteTrade(trade('a', 3_000));
  const again = directory.get('a')!;
  assert.deepEqual([again.fillsToMs, again.fundingToMs, again.expected.size], [1_000, 700, 1]);
  assert.equal(directory.get('d'), undefined);
  assert.equal(directory.untracked, 1);
});

const reasons: [string, (wallet: TrackedWallet) => void][] = [
  [
    'was never read',
    (wallet) => {
      wallet.fillsToMs = 0;
    },
  ],
  [
    'traded lately',
    (wallet) => {
      wallet.activity = 1;
    },
  ],
  [
    'has a position',
    (wallet) => {
      accountOf(wallet, 'xyz').open = new Set(['xyz:GOLD']);
    },
  ],
  [
    'has a state that is out of date',
    (wallet) => {
      accountOf(wallet, '').changedMs = 1;
    },
  ],
  [
    'has funding to be read',
    (wallet) => {
      wallet.fundingDue = true;
    },
  ],
  [
    'is being read',
    (wallet) => {
      wallet.underWay = 1;
    },
  ],
  [
    'has streamed fills that were not checked',
    (wallet) => {
      wallet.streamed = 1;
    },
  ],
];
for (const [what, make] of reasons) {
  test(`one that ${what} is not dismissed`, () => {
    const { directory, wallets, dismissed } = fullDirectory();
    for (const wallet of wallets) make(wallet);
    assert.equal(directory.track('d'), undefined);
    assert.deepEqual(dismissed, []);
    assert.equal(directory.untracked, 1);
  });
}

test('a wallet that is liquidated in a fill of another wallet is tracked, and its fills and state are due', () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const directory = openDirectory({ clock: fixedClock(nowMs) });
  const [maker, read] = ['a', 'read'].map((name) => directory.track(name)!);
  for (const wallet of [maker!, read!]) wallet.suspectMs = undefined;
  read!.fillsToMs = nowMs;
  const fillOf = (liquidatedUser: string, time: number) => ({
    coin: 'xyz:GOLD',
    time,
    tid: 1,
    liquidation: { liquidatedUser, markPx: '1', method: 'backstop' },
  });
  directory.noteStored(maker!, [
    fillOf('0xNEW', nowMs - 5),
    fillOf('read', nowMs - 5),
    fillOf('a', nowMs - 5),
    fillOf('old', nowMs - 86_400_001),
  ]);
  const victim = directory.get('0xnew')!;
  assert.notEqual(victim.suspectMs, undefined);
  assert.notEqual(accountOf(victim, 'xyz').changedMs, undefined);
  assert.equal(read!.suspectMs, undefined, 'its fills are stored');
  assert.equal(maker!.suspectMs, undefined);
  assert.equal(directory.get('old'), undefined, "long past: a part of somebody's history");
});

test('money that moves between the parts of an account makes its holdings due, if they were read before', () => {
  const directory = openDirectory();
  const wallet = directory.track('lender')!;
  wallet.holdingsRequestedMs = monotonicMs() - 60_000;
  directory.noteMoved(wallet, 0, systemClock.nowMs() - 120_000);
  assert.notEqual(wallet.holdingsRequestedMs, undefined);
  directory.noteMoved(wallet, 0, systemClock.nowMs() - 30_000);
  assert.equal(wallet.holdingsRequestedMs, undefined);
});

test('money that moves without a fill makes out of date what was read before, and nothing else', () => {
  const directory = openDirectory();
  const wallet = directory.track('moved')!;
  const [read, unread] = [accountOf(wallet, ''), accountOf(wallet, 'xyz')];
  read.stateMs = 1_000;
  spotOf(wallet).stateMs = 2_000;
  directory.noteMoved(wallet, 1_500);
  assert.deepEqual(
    [read, unread, spotOf(wallet)].map(({ changedMs }) => changedMs !== undefined),
    [true, false, false],
  );
});
