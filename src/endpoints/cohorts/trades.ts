import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { newestMembers } from '../../boards/newest-members.ts';
import { type CohortSpan, cohortPlaces } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
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
