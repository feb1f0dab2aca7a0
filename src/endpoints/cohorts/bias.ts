import { type Static, Type } from 'typebox';
import { cohortPlaces } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import { pnlCohorts } from '../../domain/cohort.ts';
import { biasLabel, biasOf } from '../../domain/exposure.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { coinName, double, int64, text } from '../bodies/fields.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { positionHeaderNames, positionHeaders } from '../position-headers.ts';
import { bodySchema, nullable } from '../schema.ts';

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
  cache: liveFreshness,
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
    // Longs, shorts, and their notional, by the place of the cohort; 0 is that of wallets in none.
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
