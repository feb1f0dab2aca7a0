import { type Static, Type } from 'typebox';
import { type CohortSpan, cohortOf, cohortTest } from '../../boards/trader-cohorts.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { returnOnEquity } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { positionRow } from '../../positions/position-columns.ts';
import { hasFreshState, valuedRow } from '../../positions/valued-positions.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { cohortPosition } from '../bodies/cohort-position.ts';
import { unknownFields, winRatePercent } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { cohort, tierType } from '../params/names.ts';
import { rowLimit } from '../params/pages.ts';
import { nullable } from '../schema.ts';
import { type LargePosition, largestPositions } from './largest-positions.ts';

type Body = Static<typeof cohortPosition>;

function bodyOf(board: TradersBoard, { columns: held, row, markPx }: LargePosition, nowMs: number): Body {
  const { columns } = board;
  const position = positionRow(held, row);
  const { wallet } = position;
  const isFresh = hasFreshState(held, row, nowMs);
  const { entryPx } = position;
  const { size, notional = 0, unrealizedPnl, leverage } = valuedRow(position, { markPx, nowMs });
  const roe = returnOnEquity({ size, unrealizedPnl, entryPx, leverage });
  const leverageType = isFresh ? position.leverageType : undefined;
  const fundingSinceOpen = isFresh ? position.fundingSinceOpen : undefined;
  const marginUsed = isFresh ? position.marginUsed : undefined;
  return {
    address: board.address(wallet),
    coin: position.coin,
    side: size > 0 ? 'long' : 'short',
    size: Math.abs(size),
    notional,
    unrealizedPnl: unrealizedPnl ?? 0,
    leverage: leverage ?? 0,
    leverageType: leverageType ?? '',
    entryPx: entryPx ?? 0,
    markPx,
    liquidationPx: position.liquidationPx ?? 0,
    roe: roe ?? 0,
    fundingSinceOpen: fundingSinceOpen ?? 0,
    marginUsed: marginUsed ?? 0,
    openedAt: rfc3339(position.openedMs),
    openedAtRaw: position.openedMs,
    pnlTier: cohortOf(board, wallet, 'pnl', 'alltime') ?? '',
    sizeTier: cohortOf(board, wallet, 'size', 'alltime') ?? '',
    traderTotalPnl: columns.allTimePnl[wallet]!,
    traderWinRate: winRatePercent(columns.allTimeWins[wallet]!, columns.allTimeTrades[wallet]!),
    traderTrades: columns.allTimeTrades[wallet]!,
    ...unknownFields({ unrealizedPnl, leverage, leverageType, entryPx, roe, fundingSinceOpen, marginUsed }),
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
  roe: 0.6061,
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
      'ties by address, then by coin; those whose coin has no price are left out, X-Positions-Unvalued counts them. Leverage, ' +
      'margin and funding are those of an account state within 24 hours; unknownFields names what is not known. pnlTier and sizeTier are ' +
      "the wallet's all-time cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.",
    tags: ['Cohorts'],
    tier: 'pro',
    age: 'fills',
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
      const only = cohortTest(board, { kind, cohort: tier, span });
      const nowMs = clock.nowMs();
      const { largest } = largestPositions(sources, { coins: sources.positions.coins(), only }, limit);
      return { body: largest.map((row) => bodyOf(board, row, nowMs)), headers: positionHeaders(tallies) };
    },
  });
}

export const cohortPositions = cohortPositionsOf('alltime');
export const recentCohortPositions = cohortPositionsOf('recent');
