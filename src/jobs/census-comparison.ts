import { isPerpCoin } from '../analytics/perp-coins.ts';
import { inRange } from '../analytics/wallet-ranges.ts';

/*
 * Compares the positions that fills leave open with those of account states, for the hourly census and for audits.
 * Parameters: `since`, the time from which states count, and a range of wallets.
 */

const dexOfCoin = "if(position(coin, ':') > 0, substring(coin, 1, position(coin, ':') - 1), '')";

/** The newest state of each account since a time. */
export const publishedStates = (where: string) => `
  SELECT wallet, dex, max(time) AS state_time
  FROM accounts
  WHERE ${where}
  GROUP BY wallet, dex
  HAVING state_time >= {since:TimeMs}`;

/** Open positions of these states. */
export const publishedOpen = (where: string) => `
  SELECT open.wallet AS wallet, open.coin AS coin, open.size AS size, account.state_time AS state_time
  FROM (
    SELECT wallet, dex, coin, argMax(szi, time) AS size FROM positions WHERE ${where} GROUP BY wallet, dex, coin) AS open
  INNER JOIN (${publishedStates(where)}) AS account ON account.wallet = open.wallet AND account.dex = open.dex
  WHERE open.size != 0`;

/** Positions after the newest fill up to these states. */
const folded = `
  SELECT one.wallet AS wallet, one.coin AS coin, max(account.state_time) AS state_time, max(one.time) AS last_fill,
    argMax(one.start_position + if(one.side = 'B', one.sz, -one.sz), (one.time, one.seq)) AS size
  FROM (
    SELECT wallet, coin, ${dexOfCoin} AS dex, time, seq, side, sz, start_position
    FROM fills
    WHERE
      ${inRange} AND ${isPerpCoin}
      AND wallet IN (SELECT wallet FROM accounts WHERE ${inRange} AND accounts.time >= {since:TimeMs})) AS one
  INNER JOIN (${publishedStates(inRange)}) AS account ON account.wallet = one.wallet AND account.dex = one.dex
  WHERE one.time <= account.state_time
  GROUP BY one.wallet, one.coin`;

/**
 * Positions that differ between fills (`folded`) and states; `last_fill` is the time of the newest fill, 1970 if none. Float noise of
 * startPosition does not count.
 */
export const positionDifferences = `
  SELECT
    wallet, coin, max(at) AS state_time, sum(of_fills) AS folded, sum(of_state) AS told, max(filled) AS has_fills,
    max(filled_to) AS last_fill
  FROM (
    SELECT wallet, coin, state_time AS at, size AS of_fills, toDecimal128(0, 12) AS of_state, toUInt8(1) AS filled,
      last_fill AS filled_to
    FROM (${folded})
    UNION ALL
    SELECT wallet, coin, state_time AS at, toDecimal128(0, 12) AS of_fills, size AS of_state, toUInt8(0) AS filled,
      toDateTime64(0, 3, 'UTC') AS filled_to
    FROM (${publishedOpen(inRange)}))
  GROUP BY wallet, coin
  HAVING abs(folded - told) > 0.00000001`;
