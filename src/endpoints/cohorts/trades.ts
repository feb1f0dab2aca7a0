import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { largestRows } from '../../boards/largest-rows.ts';
import { type CohortSpan, cohortPlaces } from '../../boards/trader-cohorts.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { placeOfCohort } from '../../domain/cohort.ts';
import { lookBack } from '../../domain/window.ts';
import { hourMs } from '../../kernel/clock.ts';
import { tradeBody, tradeColumns, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { endpoint } from '../endpoint.ts';
import { cohort, tierType } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { since } from '../params/windows.ts';
import { newestTrades } from '../queries/recent-trades.ts';
import { nullable } from '../schema.ts';

/** Wallets that hold the newest fills of a cohort, and the time from which to search these fills. */
interface NewestMembers {
  rows: number[];
  /** Unix milliseconds; an omitted wallet has no fill at this time or later, unless the list reached its maximum. */
  fromMs: number;
}

/** Maximum wallets in a list, if many have their last fill in the same millisecond. */
const membersLimit = 2_000;

/**
 * The wallets of a cohort that traded last, as many as requested fills. Each has a fill newer than all fills of the other wallets,
 * so the newest fills are all theirs. One pass over all wallets in memory.
 *
 * @param places cohort by wallet; `place` selects the cohort
 * @param limit maximum fills
 * @param sinceMs earliest fill time, unix milliseconds
 */
export function newestMembers(
  board: TradersBoard,
  {
    places,
    place,
    limit,
    sinceMs,
  }: { places: ArrayLike<number>; place: number; limit: number; sinceMs: number },
): NewestMembers {
  const last = board.columns.lastTimeMs;
  const { rows, least } = largestRows(board.count, {
    accept: (row) => places[row] === place,
    value: (row) => last[row]!,
    wanted: limit,
    floor: sinceMs,
  });
  return { rows: rows.slice(0, membersLimit), fromMs: least };
}

/** In a span up to this, the time-ordered table has fewer fills to read than the wallet-ordered one. */
const shortMs = 6 * hourMs;

function tradesOf(name: string, table: 'fills' | 'fills_by_time') {
  return bodyQuery({
    name,
    params: { wallets: 'Array(Wallet)', from: 'TimeMs', to: 'TimeMs', limit: 'UInt64' },
    body: tradeBody,
    fields: tradeFields,
    limits: { maxRows: rowsLimit },
    // Finds the newest fills by the key's columns, and reads only those in full.
    sql: `
      SELECT ${tradeColumns}
      FROM ${table}
      WHERE (wallet, time, seq) IN (
        SELECT wallet, time, seq
        FROM ${table}
        WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND time >= {from:TimeMs} AND time <= {to:TimeMs}
        ORDER BY time DESC, seq DESC, wallet
        LIMIT {limit:UInt64})
        AND time >= {from:TimeMs} AND time <= {to:TimeMs}
      ORDER BY time DESC, seq DESC, wallet
      LIMIT {limit:UInt64}`,
  });
}

const byTime = tradesOf('cohort_trades_by_time', 'fills_by_time');
const byWallet = tradesOf('cohort_trades_by_wallet', 'fills');

const paths = { alltime: 'cohorts', recent: 'cohorts-recent' } as const;
const meanings = {
  alltime: 'all-time cohort',
  recent: 'cohort of the 30 whole UTC days before today',
} as const;

function cohortTradesOf(span: CohortSpan) {
  return endpoint({
    id: `pulse.${paths[span]}.trades`,
    path: `/api/public/v1/pulse/${paths[span]}/{tierType}/{tier}/trades`,
    summary: `The latest trades of a cohort, newest first: ${meanings[span]}`,
    description: `Trades of the window, newest first, of wallets that are in the cohort now (${meanings[span]}). ${tradeMeaning}`,
    tags: ['Cohorts'],
    tier: 'pro',
    age: 'fills',
    params: { tierType: tierType(), tier: cohort(), since: since('1h'), limit: rowLimit(50) },
    response: nullable(Type.Array(tradeBody)),
    errors: [404],
    example: [tradeExample],
    async run({ params, sources, clock, signal }) {
      const { tierType: kind, tier, limit } = params;
      const board = await sources.boards.board(traders);
      const window = lookBack(params.since.windowMs, clock.nowMs());
      const places = cohortPlaces(board, kind, span);
      const place = placeOfCohort(kind, tier);
      const accept = (wallet: number) => places[wallet] === place;
      const known = newestTrades(sources.recentFills, { window, limit, accept });
      if (known !== undefined) return { body: known, window };
      const members = { places, place, limit, sinceMs: window.fromMs };
      const { rows, fromMs } = newestMembers(board, members);
      if (rows.length === 0) return { body: [], window };
      const requests = {
        wallets: rows.map((row) => board.address(row)),
        from: fromMs,
        to: window.toMs,
        limit,
      };
      const query = window.toMs - fromMs <= shortMs ? byTime : byWallet;
      return { body: await query.read(sources.analytics, requests, { signal }), window };
    },
  });
}

export const cohortTrades = cohortTradesOf('alltime');
export const recentCohortTrades = cohortTradesOf('recent');
