import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { outcomeRows, sumOf } from '../../../test/outcome-fills.ts';
import { sourceFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { questions } from './questions.ts';
import { settlements } from './settlements.ts';

const nowMs = Date.parse('2026-06-20T12:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Payouts to holders of an outcome. @param fraction payout of a Yes */
function paid(
  outcome: number,
  hoursAgo: number,
  fraction: string,
  holders: [side: number, sz: string, pnl: string][],
) {
  return holders.map(([side, sz, closedPnl], index) => ({
    wallet: walletOf(index + 1),
    time: nowMs - hoursAgo * hourMs,
    coin: `#${outcome * 10 + side}`,
    tid: 0,
    dir: 'Settlement',
    side: 'A' as const,
    px: side === 0 ? fraction : String(1 - Number(fraction)),
    sz,
    closedPnl,
  }));
}
const sale = {
  wallet: walletOf(9),
  time: nowMs - hourMs,
  coin: '#100',
  dir: 'Sell',
  side: 'A' as const,
  px: '1.0',
  sz: '7',
};
const fills = sourceFills([
  ...paid(10, 2, '1', [
    [0, '40', '16'],
    [0, '10', '3.5'],
    [1, '25', '-12.5'],
  ]),
  ...paid(11, 5, '0', [
    [0, '30', '-18'],
    [1, '60', '24'],
  ]),
  ...paid(12, 3, '0.25', [
    [0, '40', '-6'],
    [1, '40', '6'],
    [1, '4', '0'],
  ]),
  ...paid(13, 200, '1', [[0, '40', '16']]),
  sale,
]);

let harness: EndpointHarness;
before(async () => {
  const settledAgo = (outcome: number, days: number, settleFraction: string) => ({
    outcome,
    time: nowMs - days * dayMs,
    settleFraction,
    name: `o${outcome}`,
  });
  harness = await openEndpointHarness({
    given: {
      fills,
      outcomes: [
        settledAgo(10, 0.05, '1.0'),
        settledAgo(14, 0.5, '0.0'),
        settledAgo(20, 40, '0.0'),
        settledAgo(21, 40, '1.0'),
        settledAgo(22, 29, '1.0'),
        { outcome: 23 },
      ],
      questions: [
        { question: 1, namedOutcomes: [], settledNamedOutcomes: [20, 21] },
        { question: 2, namedOutcomes: [22], settledNamedOutcomes: [20] },
        { question: 3, namedOutcomes: [23], settledNamedOutcomes: [21], fallbackOutcome: 0 },
        {
          question: 4,
          description:
            'class:priceBucket|underlying:BTC|expiry:20260716-0600|priceThresholds:63653,66252|period:1d',
        },
      ],
    },
    nowMs,
  });
});
after(() => harness.close());

test('settlements are known by their rows or the exchange, newest first, with what they paid and cost', async () => {
  const { body } = await harness.ask(settlements, {});
  const rows = outcomeRows(fills, nowMs - 168 * hourMs, nowMs).filter(({ dir }) => dir === 'Settlement');
  const of = (id: number, wins: (row: (typeof rows)[number]) => boolean) => {
    const own = rows.filter(({ outcomeId }) => outcomeId === id);
    const [won, lost] = [own.filter(wins), own.filter((row) => !wins(row))];
    return {
      winnerFills: won.length,
      loserFills: lost.length,
      totalWinnerPayout: sumOf(won, ({ notional }) => notional),
      totalLoserLoss: sumOf(lost, ({ pnl }) => pnl.neg()),
    };
  };
  const at = (hoursAgo: number) => new Date(nowMs - hoursAgo * hourMs).toISOString();
  const none = { winnerFills: 0, loserFills: 0, totalWinnerPayout: 0, totalLoserLoss: 0 };
  assert.deepEqual(JSON.parse(JSON.stringify(body.settlements)), [
    {
      outcomeId: 10,
      name: 'o10',
      displayName: 'o10',
      settledAt: at(2),
      winningSide: 0,
      settleFraction: 1,
      ...of(10, ({ sideIndex }) => sideIndex === 0),
    },
    { outcomeId: 12, settledAt: at(3), settleFraction: 0.25, ...of(12, ({ pnl }) => pnl.gte(0)) },
    {
      outcomeId: 11,
      settledAt: at(5),
      winningSide: 1,
      settleFraction: 0,
      ...of(11, ({ sideIndex }) => sideIndex === 1),
    },
    {
      outcomeId: 14,
      name: 'o14',
      displayName: 'o14',
      settledAt: at(12),
      winningSide: 1,
      settleFraction: 0,
      ...none,
    },
  ]);
  assert.equal(body.count, 4);
});

test('the window and the limit cut', async () => {
  const ids = async (query: string, tier: 'free' | 'pro' = 'free') =>
    (await harness.ask(settlements, { query, tier })).body.settlements!.map(({ outcomeId }) => outcomeId);
  assert.deepEqual(await ids('hours=3&limit=1'), [10]);
  assert.deepEqual(await ids('hours=3'), [10, 12]);
  assert.deepEqual(await ids('hours=240'), [10, 12, 11, 14, 13]);
  assert.deepEqual((await ids('hours=2160', 'pro')).slice(5), [22, 21, 20]);
  for (const query of ['limit=0', 'limit=201', 'hours=0'])
    await assert.rejects(ids(query), (problem: Problem) => problem.fields.status === 422);
  await assert.rejects(ids('hours=721'), (problem: Problem) => problem.fields.status === 400);
});

test('questions are the open ones, and those settled within 30 days; no fallback is -1', async () => {
  const { body } = await harness.ask(questions, {});
  assert.deepEqual(
    body.questions!.map((row) => [
      row.questionId,
      row.fallbackOutcome,
      row.namedOutcomeIds,
      row.settledNamedOutcomes,
    ]),
    [
      [4, -1, [], []],
      [3, 0, [23], [21]],
      [2, -1, [22], [20]],
    ],
  );
  const [bucket, free] = body.questions!;
  assert.deepEqual(
    [bucket!.class, bucket!.underlying, bucket!.expiry, bucket!.priceThresholds, bucket!.period, free!.class],
    ['priceBucket', 'BTC', '2026-07-16T06:00:00.000Z', [63653, 66252], '1d', undefined],
  );
});

test('the examples of the reference are bodies', () => {
  checkBody(settlements, settlements.example);
  checkBody(questions, questions.example);
});
