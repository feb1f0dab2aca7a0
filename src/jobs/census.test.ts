import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../test/source-fills.ts';
import { query } from '../analytics/query.ts';
import { censusDifferences, censusStampEndpoint } from '../endpoints/entities/census.ts';
import { fixedClock } from '../kernel/clock.ts';
import { census } from './census.ts';
import { paymentCensus } from './payment-census.ts';
import { auditPositions } from './position-audit.ts';

const toMs = Date.parse('2026-03-15T12:00:00Z');
const minute = 60_000;
const fill = (n: number, minutesAgo: number, rest: Partial<FillDraft>): FillDraft => ({
  wallet: walletOf(n),
  time: toMs - minutesAgo * minute,
  block: 1_000 - minutesAgo,
  coin: 'BTC',
  ...rest,
});
const state = (n: number, minutesAgo: number, coin: string, szi: string) => ({
  wallet: walletOf(n),
  time: toMs - minutesAgo * minute,
  coin,
  szi,
});
const fills = [
  // Alike: a position built by two fills, a later fill that the state does not know, another dex.
  fill(1, 50, { sz: '2', startPosition: '0' }),
  fill(1, 40, { sz: '1', startPosition: '2' }),
  fill(1, 5, { sz: '1', startPosition: '3' }),
  fill(2, 45, { coin: 'xyz:GOLD', side: 'A', sz: '4', startPosition: '0' }),
  // A fill is missing that the state knows.
  fill(3, 45, { sz: '4', startPosition: '0' }),
  // Closed by the state's word, open by the fills'.
  fill(4, 45, { coin: 'ETH', sz: '7', startPosition: '0' }),
  // Noise, spot and outcomes are nothing.
  fill(5, 45, { sz: '1', startPosition: '0.000000000004' }),
  fill(5, 44, { coin: '@107', sz: '1' }),
  fill(5, 44, { coin: '#10', sz: '1' }),
  // No state in the hour.
  fill(6, 45, { sz: '9', startPosition: '0' }),
];
const positions = [
  state(1, 10, 'BTC', '3'),
  state(2, 10, 'xyz:GOLD', '-4'),
  state(3, 20, 'BTC', '5'),
  state(4, 30, 'BTC', '1.5'),
  state(5, 30, 'BTC', '1'),
  state(6, 90, 'BTC', '1'),
  state(7, 15, 'ETH', '-2.25'),
];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills, positions }, nowMs: toMs + minute });
});
after(() => harness.close());

