import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { fixedClock } from '../../../kernel/clock.ts';
import { createLog } from '../../../kernel/log.ts';
import { createMarketMemory } from '../../../market/market-memory.ts';
import type { MarketContext, Observation } from '../../../market/observation.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import type { ListedMarketRow } from '../../facts/fact-tables.ts';
import type { MarketAnswers } from './directory.ts';
import { openListingStore } from './listing-store.ts';

const storedMs = Date.UTC(2026, 4, 1, 12);

/** A store that knows BTC as listed at `storedMs`; its clock is an hour behind. */
async function open() {
  const clock = fixedClock(storedMs - 3_600_000);
  const memory = createMarketMemory({ clock });
  const written: ListedMarketRow[][] = [];
  const state = { isAway: false };
  const row = {
    at: String(storedMs),
    coin: 'BTC',
    kind: 'perp',
    dex: '',
    place: '0',
    ticker: 'BTC',
    symbol: 'BTC',
    display_name: '',
    keywords: [],
    collateral: 'USDC',
    chain: 'BTC',
    sz_decimals: 5,
    max_leverage: 40,
    only_isolated: false,
    is_delisted: false,
    bounds: [0],
    leverages: [40],
  };
  const store = await openListingStore({
    analytics: { rows: async () => [row] } as unknown as AnalyticsStore,
    facts: {
      async write<R>(_: FactTable<R>, rows: readonly R[]) {
        if (state.isAway) throw new Error('the store is away');
        written.push(rows as unknown as ListedMarketRow[]);
      },
    },
    memory,
    clock,
    log: createLog({ level: 'silent' }),
  });
  return {
    memory,
    state,
    async take(answers: MarketAnswers) {
      store.take(answers);
      await store.settled();
      return written.splice(0).flat();
    },
  };
}

function answersOf(...coins: string[]): MarketAnswers {
  const universe = coins.map((name) => ({ name }));
  const details = universe.map(({ name }) => ({ name, szDecimals: 5, maxLeverage: 40, marginTableId: 40 }));
  const meta = { universe: details, marginTables: [], collateralToken: 0 };
  return { metas: [{ universe, meta }], spot: undefined, outcomes: undefined };
}

test('what is stored already is not stored again, and what is new is newer, whatever clock wrote the other', async () => {
  const { take, memory } = await open();
  assert.equal(memory.listing.get('BTC')?.szDecimals, 5, 'known before the exchange has answered');
  assert.deepEqual(await take(answersOf('BTC')), []);
  const [eth, ...others] = await take(answersOf('BTC', 'ETH'));
  assert.deepEqual([eth?.coin, eth?.time, others], ['ETH', storedMs + 1, []]);
  const [btc] = (await take(answersOf('ETH'))).filter(({ coin }) => coin === 'BTC');
  assert.deepEqual([btc?.coin, btc?.is_delisted, btc?.time], ['BTC', true, storedMs + 2]);
});

test('what the store did not take is stored with the next answers, as it is by then', async () => {
  const { take, state } = await open();
  state.isAway = true;
  assert.deepEqual(await take(answersOf('BTC', 'ETH', 'SOL')), []);
  state.isAway = false;
  const rows = await take(answersOf('BTC', 'SOL'));
  assert.deepEqual(rows.map(({ coin, is_delisted }) => [coin, is_delisted]).sort(), [
    ['ETH', true],
    ['SOL', false],
  ]);
  assert.deepEqual(await take(answersOf('BTC', 'SOL')), []);
});

test('a context that comes after its outcome has left the lists is forgotten when they are read again', async () => {
  const { take, memory } = await open();
  await take(answersOf('BTC'));
  const late = (coin: string): Observation => ({
    kind: 'context',
    state: {
      coin,
      observedAtMs: storedMs,
      markPx: '0.5',
      prevDayPx: '0.5',
      dayNotional: '0',
    } as MarketContext,
  });
  memory.take([late('#20'), late('BTC')]);
  assert.deepEqual(await take(answersOf('BTC')), []);
  assert.deepEqual(
    [...memory.contexts()].map(({ coin }) => coin),
    ['BTC'],
  );
});

test('what deployers call their perps is stored, and kept while the exchange does not say it', async () => {
  const { take, memory } = await open();
  const annotations = new Map([['ETH', { displayName: 'Ether', keywords: ['gas'] }]]);
  const [eth] = await take({ ...answersOf('BTC', 'ETH'), annotations });
  assert.deepEqual([eth?.coin, eth?.display_name, eth?.keywords], ['ETH', 'Ether', ['gas']]);
  assert.deepEqual(await take(answersOf('BTC', 'ETH')), []);
  assert.equal(memory.listing.get('ETH')?.displayName, 'Ether');
  const [changed] = await take({ ...answersOf('BTC', 'ETH'), annotations: new Map() });
  assert.deepEqual([changed?.display_name, changed?.keywords], ['', []]);
});
