import { Type } from 'typebox';
import { fillPlaceholders } from '../analytics/literal.ts';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { inRange, walletRanges } from '../analytics/wallet-ranges.ts';
import { type Clock, hourMs } from '../kernel/clock.ts';

/** Wallets of one statement: what it groups stays within some hundred MB. */
const walletsPerRange = 65_536;

const censusSize = query({
  name: 'census_size',
  params: { since: 'TimeMs' },
  row: Type.Object({ wallets: Type.String(), states: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(count()) AS wallets, (SELECT toString(count()) FROM accounts WHERE time >= {since:TimeMs}) AS states
    FROM wallet_alltime`,
});

const dexOfCoin = "if(position(coin, ':') > 0, substring(coin, 1, position(coin, ':') - 1), '')";

/** The newest state of each account that was told since. */
const states = (where: string) => `
  SELECT wallet, dex, max(time) AS state_time
  FROM accounts
  WHERE ${where}
  GROUP BY wallet, dex
  HAVING state_time >= {since:TimeMs}`;

/** What these states show open. */
const told = (where: string) => `
  SELECT open.wallet AS wallet, open.coin AS coin, open.size AS size, account.state_time AS state_time
  FROM (
    SELECT wallet, dex, coin, argMax(szi, time) AS size FROM positions WHERE ${where} GROUP BY wallet, dex, coin) AS open
  INNER JOIN (${states(where)}) AS account ON account.wallet = open.wallet AND account.dex = open.dex
  WHERE open.size != 0`;

/** What the fills up to these states leave open: where the newest of them ends. */
const folded = `
  SELECT one.wallet AS wallet, one.coin AS coin, max(account.state_time) AS state_time,
    argMax(one.start_position + if(one.side = 'B', one.sz, -one.sz), (one.time, one.seq)) AS size
  FROM (
    SELECT wallet, coin, ${dexOfCoin} AS dex, time, seq, side, sz, start_position
    FROM fills
    WHERE
      ${inRange} AND ${isPerpCoin}
      AND wallet IN (SELECT wallet FROM accounts WHERE ${inRange} AND accounts.time >= {since:TimeMs})) AS one
  INNER JOIN (${states(inRange)}) AS account ON account.wallet = one.wallet AND account.dex = one.dex
  WHERE one.time <= account.state_time
  GROUP BY one.wallet, one.coin`;

/** Float noise of startPosition is no difference. */
const differencesSql = `
  INSERT INTO census_differences (hour, made, wallet, coin, state_time, folded, told, has_fills)
  SELECT
    toDateTime({hour:TimeMs}), {made:TimeMs}, wallet, coin, max(time), sum(of_fills) AS by_fills, sum(of_state) AS by_state,
    max(filled)
  FROM (
    SELECT wallet, coin, state_time AS time, size AS of_fills, toDecimal128(0, 12) AS of_state, toUInt8(1) AS filled
    FROM (${folded})
    UNION ALL
    SELECT wallet, coin, state_time AS time, toDecimal128(0, 12) AS of_fills, size AS of_state, toUInt8(0) AS filled
    FROM (${told(inRange)}))
  GROUP BY wallet, coin
  HAVING abs(by_fills - by_state) > 0.00000001`;

const stampSql = `
  INSERT INTO census (hour, made, positions, differences, block, chain_time)
  WITH (SELECT max(state_time) FROM (${states('1')})) AS newest
  SELECT
    toDateTime({hour:TimeMs}), {made:TimeMs}, (SELECT count() FROM (${told('1')})),
    (SELECT count() FROM census_differences WHERE hour = toDateTime({hour:TimeMs}) AND made = {made:TimeMs}),
    (
      SELECT max(block) FROM fills_by_time
      WHERE time = (SELECT max(time) FROM fills_by_time WHERE time <= newest)),
    newest`;

/**
 * Compares, for the hour that ends, the positions that fills leave open with those that account states told in it, and keeps what
 * differs (`census_differences`), then the stamp (`census`). Where no state was told there is no census. A repeat replaces it.
 */
export function census({ analytics, clock }: { analytics: AnalyticsStore; clock: Clock }) {
  const job = { lane: 'job' } as const;
  return async ({ toMs, signal }: { toMs: number; signal: AbortSignal }): Promise<void> => {
    const since = toMs - hourMs;
    const [size] = await analytics.rows(censusSize, { since }, { ...job, signal });
    if (size!.states === '0') return;
    const types = { hour: 'TimeMs', made: 'TimeMs', since: 'TimeMs' } as const;
    const values = { hour: toMs, made: clock.nowMs(), since };
    for (const range of walletRanges(Math.ceil(Number(size!.wallets) / walletsPerRange))) {
      signal.throwIfAborted();
      const sql = fillPlaceholders(
        differencesSql,
        { ...types, from: 'Wallet', to: 'Wallet' },
        { ...values, ...range },
      );
      await analytics.command(sql, { ...job, signal });
    }
    await analytics.command(fillPlaceholders(stampSql, types, values), { ...job, signal });
  };
}
