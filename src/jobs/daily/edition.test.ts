import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { rowsOf } from '../../../test/fill-rows.ts';
import { type FillDraft, seededNumbers, sourceFills, walletOf } from '../../../test/source-fills.ts';
import { daily, dailyLatest } from '../../endpoints/pulse/daily.ts';
import { createBatchStore } from '../../ingest/batch-store.ts';
import { openJournal } from '../../ingest/journal.ts';
import { openSink } from '../../ingest/sink.ts';
import { fixedClock, utcDate } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { dailyEdition, importedEditions } from './edition.ts';
import { scoreOf } from './stories.ts';

const dayMs = 86_400_000;
const day = Date.parse('2026-06-20T00:00:00Z');
const firstDay = day - 12 * dayMs;
const below = seededNumbers(6);
const victim = walletOf(0x77);
const newcomer = walletOf(0x99);

/** Twelve similar days, and an exceptional one. */
const drafts: FillDraft[] = Array.from({ length: 13 * 12 }, (_, index): FillDraft => {
  const time = firstDay + Math.floor(index / 12) * dayMs + (1 + (index % 12)) * 3_600_000;
  const pnl = (index % 2 === 0 ? 1 : -1) * (100 + below(30));
  return {
    wallet: walletOf(1 + below(6)),
    time,
    coin: ['BTC', 'ETH'][index % 2]!,
    px: String(100 + below(5)),
    closedPnl: String(pnl),
  };
});
const liquidation = { liquidatedUser: victim, markPx: '100', method: 'market' as const };
for (let ago = 12; ago >= 0; ago--) {
  const time = day - ago * dayMs + 5 * 3_600_000;
  const size = ago === 0 ? 900 : 10 + below(3);
  for (const [minute, sz] of [
    [0, size],
    [1, 1],
  ] as const)
    drafts.push({
      wallet: victim,
      time: time + minute * 60_000,
      coin: 'ETH',
      px: '100',
      sz: String(sz),
      oid: 9_000 + ago,
      liquidation,
    });
  // The last price was near the payout on all days but the last.
  const outcome = { wallet: walletOf(4), coin: `#${1_000 + 10 * ago}`, sz: '10' };
  drafts.push(
    { ...outcome, time: time + 2, dir: 'Buy', px: ago === 0 ? '0.02' : `0.9${ago % 3}` },
    { ...outcome, time: time + 3, dir: 'Settlement', side: 'A', px: '1', tid: 0 },
  );
  drafts.push({
    wallet: ago === 0 ? newcomer : walletOf(0x200 + ago),
    time: time + 1,
    sz: ago === 0 ? '8000' : String(5 + below(3)),
  });
}
drafts.push(
  // On the first day of the record every wallet is new.
  { wallet: walletOf(0x300), time: firstDay + 1, sz: '9000000' },
  { wallet: walletOf(2), time: day + 7_200_001, closedPnl: '5000000.25', tid: 771 },
  { wallet: walletOf(3), time: day + 7_200_002, closedPnl: '-4000000.5', tid: 772 },
  { wallet: walletOf(4), time: day + 1_000, coin: '#90', dir: 'Buy', px: '0.03', sz: '10' },
  {
    wallet: walletOf(4),
    time: day + 9_000_000,
    coin: '#90',
    dir: 'Settlement',
    side: 'A',
    px: '1',
    sz: '10',
    closedPnl: '9.7',
    tid: 0,
  },
);
// A payout of the day before, and one that only the exchange has, without a name.
for (const [coin, time] of [
  ['#80', day - 2],
  ['#70', day + 8_000_000],
] as const) {
  const payout = { coin, time, dir: 'Settlement', side: 'A', px: '0', sz: '10', tid: 0 } as const;
  drafts.push({ wallet: walletOf(4), ...payout });
}
const fills = sourceFills(drafts.sort((a, b) => a.time - b.time));
const contexts = Array.from({ length: 13 }, (_, index) => ({
  coin: 'BTC',
  markPx: '100',
  time: firstDay + index * dayMs + 22 * 3_600_000,
  funding: index === 12 ? '0.004' : `0.0000${12 + (index % 3)}`,
  openInterest: index === 12 ? '9000' : String(1_000 + (index % 4)),
}));

