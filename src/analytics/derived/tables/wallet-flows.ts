import { isPerpCoin } from '../../perp-coins.ts';
import { type DerivedSum, derived } from '../derived.ts';
import { builderFeesSum, day, feesSum, fillsSum, pnlSum, unpricedFeesSum, wallet } from './sums.ts';

/** A fill's time, its place in its millisecond, and the position at one of its ends. */
const endType = "Tuple(DateTime64(3, 'UTC'), UInt32, Decimal(38, 12))";
const after = "start_position + if(side = 'B', sz, -sz)";

/** A position as chains compare it: what the exchange's float noise adds is far below the least size of a coin. */
const link = (position: string) => `cityHash64(round(${position}, 6))`;

/**
 * Sums of a wallet's fills in one perp coin, and the two ends of the chain that they are (docs/methodology.md#net-profit): the fills
 * of one key, or of several that follow each other, chain exactly where `links` is {@link chainedLinks}.
 */
const flowSums = {
  fills: fillsSum,
  pnl: pnlSum,
  fees: feesSum,
  builder_fees: builderFeesSum,
  unpriced_fees: unpricedFeesSum,
  // Cost of buys minus proceeds of sells, in the collateral; perps only.
  paid: {
    type: 'Decimal(38, 22)',
    combine: 'sum',
    from: `sumIf(px * if(side = 'B', sz, -sz), ${isPerpCoin})`,
    audit: "sum(if(match(coin, '^[@#+]|/'), 0, px * sz * ((side = 'B') * 2 - 1)))",
  },
  links: {
    type: 'Int64',
    combine: 'sum',
    from: `sum(toInt64(${link('start_position')} - ${link(after)}))`,
    audit: `sum(${link('start_position')}) - sum(${link("start_position + sz * ((side = 'B') * 2 - 1)")})`,
  },
  first: {
    type: endType,
    combine: 'min',
    from: 'min((time, seq, start_position))',
    audit: 'argMin((time, seq, start_position), (time, seq, start_position))',
  },
  last: {
    type: endType,
    combine: 'max',
    from: `max((time, seq, ${after}))`,
    audit: `argMax((time, seq, ${after}), (time, seq, ${after}))`,
  },
} as const satisfies Record<string, DerivedSum>;

/** The sums of {@link flowSums} over fills, as columns of the same names: for hours, which nothing is kept of. */
export const flowColumns = Object.entries(flowSums)
  .map(([name, { from }]) => `${from} AS ${name}`)
  .join(', ');

/** The same over rows of `wallet_flow_days`. */
export const combinedFlowColumns = Object.entries(flowSums)
  .map(([name, { combine }]) => `${combine}(wallet_flow_days.${name}) AS ${name}`)
  .join(', ');

/** What `links` is where no fill is missing between the first and the last. */
export const chainedLinks = `toInt64(${link('first.3')} - ${link('last.3')})`;

/** The perp coin of a fill; empty for spot and outcomes, whose balances are no positions. */
export const perpCoin = `if(${isPerpCoin}, coin, '')`;

/** Every wallet by perp coin and day: what its net profit is made of. */
export const walletFlowDays = derived({
  table: 'wallet_flow_days',
  key: {
    wallet,
    // Not `coin`: the sums ask for that of the fill.
    perp: {
      type: 'LowCardinality(String)',
      from: perpCoin,
      audit: "if(match(coin, '^[@#+]|/'), '', toString(coin))",
    },
    day,
  },
  sums: flowSums,
  orderBy: 'wallet, perp, day',
  partitionBy: 'toYYYYMM(day)',
  scope: 'wallet',
  shard: 'wallet',
});
