import { bodySchema, nullable } from '../schema.ts';
import { coinName, double, int64, text, timeMs, untyped } from './fields.ts';

const totalClosedPnl = untyped("Sum of the victims' closed PnL, USD.", 'number');
const totalNotional = untyped('Sum of price × size, USD.', 'number');
const totalPenaltyFees = untyped("Sum of the victims' fees, USD.", 'number');

/** One bucket of time. */
export const liquidationTimelineRow = bodySchema('GetLiquidationSummaryTimelineRow', {
  bucketStart: timeMs('Start of the bucket'),
  count: int64('Liquidations: one for each victim, coin and order.'),
  totalPenaltyFees,
  totalClosedPnl,
  totalNotional,
});

export const liquidationCoinRow = bodySchema('GetLiquidationSummaryByCoinRow', {
  coin: coinName(),
  count: int64('Liquidations: one for each victim, coin and order.'),
  totalPenaltyFees,
  totalClosedPnl,
  totalNotional,
});

export const liquidationCohortRow = bodySchema('GetLiquidationSummaryByCohortRow', {
  tier: text('All-time PnL cohort, or unclassified.'),
  totalNotional,
  totalClosedPnl,
  count: int64('Liquidations: one for each victim, coin and order.'),
  wallets: int64('Distinct victims.'),
});

/** Profitable positions that the exchange closed against those of accounts under water: no liquidations. */
export const autoDeleveragingSums = bodySchema('AutoDeleveragingSums', {
  count: int64('One for each deleveraged wallet, coin and order.'),
  totalNotional: double('Sum of price × size of what was closed, USD.'),
  wallets: int64('Distinct deleveraged wallets.'),
});

/** One liquidation: the fills of one victim, coin and order. */
export const recentLiquidation = bodySchema('GetRecentLiquidationsRow', {
  address: untyped('Liquidated wallet, lower case.', 'text'),
  coin: coinName(),
  timestampMs: timeMs('Time of the first fill'),
  side: text('long or short: the position that was liquidated.'),
  size: double('What was liquidated of it, coins.'),
  price: double('Mean price of its fills by size, USD.'),
  notional: double('Sum of price × size of its fills, USD.'),
  liquidator: untyped('Counterparty with the largest size, lower case.', 'text'),
  penaltyFee: nullable(double("The victim's fee, USD; null where its own fills are not stored.")),
  closedPnl: nullable(double("The victim's closed PnL, USD; null where its own fills are not stored.")),
  pnlTier: nullable(text("The victim's all-time PnL cohort; null for none.")),
});
