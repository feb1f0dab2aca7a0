import { Type } from 'typebox';
import { liquidatorList } from '../../archetypes/close-lists.ts';
import { leastSample } from '../../domain/skill.ts';
import { dayMs, rfc3339, utcDate } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { boardDays } from '../../views/skill/skill-days.ts';
import {
  isOfAccount,
  leastDays,
  nativePerps,
  type RankedWallet,
  rankedLimit,
  skillBoards,
} from '../../views/skill/skill-ranks.ts';
import { dateTime, double, int32, int64, list, oneOf, utcDay, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { dex } from '../params/names.ts';
import { page } from '../params/pages.ts';
import { optional as maybe, type ParseContext } from '../params/param.ts';
import { enumeration, int, several } from '../params/scalars.ts';
import { checkFromTo, fromTo } from '../params/time-range.ts';
import { days } from '../params/windows.ts';
import { bodySchema, nullable, optional, type Static } from '../schema.ts';
import type { Sources } from '../sources.ts';

const markets = ['all', 'perps', 'spot', 'outcomes'] as const;
const kinds = ['makers', 'vaults', 'sub-accounts', 'liquidators'] as const;

const boardRow = bodySchema('SkillBoardRow', {
  rank: int64('From 1.'),
  address: walletAddress(),
  value: double('The figure that the board is of.'),
  days: int32(
    'Days that it rests on, as in /pulse/trader/{address}/skill: daily returns, days that began with a value, or days since its first fill.',
  ),
  closedPositions: int32('Perp positions that were closed in the window, from flat to flat, opening seen.'),
  netPnl: nullable(
    double(
      'PnL after fees, and funding of perps, in the requested window and markets, USD; null unless all of it is known.',
    ),
  ),
  lastTradedOn: nullable(utcDay('Its last day with a fill in the window; null without one')),
  insufficient: optional(
    Type.Array(
      oneOf(
        Object.keys(leastSample) as (keyof typeof leastSample)[],
        `What there is too little of: below ${leastSample.days} days and ${leastSample.closedPositions} closed positions luck is as likely.`,
      ),
    ),
  ),
});

/** Minimum share of wallets that are read, percent. */
const usualLeastRead = 90;
const emptyReasons = {
  'no-fills': 'no wallet traded in the window',
  unread: 'the share of wallets that are read is below leastRead, so ranks would cover an arbitrary part',
  'no-sample': 'no wallet whose records are read has the requested days and positions',
} as const;

const populationBody = bodySchema('SkillBoardPopulation', {
  atStart: int64('Wallets with a fill on the seven days before the window.'),
  stopped: int64('Of these, those without a fill on the last seven days of the window.'),
  blewUp: int64('Of these, wallets that lost 90 % of their highest value in the window, flows excluded.'),
});

const boardBody = bodySchema('SkillBoardBody', {
  board: oneOf(skillBoards, 'What wallets are ranked by.'),
  from: dateTime('Start of the first day.'),
  to: dateTime('End of the last day.'),
  rows: list(boardRow),
  total: int32('Rows returned.'),
  matching: int64('Wallets that are ranked, on this page and all others.'),
  traded: int64('Wallets with a fill in the requested window and markets, without excluded wallets.'),
  unread: int64('Of these, wallets whose account values, ledger, fills or funding are not all read.'),
  reason: optional(
    oneOf(
      Object.keys(emptyReasons) as (keyof typeof emptyReasons)[],
      `Why there are no rows. ${Object.entries(emptyReasons)
        .map(([name, words]) => `${name}: ${words}`)
        .join('; ')}.`,
    ),
  ),
  population: populationBody,
});

interface BoardParams {
  board: (typeof skillBoards)[number];
  windowDays: number;
  from: number | undefined;
  to: number | undefined;
  market: (typeof markets)[number];
  dex: string | undefined;
}

/** The complete days of a span, possibly none. @param windowDays the longest window of the account */
function spanOfDays(
  { from, to, ...params }: BoardParams,
  { nowMs, windowDays }: Pick<ParseContext, 'nowMs' | 'windowDays'>,
) {
  const until = Math.floor(Math.min(to ?? nowMs, nowMs) / dayMs);
  const today = Math.floor(nowMs / dayMs);
  const earliest = today - Math.min(windowDays, boardDays);
  const first = from === undefined ? Math.max(until - params.windowDays, earliest) : Math.floor(from / dayMs);
  return { first: Math.min(Math.max(first, today - boardDays), until), until };
}

function check(params: BoardParams, context: ParseContext): void {
  checkFromTo(params, { ...context, usualMs: params.windowDays * dayMs });
  const isPart = params.market !== 'all' || params.dex !== undefined;
  if (isPart && isOfAccount(params.board))
    throw unacceptable([
      {
        location: params.dex === undefined ? 'query.market' : 'query.dex',
        message: `${params.board} is of the whole account: leave it out, or ask for net, profit-factor or expectancy`,
        value: params.dex ?? params.market,
      },
    ]);
  if (params.dex !== undefined && !['all', 'perps'].includes(params.market))
    throw unacceptable([
      { location: 'query.dex', message: 'is of perps: leave market out', value: params.dex },
    ]);
}

export const skillBoard = endpoint({
  id: 'boards.skill',
  path: '/api/public/v1/boards/{board}',
  summary: 'All wallets ranked by what they made after costs, and how',
  description:
    'Over whole UTC days that are over, of the last 90: a longer window is cut there, and from says so. net: PnL after fees and funding, USD; return: time-weighted, percent; sharpe, sortino: of daily returns, × √365; drawdown: the deepest fall ' +
    'of the linked returns, percent, smallest first; profit-factor: net PnL of the days that made money / −that of the others; expectancy: PnL after fees of a closed perp position, USD; turnover: volume / value of the account at the start, a day. ' +
    'The formulas are those of /pulse/trader/{address}/skill, which has intervals. Wallets that stopped trading or lost everything stay in; population counts them. Ties: by return, then by address. ' +
    'A wallet with an unknown figure is left out, never counted as 0. unread counts wallets that traded and are not read; below leastRead no wallet is ranked.',
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  age: 'lists',
  params: {
    board: { ...enumeration(skillBoards, { description: 'What wallets are ranked by.' }), required: true },
    windowDays: days({ min: 1, max: boardDays, default: 30 }),
    ...fromTo('windowDays'),
    market: enumeration(markets, {
      default: 'all',
      description: 'Fills and funding of these markets alone; net, profit-factor and expectancy.',
    }),
    dex: maybe(dex()),
    without: several(kinds, {
      description:
        'Leave these out, comma separated: market makers (70 % of the volume rested in the book, on both sides), vaults, sub-accounts, liquidators.',
    }),
    minDays: maybe(
      int({
        min: 1,
        max: boardDays,
        description: 'Minimum days of a row; default 10, or all days of a shorter window.',
      }),
    ),
    minPositions: int({ min: 0, default: 0, description: 'The least closed perp positions of a row.' }),
    leastRead: int({
      min: 0,
      max: 100,
      default: usualLeastRead,
      description:
        'The least share of the wallets that traded whose figure is read, percent: below it none is ranked, and reason says so.',
    }),
    ...page(20, { maxRows: 100, maxOffset: rankedLimit - 100 }),
  },
  response: boardBody,
  errors: [503],
  example: {
    board: 'sharpe',
    from: '2025-12-16T00:00:00.000Z',
    to: '2026-01-15T00:00:00.000Z',
    rows: [
      {
        rank: 1,
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        value: 4.12,
        days: 30,
        closedPositions: 88,
        netPnl: 41_200.5,
        lastTradedOn: '2026-01-14',
      },
    ],
    total: 1,
    matching: 8_412,
    traded: 61_873,
    unread: 212,
    population: { atStart: 61_204, stopped: 20_118, blewUp: 3_977 },
  },
  check,
  async run({ params, sources, caller, clock, signal }) {
    const { board, market, dex: ofDex, minPositions, limit, offset } = params;
    const { windowDays } = caller.limits;
    const span = spanOfDays(params, { nowMs: clock.nowMs(), windowDays });
    const { boards, population } = await sources.skill.rank({
      ...span,
      minDays: params.minDays ?? leastDays(span),
      minPositions,
      market: ofDex === undefined ? market : ofDex === 'hl' ? nativePerps : `perps:${ofDex}`,
      leftOut: params.without,
      without: await leftOut(sources, params.without, signal),
    });
    const { traded, unread, ...ranking } = boards[board];
    const isRead = (traded - unread) * 100 >= params.leastRead * traded;
    const { rows: ranked, matching } = isRead ? ranking : { rows: [], matching: 0 };
    const reason = traded === 0 ? 'no-fills' : isRead ? 'no-sample' : 'unread';
    const rows = ranked
      .slice(offset, offset + limit)
      .map((row, at) => rowBody(sources, row, offset + at + 1));
    const [fromMs, toMs] = [span.first * dayMs, span.until * dayMs];
    return {
      body: {
        board,
        from: rfc3339(fromMs),
        to: rfc3339(toMs),
        rows,
        total: rows.length,
        matching,
        traded,
        unread,
        ...(matching === 0 && { reason: reason as keyof typeof emptyReasons }),
        population,
      },
      window: { fromMs, toMs },
    };
  },
});

function rowBody(
  { skill }: Pick<Sources, 'skill'>,
  { wallet, value, days: counted, closedPositions, netPnl, lastDay }: RankedWallet,
  rank: number,
): Static<typeof boardRow> {
  const has = { days: counted, closedPositions };
  const insufficient = (Object.keys(leastSample) as (keyof typeof leastSample)[]).filter(
    (of) => has[of] < leastSample[of],
  );
  return {
    rank,
    address: skill.address(wallet),
    value,
    days: counted,
    closedPositions,
    netPnl: netPnl ?? null,
    lastTradedOn: lastDay === 0 ? null : utcDate(lastDay * dayMs),
    ...(insufficient.length > 0 && { insufficient }),
  };
}

/** Numbers of the wallets of the excluded kinds. */
async function leftOut(
  { owners, archetypes, skill }: Pick<Sources, 'owners' | 'archetypes' | 'skill'>,
  requests: readonly (typeof kinds)[number][],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const add = (address: string) => {
    const wallet = skill.find(address);
    if (wallet !== undefined) found.add(wallet);
  };
  const relations = { vaults: 'linked', 'sub-accounts': 'subaccount' } as const;
  const meant = requests.flatMap((kind) =>
    kind in relations ? [relations[kind as keyof typeof relations]] : [],
  );
  if (meant.length > 0) {
    const all = await owners(signal);
    for (const entity of all.entities())
      for (const { address, relation } of all.membersOf(entity))
        if (meant.some((one) => one === relation)) add(address);
  }
  if (requests.includes('liquidators')) {
    const rows = await archetypes.list(liquidatorList);
    for (let place = 0; place < rows.count; place++) add(rows.row(place).wallet);
  }
  return found;
}