/** Outcomes read on the day: one paid before, one without a known time, one without a holder here. */
const outcomes = [
  { outcome: 9, name: 'Rain' },
  { outcome: 100, name: 'Decrease', sides: ['Lower', 'Same'] },
  { outcome: 8, name: 'Snow', settleFraction: '0', settledMs: day + 9_000_000 },
  { outcome: 6, name: 'Hail', settleFraction: '1', settledMs: 0 },
  { outcome: 5, name: 'Fog', settleFraction: '1', settledMs: day + 9_100_000 },
  { outcome: 4, name: 'Dew', settleFraction: '1', settledMs: day + dayMs },
];

let harness: EndpointHarness;
let dir: string;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-daily-'));
  const question = { question: 1, name: 'Rates in June?', description: '', namedOutcomes: [100] };
  const given = { fills, market: { contexts }, outcomes, questions: [question] };
  harness = await openEndpointHarness({ given, nowMs: day + dayMs + 300_000 });
});
after(async () => {
  await harness.close();
  rmSync(dir, { recursive: true, force: true });
});

const make = (fromMs: number, nowMs: number) =>
  dailyEdition({ analytics: harness.store, clock: fixedClock(nowMs) })({
    fromMs,
    signal: AbortSignal.timeout(60_000),
  });
const read = async (date: string) => (await harness.ask(daily, { path: { date } })).body;

interface Story {
  type: string;
  headline: string;
  receipt: Record<string, unknown>;
  score: number;
}
const money = (value: number) =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Contents of a receipt in the form of its headline, looked up in the test's data. */
function shown({ type, receipt }: Story): string[] {
  const at = (time: unknown) => Date.parse(String(time));
  const ofFill = () =>
    fills.find(
      ({ wallet, fill }) =>
        wallet === receipt.wallet && fill.time === at(receipt.time) && fill.tid === receipt.tid,
    )!.fill;
  switch (type) {
    case 'largest_win':
    case 'largest_loss':
      return [money(Math.abs(Number(ofFill().closedPnl)))];
    case 'new_whale':
      return [money(Number(ofFill().px) * Number(ofFill().sz))];
    case 'liquidation_spike': {
      const own = fills.filter(({ wallet, fill }) => wallet === receipt.wallet && fill.oid === receipt.oid);
      return [money(own.reduce((sum, { fill }) => sum + Number(fill.px) * Number(fill.sz), 0))];
    }
    case 'funding_extreme':
    case 'oi_rotation': {
      const context = contexts.find(({ time }) => time - (time % 3_600_000) === at(receipt.hour))!;
      return type === 'funding_extreme'
        ? [`${(Number(context.funding) * 100).toFixed(4)} %`]
        : [money(Number(context.openInterest) * Number(context.markPx))];
    }
    case 'settlement_upset': {
      const last = fills.filter(({ fill }) => fill.coin === receipt.coin && fill.dir === 'Buy').at(-1)!;
      assert.deepEqual([receipt.outcomeId, receipt.winningSide], [100, 0]);
      return ['Lower of “Rates in June: Decrease” won', `at ${Number(last.fill.px)}`];
    }
    default:
      return assert.fail(`a story without a receipt: ${type}`);
  }
}

test('an edition reports what stood out, each story with a receipt that shows its numbers', async () => {
  await make(day, day + dayMs + 300_000);
  const body = await read('2026-06-20');
  const stories = body.stories as Story[];
  assert.deepEqual(stories.map(({ type }) => type).sort(), [
    'funding_extreme',
    'largest_loss',
    'largest_win',
    'liquidation_spike',
    'new_whale',
    'oi_rotation',
    'settlement_upset',
  ]);
  for (const story of stories) {
    for (const text of shown(story))
      assert.ok(story.headline.includes(text), `${story.headline} lacks ${text}`);
    assert.ok(story.score > 0 && story.score <= 100);
  }
  assert.deepEqual(body.hero, stories[0]);
  assert.deepEqual(
    stories.map(({ score }) => score),
    stories.map(({ score }) => score).sort((a, b) => b - a),
  );
  const status = body.standing as Record<string, Record<string, unknown>[]>;
  assert.deepEqual(status.settledToday, [
    { outcomeId: 5, name: 'Fog', winningSide: 0, winningSideName: 'Yes' },
    { outcomeId: 7, name: 'Outcome 7', winningSide: 1, winningSideName: 'Side 1' },
    { outcomeId: 9, name: 'Rain', winningSide: 0, winningSideName: 'Yes' },
    { outcomeId: 100, name: 'Rates in June: Decrease', winningSide: 0, winningSideName: 'Lower' },
  ]);
  assert.deepEqual(
    status.leaderboardMovers!.map(({ rank }) => rank),
    status.leaderboardMovers!.map((_, index) => index + 1),
  );
  assert.deepEqual([status.leaderboardMovers![0]!.address, status.coinMovers!.length], [walletOf(2), 2]);
  assert.equal(body.generatedAt, '2026-06-21T00:05:00.000Z');
  assert.deepEqual((await harness.ask(dailyLatest)).body, body);
});

