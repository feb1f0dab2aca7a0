import { isPerpCoin } from '../../perp-coins.ts';
import { isTrade } from '../../trade-sql.ts';
import { type DerivedKey, type DerivedSum, derived } from '../derived.ts';
import { coin, day } from './sums.ts';

const minute: DerivedKey = {
  type: "DateTime('UTC')",
  from: 'toStartOfMinute(time)',
  audit: "toDateTime(intDiv(toUnixTimestamp64Milli(time), 60000) * 60, 'UTC')",
};
const extreme = (combine: 'min' | 'max', column: string, type: string): DerivedSum => ({
  type,
  combine,
  from: `${combine}(${column})`,
  audit: `${combine}(${column})`,
});

/**
 * Prices that perps traded at by the minute, and who traded: where the least and the most wallet by address are one, no wallet
 * else did.
 */
export const coinMinutes = derived({
  table: 'coin_minutes',
  key: { coin, day, minute },
  sums: {
    low: extreme('min', 'px', 'Decimal(18, 10)'),
    high: extreme('max', 'px', 'Decimal(18, 10)'),
    least_wallet: extreme('min', 'wallet', 'FixedString(20)'),
    most_wallet: extreme('max', 'wallet', 'FixedString(20)'),
  },
  where: `${isTrade} AND ${isPerpCoin}`,
  auditWhere: "market = 1 AND NOT match(coin, '^[@#+]|/')",
  orderBy: 'coin, day, minute',
  partitionBy: 'toYYYYMM(day)',
  scope: 'day',
  shard: 'coin',
});
