import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { hourMs, minuteMs, monotonicMs, systemClock } from '../../../kernel/clock.ts';
import { type InfoType, infoReader } from '../../../wire/info-request.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { defaultPace } from '../work/pace.ts';
import { createWalletBalances } from './balances.ts';
import {
  dueTask,
  noteEnd,
  nothingElsewhere,
  seldomTask,
  spotOf,
  type TrackedWallet,
} from './tracked-wallet.ts';

const staleness = { group: 'wallets', ageMs: 1, targetMs: 1 } as const;
const vault = `0x${'aa'.repeat(20)}`;
const needs = { pace: defaultPace, reachableFills: 10_000, elsewhere: { ...nothingElsewhere, fills: true } };

/** An exchange with these answers (an Error is thrown); records the stored rows. */
function openReading(answers: Partial<Record<InfoType, unknown>>) {
  const stored: string[] = [];
  const flat: string[] = [];
  const reader = createWalletBalances({
    states: { readFlat: async (_, dex) => void flat.push(dex) },
    dexes: () => ['', 'xyz'],
    tokenName: (index) => ['USDC', 'PURR'][index],
    info: {
      async ask({ type }: { type: InfoType }) {
        const answer = answers[type];
        if (answer instanceof Error) throw answer;
        const reading = infoReader(type)(answer);
        if ('fault' in reading) throw new InfoError('malformed', type, reading.fault);
        return reading;
      },
    } as unknown as InfoClient,
    facts: {
      async write(table: FactTable<Record<string, unknown>>, rows: Record<string, unknown>[]) {
        for (const { kind = '', asset = '', amount, mode } of rows)
          stored.push([table.name, kind, asset, mode ?? amount].filter((text) => text !== '').join(' '));
      },
    } as unknown as FactWriter,
    watch: createFeedWatch({}),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  return { reader, stored, flat };
}
const directory = openDirectory();
const due = (wallet: TrackedWallet, inMs: number) =>
  dueTask(wallet, needs, monotonicMs() + inMs, systemClock.nowMs() + inMs);
const urgency = ({ ageMs, targetMs }: { ageMs: number; targetMs: number }) => ageMs / targetMs;

const lending = (token: number, supplied: string, borrowed: string) => [
  token,
  { borrow: { basis: '0.0', value: borrowed }, supply: { basis: '0.0', value: supplied } },
];
const answers = {
  userAbstraction: 'unifiedAccount',
  spotClearinghouseState: {
    balances: [
      { coin: 'USDC', token: 0, total: '4918.25', hold: '1.0', entryNtl: '0.0' },
      { coin: 'USDE', token: 235, total: '0.0', hold: '0.0', entryNtl: '0.0' },
      { coin: '+92260', total: '3.0', hold: '0.0', entryNtl: '1.5' },
    ],
    evmEscrows: [{ coin: 'HYPE', token: 150, total: '7.0' }],
  },
  userVaultEquities: [{ vaultAddress: vault, equity: '742500.082809' }],
  delegatorSummary: { delegated: '12.5', undelegated: '0.0', totalPendingWithdrawal: '1.0' },
  borrowLendUserState: { tokenToState: [lending(0, '1000.93372645', '0.5')], health: 'healthy' },
};

test('what a wallet has beside its perps is stored, what is 0 not, and how much of each kind there was', async () => {
  const wallet = directory.track('holder')!;
  const { reader, stored, flat } = openReading(answers);
  await reader.holdings(wallet, staleness);
  assert.deepEqual(flat, ['', 'xyz']);
  assert.deepEqual(stored, [
    'account_modes unifiedAccount',
    'balances spot USDC 4918.25',
    'balances spot +92260 3.0',
    'balances spot 2',
    'balances escrow HYPE 7.0',
    'balances escrow 1',
    `balances vault ${vault} 742500.082809`,
    'balances vault 1',
    'balances staking delegated 12.5',
    'balances staking pending 1.0',
    'balances staking 2',
    'balances lent USDC 1000.433726450000',
    'balances lent 1',
  ]);
  assert.equal(wallet.isPooled, true);
  assert.ok(wallet.holdingsRequestedMs !== undefined && spotOf(wallet).open.size > 0);
});

test('an answer of portfolio margin is the mode of the account, and an escrow that cannot be read leaves what was', async () => {
  const wallet = directory.track('margin')!;
  const state = { balances: [], portfolioMarginEnabled: true, evmEscrows: [{ coin: 'HYPE' }] };
  const { reader, stored } = openReading({ spotClearinghouseState: state });
  await reader.spot(wallet, staleness);
  assert.deepEqual(stored, ['balances spot 0', 'account_modes portfolioMargin']);
});

test('a part that cannot be used costs itself; an exchange that is away is asked again', async () => {
  const wallet = directory.track('odd')!;
  const refused = new InfoError('refused', 'userVaultEquities', 'no such type');
  const { reader, stored } = openReading({
    ...answers,
    userAbstraction: { mode: 1 },
    spotClearinghouseState: { balances: [...answers.spotClearinghouseState.balances, { coin: 'HYPE' }] },
    userVaultEquities: refused,
    borrowLendUserState: {
      tokenToState: [...answers.borrowLendUserState.tokenToState, lending(9, '1', '0'), [1, { supply: {} }]],
    },
  });
  await reader.holdings(wallet, staleness);
  assert.deepEqual(
    stored.map((row) => row.split(' ').slice(0, 3).join(' ')),
    // Without the row of the whole: HYPE may be there still.
    [
      'balances spot USDC',
      'balances spot +92260',
      'balances escrow 0',
      'balances staking delegated',
      'balances staking pending',
      'balances staking 2',
      // Of PURR, and of a token that is not listed, nothing is known.
      'balances lent USDC',
    ],
  );
  const away = openReading({ ...answers, delegatorSummary: new InfoError('unavailable', 'x', 'away') });
  const other = directory.track('away')!;
  await assert.rejects(away.reader.holdings(other, staleness), /away/);
  assert.equal(other.holdingsRequestedMs, undefined);
});

test('tokens are due after a trade of them, with the states where there are some, and never where there were none', async () => {
  const wallet = directory.track('spot')!;
  wallet.suspectMs = undefined;
  assert.ok(urgency(due(wallet, hourMs)) < 1);
  directory.noteTrade({ users: ['spot', 'spot'], coin: '@107', time: systemClock.nowMs(), tid: 1 });
  assert.equal(due(wallet, 10 * minuteMs).task, 'spot');
  const { reader } = openReading(answers);
  await reader.spot(wallet, staleness);
  assert.ok(urgency(due(wallet, 5 * minuteMs)) < 1);
  assert.ok(urgency(due(wallet, 11 * minuteMs)) >= 1);
  const none = openReading({ spotClearinghouseState: { balances: [] } });
  await none.reader.spot(wallet, staleness);
  assert.ok(urgency(due(wallet, hourMs)) < 1);
  // A pooled account pays the PnL of its perps from spot.
  wallet.isPooled = true;
  directory.noteTrade({ users: ['spot', 'spot'], coin: 'BTC', time: systemClock.nowMs() + 1, tid: 2 });
  assert.notEqual(spotOf(wallet).changedMs, undefined);
});

test("a wallet's role comes before its vaults, and one that fails leaves its turns to the other", () => {
  const wallet = directory.track('seldom')!;
  const needs = { pace: defaultPace, elsewhere: nothingElsewhere };
  const next = (inMs: number) => seldomTask(wallet, needs, monotonicMs() + inMs, systemClock.nowMs() + inMs);
  assert.equal(next(hourMs)!.task, 'role');
  noteEnd(wallet, 'role', { failed: true, restMs: 60_000, nowMs: monotonicMs() });
  assert.equal(next(minuteMs)!.task, 'holdings');
  noteEnd(wallet, 'holdings', { failed: true, restMs: 60_000, nowMs: monotonicMs() });
  assert.equal(next(minuteMs)!.task, 'ledger');
  noteEnd(wallet, 'ledger', { failed: true, restMs: 60_000, nowMs: monotonicMs() });
  assert.equal(next(minuteMs), undefined);
  wallet.roleRequestedMs = monotonicMs();
  assert.equal(next(hourMs)!.task, 'holdings');
});
