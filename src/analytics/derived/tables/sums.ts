import { tradedUsd } from '../../trade-sql.ts';
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
export const winsSum: DerivedSum = {
  type: 'UInt64',
  combine: 'sum',
  from: 'countIf(closed_pnl > 0)',
  audit: 'sum(toUInt64(closed_pnl > 0))',
};
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
/** USD. */
export const feesSum: DerivedSum = {
  type: 'Decimal(38, 22)',
  combine: 'sum',
  from: 'sum(fee * fee_px)',
  audit: 'sum(fee * fee_px)',
};
