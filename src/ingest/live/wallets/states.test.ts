import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import { monotonicMs, systemClock } from '../../../kernel/clock.ts';
import type { WireClearinghouseState } from '../../../wire/clearinghouse-state.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { defaultPace } from '../work/pace.ts';
import { accountOf, markChanged } from './dex-account.ts';
import { createWalletStates } from './states.ts';

const money = { accountValue: '1', totalNtlPos: '1', totalRawUsd: '1', totalMarginUsed: '1' };

function stateOf(sizes: Record<string, string>): WireClearinghouseState {
  const assetPositions = Object.entries(sizes).map(([coin, szi]) => {
    const position = {
      coin,
      szi,
      entryPx: '1',
      positionValue: '1',
      unrealizedPnl: '0',
      returnOnEquity: '0',
      leverage: { type: 'cross' as const, value: 2 },
      liquidationPx: null,
      marginUsed: '1',
      maxLeverage: 3,
      cumFunding: { allTime: '0', sinceOpen: '0', sinceChange: '0' },
    };
    return { type: 'oneWay', position };
  });
  const summaries = { marginSummary: money, crossMarginSummary: money };
  return { ...summaries, crossMaintenanceMarginUsed: '0', withdrawable: '0', assetPositions, time: 1.75e12 };
}

/** A wallet whose states come in turn. */
function openReading() {
  const directory = openDirectory();
  const wallet = directory.track('a')!;
  const account = accountOf(wallet, '');
  let answer = stateOf({});
  const { read } = createWalletStates({
    info: { ask: async () => ({ data: answer, rejected: [] }) } as unknown as InfoClient,
    facts: { write: async () => undefined } as unknown as FactWriter,
    directory,
    watch: createFeedWatch({}),
    clock: systemClock,
    pace: { ...defaultPace, statesMs: 0, changedMs: 0 },
    signal: new AbortController().signal,
  });
  return {
    account,
    /** @returns whether its fills are due after a state with these positions */
    async tell(sizes: Record<string, string>): Promise<boolean> {
      wallet.suspectMs = undefined;
      answer = stateOf(sizes);
      account.open = new Set(['BTC']);
      await read(wallet, { group: 'wallets', ageMs: 1, targetMs: 1 });
      return wallet.suspectMs !== undefined;
    },
  };
}

test("a position that changed without a trade that was seen makes its wallet's fills due", async () => {
  const { account, tell: report } = openReading();
  assert.equal(await report({ BTC: '1.5', ETH: '-2.0' }), false, 'the first state shows no change');
  assert.equal(await report({ ETH: '-2.0', BTC: '1.5' }), false, 'the order says nothing');
  assert.equal(await report({ ETH: '-2.0' }), true, 'settled');
  assert.equal(await report({ ETH: '-2.0' }), false);
  markChanged(account, monotonicMs());
  account.changedMs! -= 1;
  assert.equal(await report({ ETH: '-3.0' }), false, 'a trade was seen: its fill is expected');
  assert.equal(await report({ ETH: '-1.0' }), true, 'and this change came without one');
});

test('money on a dex without a position is read, and kept where there is or was some', async () => {
  const directory = openDirectory();
  const wallet = directory.track('b')!;
  const stored: string[] = [];
  let answer = stateOf({});
  const { readFlat } = createWalletStates({
    info: { ask: async () => ({ data: answer, rejected: [] }) } as unknown as InfoClient,
    facts: {
      async write({ name }: { name: string }, rows: { dex: string; account_value: string }[]) {
        if (name === 'accounts') for (const row of rows) stored.push(`${row.dex} ${row.account_value}`);
      },
    } as unknown as FactWriter,
    directory,
    watch: createFeedWatch({}),
    clock: systemClock,
    pace: defaultPace,
    signal: new AbortController().signal,
  });
  const read = (dex: string) => readFlat(wallet, dex, { group: 'roles', ageMs: 1, targetMs: 1 });
  const nothing = { ...stateOf({}), marginSummary: { ...money, accountValue: '0.0' } };
  await read('xyz');
  answer = nothing;
  for (const dex of ['flx', 'xyz', '']) await read(dex);
  assert.deepEqual(stored, ['xyz 1', 'xyz 0.0', ' 0.0']);
  assert.equal(wallet.accounts.has('flx'), false);
  accountOf(wallet, 'xyz').open = new Set(['xyz:TSLA']);
  await read('xyz');
  assert.equal(stored.length, 3, 'states with positions are read in their own turn');
});