const differences = query({
  name: 'test_census',
  params: {},
  row: Type.Object({
    wallet: Type.String(),
    coin: Type.String(),
    folded: Type.String(),
    told: Type.String(),
    has_fills: Type.Integer(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, coin, toString(folded) AS folded, toString(told) AS told, has_fills
    FROM census_differences FINAL ORDER BY wallet, coin`,
});

test('an hour without a state has no census; one with states names exactly the positions that differ', async () => {
  const { store } = harness;
  const signal = AbortSignal.timeout(30_000);
  const stamp = async () => (await harness.ask(censusStampEndpoint)).body.verified;
  const run = census({ analytics: store, clock: fixedClock(toMs + minute) });
  await run({ untilMs: toMs + 2 * 3_600_000, signal });
  assert.equal(await stamp(), null);
  for (let repeat = 0; repeat < 2; repeat++) {
    await run({ untilMs: toMs, signal });
    assert.deepEqual(await store.rows(differences, {}), [
      { wallet: walletOf(3), coin: 'BTC', folded: '4', told: '5', has_fills: 1 },
      { wallet: walletOf(4), coin: 'BTC', folded: '0', told: '1.5', has_fills: 0 },
      { wallet: walletOf(4), coin: 'ETH', folded: '7', told: '0', has_fills: 1 },
      { wallet: walletOf(7), coin: 'ETH', folded: '0', told: '-2.25', has_fills: 0 },
    ]);
    assert.deepEqual(await stamp(), {
      verified_at_block: 960,
      chain_time: new Date(toMs - 10 * minute).toISOString(),
      positions: 6,
    });
  }
});

test('an audit of positions lists what differs from the newest states, with the cause where it is known', async () => {
  const { store } = harness;
  const at = (minutesAgo: number) => `fromUnixTimestamp64Milli(${toMs - minutesAgo * minute}, 'UTC')`;
  const wallet = (n: number) => `unhex('${walletOf(n).slice(2)}')`;
  // Wallets 3, 4 and 6 are read. Of 3 fills are missing behind the last, of 4 before it and, in ETH, filled since.
  await store.command(
    `INSERT INTO tracked_wallets (wallet, time) VALUES ${[3, 4, 6].map((n) => `(${wallet(n)}, ${at(0)})`)}`,
  );
  await store.command(`
    INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, state, reason, seen, changed) VALUES
      ('fills', ${wallet(3)}, '', true, ${at(44)}, ${at(30)}, 'lost', 'reach', ${at(0)}, ${at(0)}),
      ('fills', ${wallet(4)}, 'ETH', true, ${at(90)}, ${at(50)}, 'lost', 'reach', ${at(0)}, ${at(0)}),
      ('fills', ${wallet(4)}, 'ETH', true, ${at(44)}, ${at(40)}, 'healed', 'reach', ${at(0)}, ${at(0)})`);
  const report = await auditPositions(store, () => undefined, AbortSignal.timeout(30_000));
  assert.deepEqual(
    report.differences.map(({ wallet: of, coin, folded, told: reported, cause }) => [
      of,
      coin,
      folded,
      reported,
      cause,
    ]),
    [
      [walletOf(3), 'BTC', '4', '5', 'gap'],
      [walletOf(4), 'BTC', '0', '1.5', 'censored opening'],
      [walletOf(4), 'ETH', '7', '0', 'unknown'],
      [walletOf(6), 'BTC', '0', '1', 'censored opening'],
      [walletOf(7), 'ETH', '0', '-2.25', 'untracked'],
    ],
  );
  assert.equal(report.differences[0]!.stateAtMs, toMs - 20 * minute);
  assert.deepEqual([report.differencesTotal, report.accounts, report.positions], [5, 7, 7]);
});

test('what an hour was paid for is compared with where fills end then, and both are answered', async () => {
  const { store } = harness;
  const signal = AbortSignal.timeout(30_000);
  const paid = (n: number, coin: string, szi: string) =>
    `(unhex('${walletOf(n).slice(2)}'), fromUnixTimestamp64Milli(${toMs + 41}, 'UTC'), '${coin}', ${szi})`;
  await store.command(`INSERT INTO wallet_funding (wallet, time, coin, szi) VALUES
    ${[paid(1, 'BTC', '4'), paid(2, 'xyz:GOLD', '-4'), paid(3, 'BTC', '5'), paid(5, 'BTC', '1'), paid(7, 'ETH', '-2.25'), paid(8, 'BTC', '-0.5')]}`);
  const at = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  const covered = (feed: string, fromMs: number, untilMs: number) =>
    `('${feed}', '', '', false, ${at(fromMs)}, ${at(untilMs)}, 1, 2, 'covered', ${at(0)}, ${at(0)})`;
  await store.command(`
    INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, from_block, to_block, state, seen, changed) VALUES
      ${covered('node_misc_events', toMs, toMs + 2 * minute)}, ${covered('node_fills', toMs - 60 * minute, toMs + 2 * minute)}`);
  const { positions } = harness.sources;
  const clock = fixedClock(toMs + 2 * minute);
  for (let repeat = 0; repeat < 2; repeat++)
    await paymentCensus({ analytics: store, positions, clock })({ signal });
  // Wallet 8 is known only by its payment: its position has the paid size.
  await harness.followed();
  const bare = () =>
    positions.ofWallet(walletOf(8)).map((one) => [one.coin, one.size, one.entryPx, one.basis]);
  assert.deepEqual(bare(), [['BTC', -0.5, undefined, 'state']]);
  assert.deepEqual(
    positions.ofWallet(walletOf(3)).map(({ size }) => size),
    [5],
    'a state says more',
  );
  const { payments } = (await harness.ask(censusStampEndpoint)).body;
  const { body } = await harness.ask(censusDifferences);
  assert.deepEqual(body.census, payments);
  assert.deepEqual(payments, {
    hour: new Date(toMs).toISOString(),
    chain_time: new Date(toMs + 41).toISOString(),
    verified_at_block: 995,
    is_whole: true,
    positions: 6,
    wallets: 6,
    differences: 4,
    causes: [
      { cause: 'missingFills', positions: 1 },
      { cause: 'gap', positions: 1 },
      { cause: 'censoredOpening', positions: 2 },
    ],
  });
  const found = (body.differences ?? []).map((one) => [
    one.address,
    one.coin,
    one.folded,
    one.paid,
    one.cause,
  ]);
  assert.deepEqual(found, [
    // Of wallet 4 a state has closed ETH: the census of states names it.
    [walletOf(6), 'BTC', '9', '0', 'missingFills'],
    [walletOf(3), 'BTC', '4', '5', 'gap'],
    [walletOf(7), 'ETH', '0', '-2.25', 'censoredOpening'],
    [walletOf(8), 'BTC', '0', '-0.5', 'censoredOpening'],
  ]);
  const ofCause = await harness.ask(censusDifferences, { query: `cause=gap&coin=btc&wallet=${walletOf(3)}` });
  assert.equal(ofCause.body.differences?.length, 1);
  const page = (await harness.ask(censusDifferences, { query: 'limit=1&offset=1' })).body;
  assert.deepEqual([page.hasMore, page.differences?.[0]?.address], [true, walletOf(3)]);

  // The next hour does not pay for it.
  await store.command(`INSERT INTO wallet_funding (wallet, time, coin, szi) VALUES
    (unhex('${walletOf(1).slice(2)}'), ${at(toMs + 60 * minute + 41)}, 'BTC', 4)`);
  await store.command(`
    INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, from_block, to_block, state, seen, changed) VALUES
      ${covered('node_misc_events', toMs + 60 * minute, toMs + 62 * minute)}, ${covered('node_fills', toMs + 60 * minute, toMs + 62 * minute)}`);
  const later = fixedClock(toMs + 62 * minute);
  await paymentCensus({ analytics: store, positions, clock: later })({ signal });
  await harness.followed();
  assert.deepEqual(bare(), []);
});
