import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { search } from '../search/search.ts';
import { dailyVolume } from './daily-volume.ts';
import { mostActive, outcome, outcomes } from './outcomes.ts';
import { perpPositionContext } from './perp-position-context.ts';
import { questions } from './questions.ts';
import { settlements } from './settlements.ts';
import { topTraders } from './top-traders.ts';
import { traderOutcomes } from './trader-outcomes.ts';

const nowMs = Date.parse('2026-09-12T12:00:00Z');
const minuteMs = 60_000;
const deployer = '0x08e9c89f46dccee91bdb85c6532eb93a4c335efe';
const price = 2649;
const unknown = 2700;
const decrease = 2711;
const own = 2720;

let harness: EndpointHarness;
before(async () => {
  const trade = (id: number, n: number) => [
    {
      wallet: walletOf(n),
      time: nowMs - n * minuteMs,
      coin: `#${id * 10}`,
      tid: id,
      crossed: true,
      side: 'B' as const,
      dir: 'Buy',
      px: '0.4',
      sz: '10',
    },
  ];
  harness = await openEndpointHarness({
    given: {
      fills: [
        ...trade(price, 1),
        ...trade(unknown, 2),
        ...trade(own, 3),
        {
          wallet: walletOf(1),
          time: nowMs - 1,
          coin: `#${price * 10}`,
          tid: 0,
          crossed: true,
          side: 'A' as const,
          dir: 'Settlement',
          px: '0.66',
          sz: '10',
          startPosition: '10',
          closedPnl: '2.6',
          fee: '0.01',
          feeToken: 'USDC',
        },
      ],
      outcomes: [
        {
          outcome: price,
          name: 'template:binaryPrice',
          description:
            'perp:BTC|priceDescription:BTC-USDC perp mark|seconds:60|threshold:77177|time:20260912-0630',
          sides: ['template:Yes', 'template:No'],
          venue: 'out',
          deployer,
          deployerFeeScale: '1.0',
          settleFraction: '0.66',
        },
        {
          outcome: unknown,
          name: 'template:rainfall2',
          description: 'city:Oslo|line:4.5',
          sides: ['template:Over', 'template:{city}'],
          venue: 'wet',
          deployerFeeScale: '0.5',
        },
        { outcome: decrease, name: 'template:rateDecrease', venue: 'out', deployerFeeScale: '2.5' },
        { outcome: own, name: 'Argentina' },
      ],
      questions: [
        {
          question: 191,
          name: 'template:rateDecision',
          namedOutcomes: [decrease],
          description: 'decisionLabel:September 2026|institution:FOMC',
        },
      ],
      templates: [
        {
          id: 'binaryPrice',
          name: '{perp} above {threshold} at {time}?',
          description: 'Yes if {priceDescription} is above {threshold}.',
          keywords: [
            ['perp', 'hlPerp'],
            ['threshold', 'uDecimal'],
            ['time', 'dateTime'],
          ],
        },
        { id: 'rateDecision', name: '{institution}, {decisionLabel}?', description: '', keywords: [] },
        { id: 'rateDecrease', name: 'Decrease', description: '', keywords: [] },
      ],
      positions: [{ wallet: walletOf(1), coin: 'BTC', szi: '2', entryPx: '70000' }],
      market: { contexts: [{ coin: 'BTC', markPx: '77000' }] },
    },
    nowMs,
  });
});
after(() => harness.close());

const one = async (id: number) =>
  (await harness.ask(outcome, { path: { outcome_id: String(id) } })).body.outcome;

test('an outcome of a template has title, sides, terms, rules and keywords by it', async () => {
  const found = await one(price);
  assert.deepEqual(
    [found.name, found.displayName, found.sides!.map(({ name }) => name), found.priceBinary],
    [
      'BTC above 77177 at 2026-09-12 06:30 UTC?',
      'BTC above 77177 at 2026-09-12 06:30 UTC?',
      ['Yes', 'No'],
      {
        class: 'binaryPrice',
        underlying: 'BTC',
        period: 'once',
        comparison: 'above',
        seconds: 60,
        expiry: '2026-09-12T06:30:00.000Z',
        targetPrice: 77177,
      },
    ],
  );
  assert.equal(found.rules, 'Yes if BTC-USDC perp mark is above 77177.');
  assert.equal(found.template, 'binaryPrice');
  assert.deepEqual(found.keywords![0], { keyword: 'perp', type: 'hlPerp', value: 'BTC' });
  assert.deepEqual([found.venue, found.deployer, found.deployerFeeScale], ['out', deployer, 1]);
  assert.deepEqual([found.settledAt, found.settleFraction], [new Date(nowMs).toISOString(), 0.66]);
  checkBody(outcome, { outcome: found });
});

