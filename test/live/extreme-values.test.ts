import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import type { FactTable } from '../../src/ingest/facts/fact-table.ts';
import * as tables from '../../src/ingest/facts/fact-tables.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import {
  bookRow,
  candleRow,
  marketFundingRow,
  perpContextRow,
  spotContextRow,
  tradeRow,
  walletFundingRow,
} from '../../src/ingest/facts/market-rows.ts';
import { stateRows } from '../../src/ingest/facts/position-rows.ts';
import {
  outcomeRow,
  questionRow,
  roleRow,
  settlementRow,
  subAccountRows,
} from '../../src/ingest/facts/registry-rows.ts';
import { createLog } from '../../src/kernel/log.ts';
import { perpContext, spotContext } from '../../src/wire/asset-context.ts';
import { book } from '../../src/wire/book.ts';
import { candle } from '../../src/wire/candle.ts';
import { clearinghouseState } from '../../src/wire/clearinghouse-state.ts';
import { marketFunding, userFunding } from '../../src/wire/funding.ts';
import { outcomeMeta, settledOutcome } from '../../src/wire/outcome.ts';
import type { Reader } from '../../src/wire/payload.ts';
import { trade } from '../../src/wire/trade.ts';
import { subAccounts, userRole } from '../../src/wire/wallet-identity.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { walletOf } from '../source-fills.ts';

let harness: StoreHarness;
let store: AnalyticsStore;
let writer: FactWriter;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('extremes');
  const dir = join(harness.dir, 'facts');
  writer = createFactWriter({
    analytics: store,
    dir,
    log: createLog({ level: 'silent' }),
    flushMs: 1,
    retryMs: 1,
  });
});
after(async () => {
  await writer.close();
  await store.close();
  await harness.stop();
});

const user = `0x${'Fe'.repeat(20)}`;
const edges = {
  decimal: [
    '999999999999999.999999999999999',
    '-999999999999999.9',
    '0.0',
    '-0.0',
    5e-324,
    12.5,
    '1e-99',
    '123456789.5',
  ],
  id: [0, Number.MAX_SAFE_INTEGER],
  time: [Date.UTC(2022), Date.UTC(2100) - 1],
  text: ['\u0000', '\'"\\\n\t{}', '😀'.repeat(32), '\ud800'],
};
type Kind = keyof typeof edges;

/** Values of a form: each place of it at every edge of its kind in turn, the others plain. */
function* extremesOf(form: (value: (kind: Kind) => unknown) => unknown): Generator<unknown> {
  const places: Kind[] = [];
  form((kind) => places.push(kind));
  for (let place = 0; place < places.length; place++) {
    for (const edge of edges[places[place]!]) {
      let at = 0;
      yield form((kind) =>
        at++ === place ? edge : { decimal: '1.5', id: 7, time: 1.75e12, text: 'x' }[kind],
      );
    }
  }
}

const dec = (v: (kind: Kind) => unknown, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, v('decimal')]));
const margin = 'accountValue totalNtlPos totalRawUsd totalMarginUsed';
const spec = (v: (kind: Kind) => unknown) => ({
  outcome: v('id'),
  name: v('text'),
  description: v('text'),
  sideSpecs: [{ name: v('text') }, { name: 'No' }],
  quoteToken: v('text'),
});

/**
 * Stores what a reader lets through, all of it in a batch or two.
 * @param rowsOf of the n-th value: its rows have keys of their own
 */
async function storeExtremes<T>(
  read: Reader<T>,
  form: (value: (kind: Kind) => unknown) => unknown,
  rowsOf: (data: T, n: number) => { table: FactTable<never>; row: unknown }[],
): Promise<number> {
  const writes: Promise<void>[] = [];
  let taken = 0;
  for (const value of extremesOf(form)) {
    const reading = read(value);
    if ('fault' in reading) continue;
    taken += 1;
    for (const { table, row } of rowsOf(reading.data, taken))
      writes.push(writer.write(table, [row as never]));
  }
  await Promise.all(writes);
  return taken;
}

/** An id that is as plain, or at the same edge, as the one that was read. */
const distinct = (id: number, n: number) => (id === 0 ? 0 : id === 7 ? 7 + n : id - n);
const into = <R>(table: FactTable<R>, ...rows: R[]) =>
  rows.map((row) => ({ table: table as unknown as FactTable<never>, row }));

