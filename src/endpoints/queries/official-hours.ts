import { bodyQuery } from '../../analytics/body-query.ts';
import { allCoins } from '../../domain/coin-name.ts';
import { coinName, double, text, timeMs } from '../bodies/fields.ts';
import { openInterestPoint } from '../bodies/position-hours.ts';
import { bodySchema } from '../schema.ts';

export const officialHour = bodySchema('OfficialOIEntry', {
  timestamp: timeMs('Start of the hour'),
  coin: coinName(),
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  openInterest: double('One side, USD at mark.'),
  markPx: double('Mark price, in the collateral.'),
  dayNtlVlm: double('Notional of the 24 hours before, in the collateral.'),
});

/** Hours of a year, for one coin. */
const hoursLimit = 366 * 24;

/** A coin's open interest as the exchange reported it, the last context of each hour, oldest first. */
export const officialHours = bodyQuery({
  name: 'official_hours',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs' },
  body: officialHour,
  fields: { timestamp: 'hour_ms', openInterest: 'usd', markPx: 'mark', dayNtlVlm: 'volume' },
  limits: { maxRows: hoursLimit },
  sql: `
    SELECT
      toUnixTimestamp(hour) * 1000 AS hour_ms, coin, argMax(if(dex = '', 'hl', dex), time) AS dex,
      argMax(open_interest * mark_px, time) AS usd, argMax(mark_px, time) AS mark, argMax(day_ntl_vlm, time) AS volume
    FROM asset_context_hours
    WHERE coin = {coin:String} AND hour >= {from:TimeMs} AND hour <= {to:TimeMs}
    GROUP BY coin, hour
    ORDER BY hour
    LIMIT ${hoursLimit}`,
});

/** The same for all coins together. */
export const officialTotals = bodyQuery({
  name: 'official_totals',
  params: { from: 'TimeMs', to: 'TimeMs' },
  body: openInterestPoint,
  fields: { timestamp: (_, { hour_ms }) => hour_ms, coin: 'name', openInterest: 'usd' },
  hidden: { hour_ms: 'integer' },
  limits: { maxRows: hoursLimit },
  sql: `
    SELECT toUnixTimestamp(hour) * 1000 AS hour_ms, '${allCoins}' AS name, sum(coin_usd) AS usd
    FROM (
      SELECT hour, argMax(open_interest * mark_px, time) AS coin_usd
      FROM asset_context_hours
      WHERE hour >= {from:TimeMs} AND hour <= {to:TimeMs} AND NOT match(coin, '^[@#]|/')
      GROUP BY coin, hour)
    GROUP BY hour
    ORDER BY hour
    LIMIT ${hoursLimit}`,
});
