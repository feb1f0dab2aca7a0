import { type Static, Type } from 'typebox';
import { type CohortSpan, cohortOf, cohortPlaces } from '../../boards/trader-cohorts.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { placeOfCohort } from '../../domain/cohort.ts';
import { bySize, type ValuedPosition } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type PositionRow, positionRow } from '../../positions/position-columns.ts';
import { eachPosition, hasFreshState } from '../../positions/valued-positions.ts';
import { cohortPosition } from '../bodies/cohort-position.ts';
import { winRatePercent } from '../bodies/win-rate.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { cohort, tierType } from '../params/cohorts.ts';
import { rowLimit } from '../params/pages.ts';
import { positionHeaderNames, positionHeaders } from '../position-headers.ts';
import { nullable } from '../schema.ts';
import type { Sources } from '../sources.ts';

type Body = Static<typeof cohortPosition>;

/** A position as its columns have it, with what it is worth. */
interface Listed extends ValuedPosition {
  held: PositionRow;
  /** True where leverage, margin and funding are known. */
  isFresh: boolean;
}

/** The largest positions of the wallets that are meant, by notional; ties by address, then by coin. */
function largest(
  { positions, market }: Sources,
  only: (wallet: number) => boolean,
  { limit, nowMs }: { limit: number; nowMs: number },
): Listed[] {
  let found: Listed[] = [];
  let least = 0;
  for (const coin of positions.coins()) {
    const mark = market.mark(coin);
    eachPosition(
      positions,
      coin,
      { markPx: mark && Number(mark.px), nowMs, only },
      (position, columns, row) => {
        if (position.notional < least) return;
        const isFresh = hasFreshState(columns, row, nowMs);
        found.push(Object.assign(position, { held: positionRow(columns, row), isFresh }));
        if (found.length < 4 * limit) return;
        found = found.sort(bySize).slice(0, limit);
        least = found.at(-1)!.notional;
      },
    );
  }
  return found.sort(bySize).slice(0, limit);
}

function bodyOf(board: TradersBoard, { held, isFresh, notional, unrealizedPnl }: Listed): Body {
  const { columns } = board;
  const { wallet } = held;
  const size = Math.abs(held.size);
  const margin = isFresh ? (held.marginUsed ?? 0) : 0;
  return {
    address: board.address(wallet),
    coin: held.coin,
    side: held.size > 0 ? 'long' : 'short',
    size,
    notional,
    unrealizedPnl,
    leverage: isFresh ? (held.leverage ?? 0) : 0,
    leverageType: isFresh ? (held.leverageType ?? '') : '',
    entryPx: held.entryPx ?? 0,
    markPx: notional / size,
    liquidationPx: held.liquidationPx ?? 0,
    roe: margin === 0 ? 0 : unrealizedPnl / margin,
    fundingSinceOpen: isFresh ? (held.fundingSinceOpen ?? 0) : 0,
    marginUsed: margin,
    openedAt: rfc3339(held.openedMs),
    openedAtRaw: held.openedMs,
    pnlTier: cohortOf(board, wallet, 'pnl', 'alltime') ?? '',
    sizeTier: cohortOf(board, wallet, 'size', 'alltime') ?? '',
    traderTotalPnl: columns.allTimePnl[wallet]!,
    traderWinRate: winRatePercent(columns.allTimeWins[wallet]!, columns.allTimeTrades[wallet]!),
    traderTrades: columns.allTimeTrades[wallet]!,
  };
}

const example: Body = {
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  coin: 'BTC',
  side: 'long',
  size: 12.5,
  notional: 1203125,
  unrealizedPnl: 68750,
  leverage: 10,
  leverageType: 'cross',
  entryPx: 90750,
  markPx: 96250,
  liquidationPx: 82410.5,
  roe: 0.5714,
  fundingSinceOpen: 421.5,
  marginUsed: 120312.5,
  openedAt: '2026-01-12T08:14:03.120Z',
  openedAtRaw: 1768205643120,
  pnlTier: 'money_printer',
  sizeTier: 'tidal_whale',
  traderTotalPnl: 1840250.75,
  traderWinRate: 38.5,
  traderTrades: 18214,
};

const paths = { alltime: 'cohorts', recent: 'cohorts-recent' } as const;
const meanings = {
  alltime: 'all-time cohort',
  recent: 'cohort of the 30 whole UTC days before today',
} as const;

function cohortPositionsOf(span: CohortSpan) {
  return endpoint({
    id: `pulse.${paths[span]}.positions`,
    path: `/api/public/v1/pulse/${paths[span]}/{tierType}/{tier}/positions`,
    summary: `The largest open positions of a cohort: ${meanings[span]}`,
    description:
      `Open perp positions of wallets that are in the cohort now (${meanings[span]}), by notional at mark, largest first; ` +
      'ties by address, then by coin. A position whose coin has no mark price is valued at its entry. Leverage, margin and ' +
      'funding are those of an account state within 24 hours, else 0 and an empty leverageType. pnlTier and sizeTier are ' +
      "the wallet's all-time cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.",
    tags: ['Cohorts'],
    tier: 'pro',
    cache: fillsFreshness,
    params: { tierType: tierType(), tier: cohort(), limit: rowLimit(50) },
    response: nullable(Type.Array(cohortPosition)),
    errors: [404],
    headers: positionHeaderNames,
    example: [example],
    async run({ params, sources, clock, signal }) {
      const { tierType: kind, tier, limit } = params;
      const board = await sources.boards.board(traders);
      await sources.positions.ready;
      const tallies = await sources.tallies.all(signal);
      const [places, place] = [cohortPlaces(board, kind, span), placeOfCohort(kind, tier)];
      const { count } = board;
      const only = (wallet: number) => wallet < count && places[wallet] === place;
      const rows = largest(sources, only, { limit, nowMs: clock.nowMs() });
      return {
        body: rows.map((row) => bodyOf(board, row)),
        headers: positionHeaders(tallies),
      };
    },
  });
}

export const cohortPositions = cohortPositionsOf('alltime');
export const recentCohortPositions = cohortPositionsOf('recent');
