/** Thirty simulated days, each with its edition: frozen, the same whichever process makes it and when, and true to its receipts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { outcomeTrades } from '../../src/endpoints/hip4/outcome-trades.ts';
import { settlements } from '../../src/endpoints/hip4/settlements.ts';
import { liquidationsRecent } from '../../src/endpoints/live/liquidations-recent.ts';
import { officialOi } from '../../src/endpoints/live/official-oi.ts';
import { daily } from '../../src/endpoints/pulse/daily.ts';
import { lifecycle } from '../../src/endpoints/pulse/lifecycle.ts';
import { dailyEdition } from '../../src/jobs/daily/edition.ts';
import { dayMs, fixedClock, hourMs, minuteMs, utcDate } from '../../src/kernel/clock.ts';
import { createLifecycleFold } from '../../src/lifecycles/lifecycle-fold.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { campaignSeed } from '../size.ts';
import { simulateDays } from './simulated-days.ts';

const days = 30;
const startMs = Date.UTC(2026, 4, 3);
const endMs = startMs + days * dayMs;
const simulated = simulateDays({
  seed: `editions ${campaignSeed}`,
  startMs,
  endMs,
  fills: 30_000,
  notedHourMs: endMs,
});
const dates = Array.from({ length: days }, (_, day) => startMs + day * dayMs);
const fillsOf = (fromMs: number) =>
  simulated.fills.filter(({ time }) => time >= fromMs && time < fromMs + dayMs);

const open = (fills: typeof simulated.fills) =>
  openEndpointHarness({
    given: { fills, market: { contexts: simulated.contexts } },
    nowMs: endMs + hourMs,
    batchFills: 20_000,
    lifecycles: true,
  });

/** Folds the added fills: the harness folds only once. */
async function fold({ store }: EndpointHarness): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-editions-'));
  const folding = createLifecycleFold({ store, dir });
  const { signal } = new AbortController();
  while ((await folding.step(signal)) !== undefined);
  await folding.close();
  rmSync(dir, { recursive: true, force: true });
}

/** Makes the edition of a day, by this many processes at once. */
async function make(harness: EndpointHarness, fromMs: number, clocks: number[]): Promise<void> {
  await Promise.all(
    clocks.map((nowMs) =>
      dailyEdition({ analytics: harness.store, clock: fixedClock(nowMs) })({
        fromMs,
        signal: AbortSignal.timeout(120_000),
      }),
    ),
  );
}
const textOf = async (harness: EndpointHarness, fromMs: number) =>
  JSON.stringify((await harness.ask(daily, { path: { date: utcDate(fromMs) } })).body);
const textsOf = async (harness: EndpointHarness) => {
  const texts: string[] = [];
  for (const fromMs of dates) texts.push(await textOf(harness, fromMs));
  return texts;
};

/** Editions as they were made, each when its day was over and nothing later was stored. */
const punctual: string[] = [];
let harness: EndpointHarness | undefined;
before(async () => {
  const first = await open([]);
  try {
    for (const fromMs of dates) {
      await first.add(fillsOf(fromMs));
      await fold(first);
      const dueMs = fromMs + dayMs + 5 * minuteMs;
      await make(first, fromMs, [dueMs + 120, dueMs + 80]);
      punctual.push(await textOf(first, fromMs));
    }
    // A restart, another process and a second import of everything.
    await first.add(simulated.fills);
    for (const fromMs of dates) await make(first, fromMs, [endMs, endMs + hourMs]);
    assert.deepEqual(await textsOf(first), punctual);
  } finally {
    await first.close();
  }
  // A process can have only one engine at a time.
  harness = await open(simulated.fills);
});
after(() => harness?.close());

test('editions that are made up for after a pause of thirty days are those that were made in time, byte for byte', async () => {
  for (const fromMs of dates) await make(harness!, fromMs, [endMs + hourMs]);
  assert.deepEqual(await textsOf(harness!), punctual);
  assert.equal(new Set(punctual).size, days);
});