test('an unknown template shows its keywords; an outcome of a question carries it; the deployer follows from the venue', async () => {
  const rain = await one(unknown);
  assert.equal(rain.name, 'Rainfall: city Oslo, line 4.5');
  assert.deepEqual(
    [rain.sides!.map(({ name }) => name), rain.deployer, rain.priceBinary],
    [['Over', 'Oslo'], undefined, undefined],
  );
  const rate = await one(decrease);
  assert.deepEqual(
    [rate.name, rate.displayName, rate.deployer],
    ['Decrease', 'FOMC, September 2026: Decrease', deployer],
  );
  const { body } = await harness.ask(questions, {});
  assert.deepEqual(
    body.questions!.map(({ name, displayName, venue }) => [name, displayName, venue]),
    [['FOMC, September 2026?', 'FOMC, September 2026?', 'out']],
  );
  const found = await harness.ask(search, { query: 'q=FOMC' });
  assert.deepEqual(
    found.body.matches!.map(({ id, name }) => [id, name]),
    [[String(decrease), 'FOMC, September 2026: Decrease']],
  );
});

test('lists are filtered by venue, deployer and fee scale', async () => {
  for (const [query, ids] of [
    ['', [own, decrease, unknown, price]],
    ['venue=out', [decrease, price]],
    [`deployer=${deployer.toUpperCase().replace('0X', '0x')}`, [decrease, price]],
    ['deployerFeeScale=1', [price]],
    ['venue=out&deployerFeeScale=0.5', []],
    ['venue=none', []],
  ] as const) {
    const { body } = await harness.ask(outcomes, { query });
    assert.deepEqual(
      body.outcomes!.map(({ outcomeId }) => outcomeId),
      ids,
      query,
    );
  }
  const active = await harness.ask(mostActive, { query: 'limit=1&venue=wet' });
  assert.deepEqual(
    active.body.outcomes!.map(({ outcomeId }) => outcomeId),
    [unknown],
  );
  const requests = await harness.ask(questions, { query: 'venue=wet' });
  assert.equal(requests.body.count, 0);
});

test('volume by day and the best traders are those of the outcomes that pass the filters', async () => {
  for (const [query, contracts, traders] of [
    ['', 30, [1, 2, 3]],
    ['venue=out', 10, [1]],
    [`deployer=${deployer}`, 10, [1]],
    ['deployerFeeScale=0.5', 10, [2]],
    ['venue=out&deployerFeeScale=0.5', 0, []],
    ['venue=none', 0, []],
  ] as const) {
    const volume = await harness.ask(dailyVolume, { query });
    const sum = volume.body.days!.reduce((all, day) => all + day.contracts, 0);
    const best = await harness.ask(topTraders, { query, tier: 'starter' });
    assert.equal(sum, contracts, query);
    assert.deepEqual(
      best.body.traders!.map(({ address }) => address).sort(),
      traders.map(walletOf).sort(),
      query,
    );
  }
  const { body } = await harness.ask(topTraders, { query: 'venue=out', tier: 'starter' });
  assert.deepEqual(body.traders, [
    {
      address: walletOf(1),
      fills: 1,
      distinctOutcomes: 1,
      totalContracts: 10,
      totalNotionalUsdh: 4,
      realizedPnlUsdh: 2.6,
    },
  ]);
});

test('holders of a templated price outcome have their perp positions', async () => {
  const { body } = await harness.ask(perpPositionContext, {
    path: { outcome_id: String(price) },
    tier: 'pro',
  });
  assert.equal(body.underlying, 'BTC');
  assert.deepEqual(
    body.topWallets!.map(({ address, outcomeSide, signal }) => [address, outcomeSide, signal]),
    [[walletOf(1), 'Yes', 'aligned']],
  );
});

test('a settlement has its fraction and who listed it', async () => {
  const { body } = await harness.ask(settlements, { query: 'venue=out&limit=1' });
  const [found] = body.settlements!;
  assert.deepEqual(
    [found!.outcomeId, found!.settleFraction, found!.winningSide, found!.venue, found!.totalWinnerPayout],
    [price, 0.66, undefined, 'out', 6.6],
  );
  const none = await harness.ask(settlements, { query: 'venue=wet' });
  assert.equal(none.body.count, 0);
  const held = await harness.ask(traderOutcomes, { path: { address: walletOf(1) }, tier: 'starter' });
  assert.deepEqual(
    held.body.outcomes!.map(({ displayName, venue, realizedPnlUsdh }) => [
      displayName,
      venue,
      realizedPnlUsdh,
    ]),
    [['BTC above 77177 at 2026-09-12 06:30 UTC?', 'out', 2.6]],
  );
});
