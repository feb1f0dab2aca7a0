import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import { cohortOf } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import { type Cohort, type CohortKind, cohortKinds } from '../../domain/cohort.ts';
import type { Window } from '../../domain/window.ts';
import { attributedRows, ofBuilder } from '../../views/builders/builder-sql.ts';
import type { Sources } from '../sources.ts';

export interface UserSums {
  users: number;
  fills: number;
  builderFeesUsd: number;
  volumeUsd: number;
  pnl: number;
}

/** Wallets of no cohort. */
export type UserTier = Cohort | 'untracked';

/** A builder's users in a period, grouped by their all-time cohorts. */
export interface BuilderUsers {
  total: UserSums;
  /** Users with an all-time closed PnL above 0. */
  profitable: number;
  byTier: Readonly<Record<CohortKind, ReadonlyMap<UserTier, UserSums>>>;
}

const usersLimit = 5_000_000;

/** Amounts are whole numbers of 10^-12, truncated; answers show their sums as doubles. */
const usersOfBuilder = query({
  name: 'builder_users',
  params: { builder: 'Wallet', ...wholeDayParams },
  row: Type.Object({}),
  limits: { maxRows: usersLimit },
  sql: `
    SELECT
      wallet, toInt64(sum(rows.fills)) AS fills, toDecimal128(sum(rows.builder_fees), 12) AS fees,
      toDecimal128(sum(rows.volume), 12) AS volume, toDecimal128(sum(rows.pnl), 12) AS pnl
    FROM (${attributedRows(ofBuilder)}) AS rows
    GROUP BY wallet`,
});

interface RunningSums {
  users: number;
  fills: number;
  fees: bigint;
  volume: bigint;
  pnl: bigint;
}

/** Reads the users of a period, with their cohorts from memory. @throws AnalyticsError */
export async function readBuilderUsers(
  { analytics, boards }: Pick<Sources, 'analytics' | 'boards'>,
  builder: string,
  window: Window,
  signal: AbortSignal,
): Promise<BuilderUsers> {
  const board = await boards.board(traders);
  const bytes = await analytics.bytes(usersOfBuilder, { builder, ...wholeDays(window) }, { signal });
  const reader = readRowBinary(bytes);
  const total = noSums();
  const byTier = { pnl: new Map<UserTier, RunningSums>(), size: new Map<UserTier, RunningSums>() };
  let profitable = 0;
  while (!reader.done) {
    const row = board.find(reader.address());
    const one = {
      users: 1,
      fills: reader.int64(),
      fees: reader.decimal128(),
      volume: reader.decimal128(),
      pnl: reader.decimal128(),
    };
    if (row !== undefined && board.columns.allTimePnl[row]! > 0) profitable += 1;
    add(total, one);
    for (const kind of cohortKinds) {
      const tier = (row !== undefined && cohortOf(board, row, kind, 'alltime')) || 'untracked';
      const sums = byTier[kind].get(tier) ?? noSums();
      byTier[kind].set(tier, sums);
      add(sums, one);
    }
  }
  const shown = (sums: Map<UserTier, RunningSums>) =>
    new Map([...sums].map(([tier, one]) => [tier, shownSums(one)] as const));
  return {
    total: shownSums(total),
    profitable,
    byTier: { pnl: shown(byTier.pnl), size: shown(byTier.size) },
  };
}

function noSums(): RunningSums {
  return { users: 0, fills: 0, fees: 0n, volume: 0n, pnl: 0n };
}

function add(sums: RunningSums, one: RunningSums): void {
  sums.users += one.users;
  sums.fills += one.fills;
  sums.fees += one.fees;
  sums.volume += one.volume;
  sums.pnl += one.pnl;
}

function shownSums({ users, fills, fees, volume, pnl }: RunningSums): UserSums {
  return { users, fills, builderFeesUsd: usd(fees), volumeUsd: usd(volume), pnl: usd(pnl) };
}

/** @param scaled × 10^12 */
function usd(scaled: bigint): number {
  const whole = scaled / 10n ** 12n;
  const rest = (scaled % 10n ** 12n).toString().replace('-', '').padStart(12, '0');
  return Number(`${scaled < 0n && whole === 0n ? '-' : ''}${whole}.${rest}`);
}
