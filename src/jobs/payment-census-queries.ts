import { Type } from 'typebox';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;
const address = (wallet: string) => `concat('0x', lower(hex(${wallet})))`;
const limits = { deadlineMs: 120_000, maxRows: 2_000_000 };
const lists = { wallets: 'Array(Wallet)', coins: 'Array(String)' } as const;

/** Newest hour with payments and newest hour compared, unix seconds; 0 if none. */
export const paidHours = query({
  name: 'payment_census_hours',
  params: {},
  row: Type.Object({ newest: Type.Integer(), done: Type.Integer() }),
  sql: `
    SELECT toUInt32((SELECT max(hour) FROM paid_positions)) AS newest, toUInt32((SELECT max(hour) FROM payment_census)) AS done`,
});

const after = "start_position + if(side = 'B', sz, -sz)";
const params = `
  SELECT wallet, chain, paid_ms
  FROM (SELECT {wallets:Array(Wallet)} AS w, {coins:Array(String)} AS c, {paid_ms:Array(Int64)} AS p)
  ARRAY JOIN w AS wallet, c AS chain, p AS paid_ms`;

/**
 * Positions that fills leave at the payments, with (`upto`) and without (`before`) the fills of the payment's millisecond: the order
 * within a block is unknown. `last_ms` is the last fill before that millisecond, 0 if none. Days before are read as sums. The lists
 * have one place per chain; a chain without stored fills has no row.
 */
export const foldedAt = query({
  name: 'payment_census_folds',
  params: { ...lists, paid_ms: 'Array(Int64)', day: 'TimeMs', until: 'TimeMs' },
  row: Type.Object({
    address: Type.String(),
    coin: Type.String(),
    last_ms: Type.String(),
    upto: Type.String(),
    before: Type.String(),
  }),
  limits,
  sql: `
    SELECT ${address('of')} AS address, CAST(name, 'String') AS coin, ${ms('max(before_end).1')} AS last_ms,
      toString(max(upto_end).3) AS upto, toString(max(before_end).3) AS before
    FROM (
      SELECT wallet AS of, CAST(perp, 'String') AS name, max(last) AS upto_end, max(last) AS before_end
      FROM wallet_flow_days
      WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND day < toDate({day:TimeMs})
        AND (wallet, CAST(perp, 'String')) IN (SELECT wallet, chain FROM (${params}))
      GROUP BY of, name
      UNION ALL
      SELECT fills.wallet AS of, chains.chain AS name,
        maxIf((time, seq, ${after}), toUnixTimestamp64Milli(time) <= paid_ms) AS upto_end,
        maxIf((time, seq, ${after}), toUnixTimestamp64Milli(time) < paid_ms) AS before_end
      FROM fills
      INNER JOIN (${params}) AS chains ON chains.wallet = fills.wallet AND chains.chain = CAST(fills.coin, 'String')
      WHERE fills.wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND time >= {day:TimeMs} AND time <= {until:TimeMs}
      GROUP BY of, name)
    GROUP BY of, name`,
});

/** Time up to which the fills of tracked wallets are read, and the known gaps in the fills of wallets. */
export const fillsOfWallets = query({
  name: 'payment_census_fills',
  params: { wallets: 'Array(Wallet)' },
  row: Type.Object({
    address: Type.String(),
    coin: Type.String(),
    is_gap: Type.Boolean(),
    from_ms: Type.String(),
    to_ms: Type.String(),
  }),
  limits,
  sql: `
    SELECT ${address('wallet')} AS address, '' AS coin, false AS is_gap, '0' AS from_ms, ${ms('fills_to')} AS to_ms
    FROM tracked_wallets FINAL WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))
    UNION ALL
    SELECT ${address('wallet')}, CAST(coin, 'String'), true, ${ms('from_time')}, ${ms('to_time')}
    FROM coverage FINAL
    PREWHERE feed = 'fills' AND wallet IN (SELECT hexed FROM (SELECT arrayJoin(arrayMap(one -> unhex(hex(one)), {wallets:Array(Wallet)})) AS hexed))
    WHERE coverage.state IN ('open', 'lost')`,
});

/** Perp chains with fills in an hour. Row: coin, wallet. */
export const tradedSince = query({
  name: 'payment_census_traded',
  params: { from: 'TimeMs', until: 'TimeMs' },
  row: Type.Object({}),
  limits: { ...limits, maxRows: 5_000_000 },
  sql: `
    SELECT DISTINCT CAST(coin, 'String') AS name, wallet FROM fills_by_time
    WHERE time >= {from:TimeMs} AND time < {until:TimeMs} AND ${isPerpCoin} ORDER BY name`,
});

/** Time of each chain's first payment since `from`. */
export const firstPaid = query({
  name: 'payment_census_first',
  params: { ...lists, from: 'TimeMs' },
  row: Type.Object({ address: Type.String(), coin: Type.String(), first_ms: Type.String() }),
  limits,
  sql: `
    SELECT ${address('wallet')} AS address, CAST(name, 'String') AS coin, ${ms('min(time)')} AS first_ms
    FROM (
      SELECT wallet, coin AS name, time FROM wallet_funding
      WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND coin IN {coins:Array(String)} AND time >= {from:TimeMs})
    GROUP BY wallet, name`,
});

/** Block of the newest fill at or before a time; 0 if the fill's source has no blocks. */
export const blockAt = query({
  name: 'payment_census_block',
  params: { at: 'TimeMs' },
  row: Type.Object({ block: Type.String() }),
  sql: `
    SELECT toString(max(block)) AS block FROM fills_by_time
    WHERE time = (SELECT max(time) FROM fills_by_time WHERE time <= {at:TimeMs})`,
});