test('an edition stays as it is, byte for byte, whatever comes later and whichever process makes it again', async () => {
  const text = JSON.stringify(await read('2026-06-20'));
  const sink = openSink({
    store: createBatchStore(harness.store),
    journal: openJournal(join(dir, 'journal')),
    batchFills: 100,
  });
  const late = sourceFills([
    { wallet: walletOf(5), time: day + 5, closedPnl: '99000000', tid: 99_001, oid: 99_001 },
  ]);
  await sink.add({ fills: rowsOf(late), rejected: [], blocks: 0, bytesRead: 0, file: 'late' });
  await sink.flush();
  await Promise.all([make(day, day + 2 * dayMs), make(day, day + 3 * dayMs)]);
  assert.equal(JSON.stringify(await read('2026-06-20')), text);
});

test('a day with fewer than seven earlier ones has standing alone; one made late holds nothing of later days', async () => {
  const early = firstDay + 3 * dayMs;
  await make(early, day + dayMs);
  const body = await read('2026-06-11');
  assert.deepEqual([body.stories, body.hero], [undefined, undefined]);
  const movers = (body.standing as { leaderboardMovers: { pnl: number }[] }).leaderboardMovers;
  assert.ok(movers.every(({ pnl }) => Math.abs(pnl) < 100_000));
});

test('in the place of a day without fills the last one with fills gets its edition, however long ago', async () => {
  const late = utcDate(day + 3 * dayMs);
  await assert.rejects(read(late), (problem: Problem) => problem.fields.status === 404);
  const before = (await harness.ask(dailyLatest)).body;
  await harness.add([{ wallet: walletOf(6), time: day + 3 * dayMs + 5, tid: 99_002, oid: 99_002 }]);
  await make(day + 400 * dayMs, day + 401 * dayMs);
  assert.equal((await read(late)).date, late);
  assert.notDeepEqual((await harness.ask(dailyLatest)).body, before);
});

test('a day before the data or in the future is a 404, what is no date a 400', async () => {
  await make(firstDay - 5 * dayMs, day);
  for (const [date, status] of [
    ['2026-06-03', 404],
    ['2026-06-21', 404],
    ['2026-02-30', 400],
    ['today', 400],
  ] as const)
    await assert.rejects(read(date), (problem: Problem) => problem.fields.status === status);
});

test('a score grows with the distance from the days before; a usual day is no story', () => {
  const days = (values: number[]) =>
    values.map((value, index) => ({ day: `2026-01-${10 + index}`, top_value: String(value) }));
  const last = (values: number[]) => scoreOf(days(values), `2026-01-${9 + values.length}`);
  const usual = [10, 12, 11, 9, 10, 11, 12];
  assert.equal(last([...usual, 12]), undefined);
  assert.equal(last(usual.slice(1)), undefined, 'too few days');
  const [some, more] = [last([...usual, 14]), last([...usual, -20])];
  assert.ok(some! < more! && more! <= 100);
  assert.equal(last([5, 5, 5, 5, 5, 5, 5, 6]), 100);
  assert.equal(last([5, 5, 5, 5, 5, 5, 5, 5]), undefined);
});

test('days that are imported after the daily job has passed them get their editions, once their fills stay the same', async () => {
  let atMs = day + dayMs + 3_600_000;
  const clock = { ...fixedClock(day), nowMs: () => atMs };
  const run = importedEditions({ analytics: harness.store, clock });
  const late = utcDate(day - 5 * dayMs);
  const hasEdition = async (afterMinutes: number) => {
    atMs += afterMinutes * 60_000;
    await run({ signal: AbortSignal.timeout(60_000) });
    return read(late).then(
      () => true,
      () => false,
    );
  };
  assert.equal(await hasEdition(0), false);
  await harness.add([{ wallet: walletOf(1), time: day - 5 * dayMs + 60_000, tid: 99_001 }]);
  assert.deepEqual([await hasEdition(9), await hasEdition(9), await hasEdition(1)], [false, false, true]);
});