interface Told {
  type: string;
  headline: string;
  receipt: Record<string, string | number>;
}
const money = (value: number) =>
  `$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const fundingOfHour = query({
  name: 'test_funding_of_hour',
  params: { coin: 'String', hour: 'TimeMs' },
  row: Type.Object({ funding: Type.Number() }),
  sql: `
    SELECT toFloat64(funding) AS funding
    FROM asset_context_hours FINAL WHERE coin = {coin:String} AND hour = toDateTime({hour:TimeMs})`,
});

const tier = 'pro';
async function fillOf({ wallet, coin, tid, time, lifecycleId }: Told['receipt']) {
  const { body } = await harness!.ask(lifecycle, { path: { id: String(lifecycleId) } });
  assert.deepEqual([body.address, body.lifecycle.coin], [wallet, coin]);
  const found = body.fills!.filter((row) => row.tid === tid && row.tradeTime === time);
  assert.equal(found.length, 1, `${JSON.stringify({ wallet, coin, tid, time })} of ${body.fills!.length}`);
  return found[0]!;
}

/** Contents of the receipt, in the words of the headline. */
async function shown({ type, receipt }: Told): Promise<string[]> {
  switch (type) {
    case 'largest_win':
    case 'largest_loss':
      return [money((await fillOf(receipt)).rawClosedPnl)];
    case 'new_whale': {
      const { px, sz } = await fillOf(receipt);
      return [money(px * sz)];
    }
    case 'liquidation_spike': {
      const requested = `coin=${receipt.coin}&since=60d&limit=500`;
      const { body } = await harness!.ask(liquidationsRecent, { query: requested, tier });
      const beganMs = Date.parse(String(receipt.time));
      const isOwn = (row: (typeof body.events & object)[0]) =>
        row.address === receipt.wallet && row.timestampMs === beganMs;
      assert.ok(body.events!.some(isOwn), JSON.stringify(receipt));
      const path = { id: String(receipt.lifecycleId) };
      const fills = (await harness!.ask(lifecycle, { path })).body.fills!;
      const parts = fills.filter(({ rawTime }) => rawTime === beganMs);
      return [money(parts.reduce((sum, { px, sz }) => sum + px * sz, 0))];
    }
    case 'oi_rotation': {
      const path = { coin: String(receipt.coin) };
      const { body } = await harness!.ask(officialOi, { path, query: 'hours=1440', tier });
      const hour = body.history!.find(({ timestamp }) => timestamp === Date.parse(String(receipt.hour)))!;
      return [`to ${money(hour.openInterest)}`];
    }
    case 'funding_extreme': {
      const params = { coin: String(receipt.coin), hour: Date.parse(String(receipt.hour)) };
      const [row] = await harness!.store.rows(fundingOfHour, params);
      return [`${(row!.funding * 100).toFixed(4)} %`];
    }
    case 'settlement_upset': {
      const id = Number(receipt.outcomeId);
      const reported = (await harness!.ask(settlements, { query: 'hours=1440&limit=200', tier })).body;
      const path = { outcome_id: String(id) };
      const trades = (await harness!.ask(outcomeTrades, { path, query: 'hours=1440&limit=500', tier })).body;
      const last = trades.trades!.find(({ sideIndex }) => sideIndex === receipt.winningSide)!;
      const settled = reported.settlements!.find(({ outcomeId }) => outcomeId === id);
      if (settled !== undefined) assert.equal(settled.winningSide, receipt.winningSide);
      return [`of “${settled?.displayName ?? `Outcome ${id}`}” won`, `at ${last.px}.`];
    }
    default:
      return assert.fail(`a story without a receipt: ${type}`);
  }
}

test('every receipt that is followed shows the numbers of its headline', async (t) => {
  const stories = punctual.flatMap((text) => (JSON.parse(text).stories ?? []) as Told[]);
  for (const story of stories) {
    const texts = await shown(story);
    assert.ok(texts.length > 0, story.headline);
    for (const text of texts) assert.ok(story.headline.includes(text), `${story.headline} lacks ${text}`);
  }
  const types = Map.groupBy(stories, ({ type }) => type);
  t.diagnostic([...types].map(([type, own]) => `${own.length} ${type}`).join(', '));
  assert.ok(stories.length > 0);
});

test('an edition has its day and the numbers of the exchange on it', () => {
  for (const [day, text] of punctual.entries()) {
    const { date, generatedAt, standing: status, stories } = JSON.parse(text);
    assert.equal(date, utcDate(dates[day]!));
    assert.equal(generatedAt, `${utcDate(dates[day]! + dayMs)}T00:05:00.000Z`);
    if (day < 7) assert.equal(stories, undefined, 'fewer than seven earlier days');
    assert.ok(status.coinMovers.length > 3 && status.leaderboardMovers.length === 10);
    const books = simulated.books.get(dates[day]! + dayMs)!;
    for (const { address, pnl } of status.leaderboardMovers) {
      const true30 =
        books.pnl.get(address)! - (simulated.books.get(dates[day]! - 29 * dayMs)?.pnl.get(address) ?? 0);
      assert.ok(Math.abs(pnl - true30) < 0.01 + Math.abs(true30) * 1e-9, `${address} ${pnl} ${true30}`);
    }
  }
});
