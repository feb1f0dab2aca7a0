import { type Static, Type } from 'typebox';
import { cohortPlaces } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import { pnlCohorts } from '../../domain/cohort.ts';
import { allCoins } from '../../domain/coin-name.ts';
import { biasLabel, biasOf } from '../../domain/exposure.ts';
import { cutAt, dataStartsMs, hourWindow } from '../../domain/window.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { cohortBiasPoint, readCohortBiasHours } from '../../positions/cohort-bias-hours.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { coinName, double, int64, text, timeMs, untyped } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { cohort, coin, tierType } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { checkRange, rangeOf, timeRange } from '../params/time-range.ts';
import { riskHours } from '../params/windows.ts';
import { bodySchema, nullable } from '../schema.ts';
import type { Sources } from '../sources.ts';

const cohortBiasBody = bodySchema('CohortBiasBody', {
  coin: coinName(),
  pnlTier: text('Legacy slug of the all-time PnL cohort.'),
  longCount: int64('Its wallets with a long.'),
  shortCount: int64('Its wallets with a short.'),
  longNotional: double('Notional of its longs at mark, USD.'),
  shortNotional: double('Notional of its shorts at mark, USD.'),
  netBias: double('The same as netBiasByNotional.'),
  netBiasByNotional: double('(long − short) / (long + short) by notional, −1 to 1; 0 without positions.'),
  netBiasByCount: double('The same by wallets.'),
  biasLabel: text(
    'strong_long from a netBias of 0.5 on, long from 0.15, short to −0.15, strong_short to −0.5, else neutral.',
  ),
});

type Bias = Static<typeof cohortBiasBody>;

function biasRow(coinOf: string, pnlTier: string, [longs, shorts, long, short]: readonly number[]): Bias {
  const netBias = biasOf(long!, short!);
  return {
    coin: coinOf,
    pnlTier,
    longCount: longs!,
    shortCount: shorts!,
    longNotional: long!,
    shortNotional: short!,
    netBias,
    netBiasByNotional: netBias,
    netBiasByCount: biasOf(longs!, shorts!),
    biasLabel: biasLabel(netBias),
  };
}

export const cohortBias = endpoint({
  id: 'live.cohort-bias',
  path: '/api/public/v1/live/cohort-bias/{coin}',
  summary: 'How each PnL cohort is positioned in a coin now',
  description:
    'Open positions in the coin by the all-time PnL cohort of their wallets, valued at mark; where the coin has no price they ' +
    'are counted alone. All eight cohorts, best first, also those without a position; wallets without fills are in none.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: coin() },
  response: nullable(Type.Array(cohortBiasBody)),
  errors: [404],
  headers: positionHeaderNames,
  example: pnlCohorts.map((tier) => biasRow('BTC', tier, [812, 640, 120400500.25, 98200300.5])),
  async run({ params, sources }) {
    const name = knownCoin(sources, params.coin);
    const board = await sources.boards.board(traders);
    await sources.positions.ready;
    const places = cohortPlaces(board, 'pnl', 'alltime');
    // Longs, shorts, and their notional, by index of the cohort; 0 is for wallets without one.
    const sums = [0, ...pnlCohorts].map(() => [0, 0, 0, 0]);
    const tally = sources.tallies.ofCoin(name, ({ size, notional = 0 }, columns, row) => {
      const wallet = columns.wallet[row]!;
      const cohort = sums[wallet < board.count ? places[wallet]! : 0]!;
      const side = size > 0 ? 0 : 1;
      cohort[side]! += 1;
      cohort[side + 2]! += notional;
    });
    const body = pnlCohorts.map((tier, i) => biasRow(name, tier, sums[i + 1]!.map(roundedUsd)));
    return { body, headers: positionHeaders(tally) };
  },
});

const cohortBiasSnapshot = bodySchema('CohortBiasSnapshot', {
  timestamp: timeMs('Start of the hour'),
  coin: coinName(),
  tierType: text('pnl or size.'),
  tier: text('Legacy slug of the all-time cohort.'),
  longNotional: double('Notional of its longs at mark, USD.'),
  shortNotional: double('Notional of its shorts at mark, USD.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  accountCount: int64('Its open positions, one a wallet and coin.'),
});

const meaning =
  'Open positions at the start of each hour, by the all-time cohort that their wallets were in then, valued at mark: one row for each ' +
  'cohort that held a position, oldest first. An hour in which nothing ran is missing. Starts at 2026-01-01.';

const example: Static<typeof cohortBiasSnapshot> = {
  timestamp: 1768467600000,
  coin: 'BTC',
  tierType: 'pnl',
  tier: 'money_printer',
  longNotional: 120400500.25,
  shortNotional: 98200300.5,
  netBias: 0.10155,
  accountCount: 1452,
};

/** A coin's spelling in the hourly tables. @throws Problem 404 naming the nearest coins */
const coinOfHours = (sources: Sources, coinText: string) =>
  coinText.toUpperCase() === allCoins ? allCoins : knownCoin(sources, coinText);

export const cohortBiasSnapshots = endpoint({
  id: 'pulse.cohort-bias.history',
  path: '/api/public/v1/pulse/cohort-bias/history',
  summary: 'How every cohort was positioned, by the hour',
  description: `${meaning} Without a coin: all coins together, as _GLOBAL. Cohorts by PnL come before those by size, best first.`,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'fills',
  params: { coin: optional(coin()), ...timeRange('7d') },
  check: checkRange,
  response: nullable(Type.Array(cohortBiasSnapshot)),
  errors: [404],
  example: [example],
  async run({ params, sources, clock, signal }) {
    const name = coinOfHours(sources, params.coin ?? allCoins);
    const window = cutAt(rangeOf(params, clock.nowMs()), dataStartsMs.risk);
    const hours = await readCohortBiasHours(sources.analytics, { coin: name, window }, signal);
    const body = hours.map(({ kind, cohort: tier, longs, shorts, ...hour }) => ({
      timestamp: hour.timestamp,
      coin: name,
      tierType: kind,
      tier,
      longNotional: hour.longNotional,
      shortNotional: hour.shortNotional,
      netBias: hour.netBias,
      accountCount: longs + shorts,
    }));
    return { body, window };
  },
});

export const cohortBiasHistory = endpoint({
  id: 'live.cohort-bias-history',
  path: '/api/public/v1/live/cohort-bias-history/{coin}',
  summary: 'How cohorts were positioned in a coin, by the hour',
  description: `${meaning} Of all coins together where the coin is _GLOBAL. Of one cohort where tier names it.`,
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: coin(), hours: riskHours(), tierType: tierType('pnl'), tier: optional(cohort()) },
  response: nullable(untyped('A list of hours and cohorts.')),
  errors: [404],
  example: [
    {
      timestamp: 1768467600000,
      tier: 'money_printer',
      tierType: 'pnl',
      longNotional: 120400500.25,
      shortNotional: 98200300.5,
      longCount: 812,
      shortCount: 640,
      netBias: 0.10155,
    },
  ],
  async run({ params, sources, clock, signal }) {
    const name = coinOfHours(sources, params.coin);
    const window = hourWindow(params.hours, clock.nowMs());
    const requests = { coin: name, window, kinds: [params.tierType] };
    const hours = await readCohortBiasHours(sources.analytics, requests, signal);
    const { tier } = params;
    const shown = tier === undefined ? hours : hours.filter((hour) => hour.cohort === tier);
    return { body: shown.map(cohortBiasPoint), window };
  },
});
