import { type Static, Type } from 'typebox';
import { rowsOfEach } from '../analytics/batch.ts';
import { batchKey, inBatch, query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { inRange, rangeParams, type WalletRange } from '../analytics/wallet-ranges.ts';
import { addressOf } from '../analytics/wallet-sql.ts';
import { type AccountParts, type DexPart, type HeldPart, sideEncodingOf } from '../domain/account-value.ts';
import { scaledInteger, scaledText } from '../kernel/scaled.ts';

const ms = (column: string) => `toUnixTimestamp64Milli(${column})`;
const maybeText = Type.Union([Type.String(), Type.Null()]);

/** A dex account, a holding, the account mode or a move; `name` is the dex, the asset, the mode or the part moved. */
const partRow = {
  part: Type.String(),
  name: Type.String(),
  amount: maybeText,
  raw_usd: maybeText,
  notional: maybeText,
  at: Type.String(),
};

const isOfDepositor = "(amount < 0) = (kind IN ('vaultCreate', 'vaultDeposit'))";
/** Condition of `ledger_updates`: `isBetweenParts` (src/domain/ledger-update.ts) in SQL. */
const isBetweenParts = `(kind = 'borrowLend' OR (class = 'staking' AND kind != 'Delegation')
  OR (class = 'vault' AND ${isOfDepositor}))`;
/** Condition on `ledger_updates`: the wallet is a vault and the money belongs to its depositors. */
export const isOfVault = `(class = 'vault' AND NOT (${isOfDepositor}))`;

/** Per wallet, the `moves` tuples for {@link isWholeHour}: updates that moved money between account parts. @param where SQL condition */
export const movesBetweenParts = (where: string) => `
  SELECT wallet, groupArray((time, kind = 'borrowLend')) AS moves
  FROM ledger_updates WHERE ${isBetweenParts} AND ${where} GROUP BY wallet`;

/**
 * Condition on `account_hours` with the wallet's `moves`: no money moved between parts from the oldest read to the hour. Rows of
 * versions that did not read lending have a null `lent`; they are valid only for wallets that never lent.
 */
export const isWholeHour =
  'NOT arrayExists(moved -> moved.1 <= hour AND (moved.1 > oldest OR (moved.2 AND lent IS NULL)), moves)';

/** @param where SQL condition on the column `wallet` */
const partsWhere = (where: string) => `
  SELECT wallet, 'perps' AS part, toString(dex) AS name, toString(account_value) AS amount, toString(total_raw_usd) AS raw_usd,
    toString(total_ntl_pos) AS notional, toString(${ms('time')}) AS at
  FROM accounts FINAL WHERE ${where}
  UNION ALL
  SELECT wallet, toString(kind), asset, toString(amount), NULL, NULL, toString(${ms('time')})
  FROM balances FINAL WHERE ${where}
  UNION ALL
  SELECT wallet, 'mode', toString(mode), NULL, NULL, NULL, toString(${ms('time')})
  FROM account_modes FINAL WHERE ${where}
  UNION ALL
  SELECT wallet, 'moved', multiIf(kind = 'borrowLend', 'lent', class = 'staking', 'staking', 'vault') AS moved_part,
    NULL, NULL, NULL, toString(${ms('max(ledger_updates.time)')})
  FROM ledger_updates WHERE ${where} AND ${isBetweenParts} GROUP BY wallet, moved_part`;

const settlements = query({
  name: 'account_settlements',
  params: { outcomes: 'Array(Int64)' },
  row: Type.Object({ outcome: Type.String(), fraction: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT toString(outcome) AS outcome, toString(settle_fraction) AS fraction
    FROM outcome_settlements FINAL WHERE outcome IN {outcomes:Array(Int64)}`,
});

const partsOfWallet = query({
  name: 'account_parts',
  params: { wallet: 'Wallet' },
  row: Type.Object(partRow),
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, part, name, amount, raw_usd, notional, at
    FROM (${partsWhere(inBatch('wallet'))}) ORDER BY batch_key, part, name`,
});

/** Account parts of a wallet; `dexes` lack the collateral and the number of open positions. */
export type StoredParts = Omit<AccountParts, 'dexes'> & { dexes: Omit<DexPart, 'collateral' | 'open'>[] };

/** Stored account parts, in wallet order; undefined if the account was never read. @param wallets lower-case addresses */
export async function readAccountParts(
  analytics: Pick<AnalyticsStore, 'rows'>,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<(StoredParts | undefined)[]> {
  const calls = wallets.map((wallet) => ({ wallet }));
  const found = await rowsOfEach(analytics, partsOfWallet, calls, { signal });
  const payouts = await readPayouts(analytics, found.flat(), { signal });
  return found.map((rows) =>
    rows.some(({ part }) => part !== 'moved') ? partsOf(rows, payouts) : undefined,
  );
}

type Row = Static<ReturnType<typeof rowObject>>;
const rowObject = () => Type.Object(partRow);

/** Payout per unit, by token, for the sides of settled outcomes. */
type Payouts = ReadonlyMap<string, string>;

async function readPayouts(
  analytics: Pick<AnalyticsStore, 'rows'>,
  rows: readonly Row[],
  options: { signal: AbortSignal; lane?: 'job' },
): Promise<Payouts> {
  const sides = new Map(
    rows.flatMap(({ name }) => {
      const side = sideEncodingOf(name);
      return side === undefined ? [] : [[name, side] as const];
    }),
  );
  if (sides.size === 0) return new Map();
  const outcomes = [...new Set([...sides.values()].map((side) => Math.floor(side / 10)))];
  const settled = await analytics.rows(settlements, { outcomes }, options);
  const fractions = new Map(settled.map(({ outcome, fraction }) => [Number(outcome), fraction]));
  return new Map(
    [...sides].flatMap(([token, side]) => {
      const fraction = fractions.get(Math.floor(side / 10));
      if (fraction === undefined || side % 10 > 1) return [];
      const other = scaledText(
        one - scaledInteger(fraction, fractionDecimals),
        fractionDecimals,
        fractionDecimals,
      );
      return [[token, side % 10 === 0 ? fraction : other] as const];
    }),
  );
}

const fractionDecimals = 12;
const one = 10n ** BigInt(fractionDecimals);

function partsOf(rows: readonly Row[], payouts: Payouts): StoredParts {
  const { perps = [], mode = [], moved = [], ...held } = Object.groupBy(rows, ({ part }) => part);
  const heldOf = (kind: string) =>
    heldPartOf(
      held[kind],
      payouts,
      moved.find(({ name }) => name === kind),
    );
  return {
    mode: mode[0]?.name,
    dexes: perps.map(({ name, amount, raw_usd, notional, at }) => ({
      dex: name,
      accountValue: amount,
      totalRawUsd: raw_usd,
      totalNtlPos: notional,
      atMs: Number(at),
    })),
    spot: heldOf('spot'),
    vaults: heldOf('vault'),
    staked: heldOf('staking'),
    lent: heldOf('lent'),
    escrow: heldOf('escrow'),
  };
}

/** Holdings in the newest complete response or added since; undefined without a complete response. */
function heldPartOf(
  rows: readonly Row[] = [],
  payouts: Payouts,
  moved: Row | undefined,
): HeldPart | undefined {
  const whole = rows.find(({ name }) => name === '');
  if (whole === undefined) return undefined;
  const atMs = Number(whole.at);
  const held = rows.filter(({ name, at }) => name !== '' && Number(at) >= atMs);
  return {
    atMs,
    held: held.map(({ name, amount }) => {
      const settled = payouts.get(name);
      return { asset: name, amount: amount ?? '0', ...(settled !== undefined && { settled }) };
    }),
    ...(moved !== undefined && { movedMs: Number(moved.at) }),
  };
}

/** Account parts of the wallets in a range with an account or balance read since `since`. */
const partsOfRange = query({
  name: 'account_parts_of_range',
  params: { ...rangeParams, since: 'TimeMs' },
  row: Type.Object({ address: Type.String(), ...partRow }),
  limits: { deadlineMs: 120_000, maxRows: 3_000_000 },
  sql: `
    SELECT ${addressOf('wallet')} AS address, part, name, amount, raw_usd, notional, at
    FROM (${partsWhere(inRange)})
    WHERE wallet IN (
      SELECT wallet FROM accounts WHERE ${inRange} AND time >= {since:TimeMs}
      UNION ALL
      SELECT wallet FROM balances WHERE ${inRange} AND time >= {since:TimeMs})
    ORDER BY address, part, name`,
});

const openOfRange = query({
  name: 'account_positions_of_range',
  params: rangeParams,
  row: Type.Object({
    address: Type.String(),
    dex: Type.String(),
    coin: Type.String(),
    size: Type.String(),
    at: Type.String(),
  }),
  limits: { deadlineMs: 120_000, maxRows: 3_000_000 },
  sql: `
    SELECT ${addressOf('wallet')} AS address, toString(dex) AS dex, toString(coin) AS coin, toString(szi) AS size,
      toString(${ms('time')}) AS at
    FROM positions FINAL WHERE szi != 0 AND ${inRange}`,
});

export interface StoredAccount extends Omit<AccountParts, 'dexes'> {
  wallet: string;
  dexes: Omit<DexPart, 'collateral'>[];
}

/** Only wallets with an account or balance read since `range.since`, unix milliseconds. */
export async function readAccountsOfRange(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { from, to, since }: WalletRange & { since: number },
  signal: AbortSignal,
): Promise<StoredAccount[]> {
  const options = { signal, lane: 'job' } as const;
  const rows = await analytics.rows(partsOfRange, { from, to, since }, options);
  if (rows.length === 0) return [];
  const open = Map.groupBy(
    await analytics.rows(openOfRange, { from, to }, options),
    ({ address, dex }) => `${address} ${dex}`,
  );
  const payouts = await readPayouts(analytics, rows, options);
  return [...Map.groupBy(rows, ({ address }) => address)].map(([wallet, own]) => {
    const parts = partsOf(own, payouts);
    const dexes = parts.dexes.map((part) => {
      const held = open.get(`${wallet} ${part.dex}`) ?? [];
      // A position of another state means this state was read only in part, so its cash does not match the positions.
      const isWhole = held.every(({ at }) => Number(at) === part.atMs);
      const positions = held.map(({ coin, size }) => ({ coin, szi: size }));
      return { ...part, open: held.length, ...(isWhole && { positions }) };
    });
    return { ...parts, wallet, dexes };
  });
}
