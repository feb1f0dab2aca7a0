import { isTrade, tradedUsd } from '../../trade-sql.ts';
import type { DerivedKey, DerivedSum } from '../derived.ts';

/** Keys and sums that several tables have, each with the audit's own expression. */
export const wallet: DerivedKey = { type: 'FixedString(20)' };
export const coin: DerivedKey = { type: 'LowCardinality(String)' };
export const day: DerivedKey = { type: 'Date', from: 'toDate(time)', audit: "toDate(time, 'UTC')" };
export const hour: DerivedKey = {
  type: "DateTime('UTC')",
  from: 'toStartOfHour(time)',
  audit: "toDateTime(intDiv(toUnixTimestamp64Milli(time), 3600000) * 3600, 'UTC')",
};

export const fillsSum: DerivedSum = { type: 'UInt64', combine: 'sum', from: 'count()', audit: 'sum(1)' };
const fillsWhere = (condition: string): DerivedSum => ({
  type: 'UInt64',
  combine: 'sum',
  from: `countIf(${condition})`,
  audit: `sum(toUInt64(${condition}))`,
});
export const winsSum = fillsWhere('closed_pnl > 0');
export const pnlSum: DerivedSum = {
  type: 'Decimal(38, 12)',
  combine: 'sum',
  from: 'sum(closed_pnl)',
  audit: 'sum(closed_pnl)',
};
/** USD, both sides of a match where both are stored; rows that are no market trade count none. */
export const volumeSum: DerivedSum = {
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: `sum(${tradedUsd})`,
  audit: 'sum(if(market = 1, px * sz, 0))',
};
/** Of a fee in its token: USD. */
const paid = (fee: string): DerivedSum => ({
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: `sum(${fee} * fee_px)`,
  audit: `sum(${fee} * fee_px)`,
});
export const feesSum = paid('fee');
/** A part of the fees. */
export const builderFeesSum = paid('builder_fee');
/** Fills whose fee is in a token of which no price is known. */
export const unpricedFeesSum = fillsWhere('fee != 0 AND fee_px = 0');

/** A trade among others: its time, its place in its millisecond, its price. */
const tradeType = "Tuple(DateTime64(3, 'UTC'), UInt32, Decimal(18, 10))";

/** Above all prices that are traded. */
const noPrice = "toDecimal64('99999999', 10)";
const noTrade = `(toDateTime64('2299-12-31 00:00:00', 3, 'UTC'), toUInt32(0), ${noPrice})`;

/** The newest market trade; all of it 0 where there is none. */
export const lastTrade: DerivedSum = {
  type: tradeType,
  combine: 'max',
  from: `maxIf((time, seq, px), ${isTrade})`,
  audit: "max(if(market = 1, (time, seq, px), (toDateTime64(0, 3, 'UTC'), toUInt32(0), toDecimal64(0, 10))))",
};
/** The first one; of the year 2299 where there is none. */
export const firstTrade: DerivedSum = {
  type: tradeType,
  combine: 'min',
  from: `min(if(${isTrade}, (time, seq, px), ${noTrade}))`,
  audit: `if(countIf(market = 1) = 0, ${noTrade}, argMinIf((time, seq, px), (time, seq, px), market = 1))`,
};
/** Least and highest price of market trades; the least is {@link noPrice} where there is none, the highest 0. */
export const lowPrice: DerivedSum = {
  type: 'Decimal(18, 10)',
  combine: 'min',
  from: `min(if(${isTrade}, px, ${noPrice}))`,
  audit: `if(countIf(market = 1) = 0, ${noPrice}, minIf(px, market = 1))`,
};
export const highPrice: DerivedSum = {
  type: 'Decimal(18, 10)',
  combine: 'max',
  from: `maxIf(px, ${isTrade})`,
  audit: 'max(if(market = 1, px, toDecimal64(0, 10)))',
};
