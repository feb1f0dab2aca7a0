import { isTrade } from '../../trade-sql.ts';
import { type DerivedKey, type DerivedSum, derived } from '../derived.ts';
import { coin, day } from './sums.ts';

const minute: DerivedKey = {
  type: "DateTime('UTC')",
  from: 'toStartOfMinute(time)',
  audit: "toDateTime(intDiv(toUnixTimestamp64Milli(time), 60000) * 60, 'UTC')",
};
const extreme = (combine: 'min' | 'max', value: string, type: string): DerivedSum => ({
  type,
  combine,
  from: `${combine}(${value})`,
  audit: `${combine}(${value})`,
});
const trade = "Tuple(DateTime64(3, 'UTC'), UInt32, Decimal(18, 10))";
const counted = (condition: string, audited: string): DerivedSum => ({
  type: 'UInt64',
  combine: 'sum',
  from: `countIf(${condition})`,
  audit: `sum(${audited})`,
});
const sized = (condition: string, audited: string): DerivedSum => ({
  type: 'Decimal(38, 12)',
  combine: 'sum',
  from: `sumIf(sz, ${condition})`,
  audit: `sum(if(${audited}, sz, 0))`,
});

/**
 * What every coin was traded at by the minute, and who traded: a candle and, where the least and the most wallet by address are one,
 * the wallet that traded alone. Sides apart, as in `coin_hour`. The match of an outcome may be one of both of its coins, whose makers name
 * the other one: it is a trade of the coin that its taker names, as the exchange counts it.
 */
export const coinMinutes = derived({
  table: 'coin_minutes',
  key: { coin, day, minute },
  sums: {
    low: extreme('min', 'px', 'Decimal(18, 10)'),
    high: extreme('max', 'px', 'Decimal(18, 10)'),
    least_wallet: extreme('min', 'wallet', 'FixedString(20)'),
    most_wallet: extreme('max', 'wallet', 'FixedString(20)'),
    first_trade: extreme('min', '(time, seq, px)', trade),
    last_trade: extreme('max', '(time, seq, px)', trade),
    taker_fills: counted('crossed', 'toUInt64(crossed = 1)'),
    taker_size: sized('crossed', 'crossed = 1'),
    maker_fills: counted('NOT crossed', 'toUInt64(crossed = 0)'),
    maker_size: sized('NOT crossed', 'crossed = 0'),
    // Fills of a node's blocks are those of all wallets; others have none.
    last_block: extreme('max', 'block', 'UInt64'),
  },
  where: `${isTrade} AND (crossed OR NOT startsWith(coin, '#'))`,
  auditWhere: "market = 1 AND (crossed = 1 OR coin NOT LIKE '#%')",
  orderBy: 'coin, day, minute',
  partitionBy: 'toYYYYMM(day)',
  scope: 'day',
  shard: 'coin',
});