const kinds: Record<string, () => ReturnType<typeof storeExtremes>> = {
  trades: () =>
    storeExtremes(
      trade.read,
      (v) => ({
        coin: v('text'),
        side: 'A',
        ...dec(v, 'px sz'),
        time: v('time'),
        tid: v('id'),
        users: [user, user],
      }),
      (data, n) => into(tables.trades, { ...tradeRow(1.75e12, data), coin: n + data.coin }),
    ),
  books: () =>
    storeExtremes(
      book.read,
      (v) => ({ coin: v('text'), time: v('time'), levels: [[{ ...dec(v, 'px sz'), n: v('id') }], []] }),
      (data, n) => into(tables.bookSnapshots, { ...bookRow(data), coin: n + data.coin }),
    ),
  candles: () =>
    storeExtremes(
      candle.read,
      (v) => ({ t: v('time'), T: v('time'), s: v('text'), i: '1m', ...dec(v, 'o h l c v'), n: v('id') }),
      (data, n) => into(tables.candles, { ...candleRow(data), coin: n + data.s }),
    ),
  contexts: () =>
    storeExtremes(
      perpContext.read,
      (v) => ({
        ...dec(v, 'funding openInterest prevDayPx dayNtlVlm dayBaseVlm premium oraclePx markPx midPx'),
        impactPxs: [v('decimal'), v('decimal')],
      }),
      (data, n) =>
        into(tables.assetContexts, perpContextRow({ coin: `${n}`, dex: '', timeMs: 1.75e12 }, data)),
    ),
  spotContexts: () =>
    storeExtremes(
      spotContext.read,
      (v) => ({
        coin: v('text'),
        ...dec(v, 'prevDayPx dayNtlVlm dayBaseVlm markPx midPx circulatingSupply'),
      }),
      (data, n) => into(tables.assetContexts, { ...spotContextRow(1.75e12, data), coin: n + data.coin }),
    ),
  states: () =>
    storeExtremes(
      clearinghouseState.read,
      (v) => ({
        marginSummary: dec(v, margin),
        crossMarginSummary: dec(v, margin),
        time: v('time'),
        ...dec(v, 'crossMaintenanceMarginUsed withdrawable'),
        assetPositions: [
          {
            type: 'oneWay',
            position: {
              coin: v('text'),
              maxLeverage: v('id'),
              cumFunding: dec(v, 'allTime sinceOpen sinceChange'),
              ...dec(v, 'szi entryPx positionValue unrealizedPnl returnOnEquity liquidationPx marginUsed'),
              leverage: { type: 'isolated', value: v('id'), rawUsd: v('decimal') },
            },
          },
        ],
      }),
      (data, n) => {
        const { positions, account } = stateRows({ wallet: walletOf(n), dex: '' }, data, ['SOL']);
        return [...into(tables.positions, ...positions), ...into(tables.accounts, account)];
      },
    ),
  funding: () =>
    storeExtremes(
      userFunding.read,
      (v) => ({
        time: v('time'),
        delta: { coin: v('text'), ...dec(v, 'usdc szi fundingRate'), nSamples: v('id') },
      }),
      (data, n) => into(tables.walletFunding, walletFundingRow(walletOf(n), data)),
    ),
  rates: () =>
    storeExtremes(
      marketFunding.read,
      (v) => ({ coin: v('text'), time: v('time'), ...dec(v, 'fundingRate premium') }),
      (data, n) => into(tables.marketFunding, { ...marketFundingRow(data), coin: n + data.coin }),
    ),
  outcomes: () =>
    storeExtremes(
      outcomeMeta.read,
      (v) => ({
        outcomes: [spec(v)],
        questions: [
          {
            question: v('id'),
            name: v('text'),
            description: v('text'),
            fallbackOutcome: v('id'),
            namedOutcomes: [v('id')],
            settledNamedOutcomes: [v('id')],
          },
        ],
      }),
      ({ outcomes: [outcome], questions: [question] }, n) => [
        ...into(tables.outcomes, {
          ...outcomeRow(1.75e12, outcome!),
          outcome: distinct(outcome!.outcome, n),
        }),
        ...into(tables.outcomeQuestions, {
          ...questionRow(1.75e12, question!),
          question: distinct(question!.question, n),
        }),
      ],
    ),
  settlements: () =>
    storeExtremes(
      settledOutcome.read,
      (v) => ({ spec: spec(v), settleFraction: v('decimal'), details: v('text') }),
      (data, n) => into(tables.outcomeSettlements, { ...settlementRow(1.75e12, data!), outcome: n }),
    ),
  roles: () =>
    storeExtremes(
      userRole.read,
      (v) => ({ role: v('text'), data: { master: user } }),
      (data, n) => into(tables.walletRoles, roleRow(1.75e12, walletOf(n), data)),
    ),
  subAccounts: () =>
    storeExtremes(
      subAccounts.read,
      (v) => [{ name: v('text'), subAccountUser: user, master: user }],
      (data, n) =>
        into(
          tables.subAccounts,
          ...subAccountRows(1.75e12, data).map((row) => ({ ...row, wallet: walletOf(n) })),
        ),
    ),
};

for (const [name, run] of Object.entries(kinds)) {
  test(`${name}: what their reader lets through can be stored, so that no odd value costs the rows beside it`, async () => {
    assert.ok((await run()) > 2);
  });
}
