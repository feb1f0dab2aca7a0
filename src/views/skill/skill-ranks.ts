import { createHash } from 'node:crypto';
import { daysPerYear } from '../../domain/skill.ts';
import { compareAddresses, type WalletIndex } from '../../domain/wallet-index.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { createYielder } from '../../kernel/yielder.ts';
import { lookBackDays, type SkillTables } from './skill-days.ts';
import { addDay, addWorth, lookBack, newScratch, newSums, type Sums } from './skill-sums.ts';

/** Figures that rank wallets (docs/methodology.md#boards-of-skill). */
export const skillBoards = [
  'net',
  'return',
  'sharpe',
  'sortino',
  'drawdown',
  'profit-factor',
  'expectancy',
  'turnover',
] as const;
export type SkillBoard = (typeof skillBoards)[number];

/** Rows kept of a ranking: pages reach no further. */
export const rankedLimit = 2_000;
/** Share of an account whose loss counts as blown up. */
const blownUp = 0.9;
/** Least share of makers' trades in a market maker's volume, and least balance of its sides; see docs/methodology.md#skill. */
const [leastMakerShare, leastSideBalance] = [0.7, 1 / 3];

export interface RankRequest {
  /** Days since 1970: `first` is included, `until` is not. */
  first: number;
  until: number;
  /** Whether fills and payments of a kind of market count. */
  isMeant(kind: string): boolean;
  minDays: number;
  minPositions: number;
  /** Whether to exclude market makers, and vaults by their ledger; `without` holds wallets excluded for other reasons. */
  withoutMakers: boolean;
  withoutVaults: boolean;
  without: ReadonlySet<number>;
}

export interface RankedWallet {
  wallet: number;
  value: number;
  /** Days behind the value. */
  days: number;
  closedPositions: number;
  /** Undefined if not fully known. */
  netPnl: number | undefined;
  /** Day of the last trade in the span, since 1970; 0 without one. */
  lastDay: number;
}

export interface Ranking {
  /** Best first; ties by return, then by address. */
  rows: readonly RankedWallet[];
  matching: number;
  /** Wallets that traded in the span, and those of them with incomplete data for the figure. */
  traded: number;
  unread: number;
}

/** Wallets that traded before a span began, and how many of them stopped or blew up in it. */
export interface Population {
  atStart: number;
  stopped: number;
  blewUp: number;
}

export interface Rankings {
  boards: Readonly<Record<SkillBoard, Ranking>>;
  population: Population;
}

/** Markets are `all`, `perps`, `spot`, `outcomes`, `perps:DEX` of one dex, or {@link nativePerps}. */
export interface SkillQuery extends Omit<RankRequest, 'isMeant' | 'withoutMakers' | 'withoutVaults'> {
  market: string;
  /** Names of the excluded groups: `makers`, `vaults`, and those of {@link RankRequest.without}. */
  leftOut: readonly string[];
}

export interface SkillRanks {
  /**
   * Returns the cached ranking; if data changed since, ranks again in the background.
   *
   * @throws Problem 503 if the days are not read in time
   */
  rank(params: SkillQuery): Promise<Rankings>;
  find(address: string): number | undefined;
  address(wallet: number): string;
}

/** Cached rankings; each is 2 MB at most. */
const heldLimit = 64;
/** Spans ranked before a request comes, each with the default filters. */
const usualSpans = [7, 30, 90];
const usualMinDays = 10;

export const leastDays = ({ first, until }: Pick<RankRequest, 'first' | 'until'>) =>
  Math.min(usualMinDays, until - first);

/** @param ready resolves with the tables of days */
export function createSkillRanks(ready: () => Promise<SkillTables>, wallets: WalletIndex) {
  const held = new BoundedMap<string, { version: number; ranking: Promise<Rankings>; isRunning: boolean }>(
    heldLimit,
  );
  let ranked = 0;

  async function begin(tables: SkillTables, key: string, params: SkillQuery): Promise<Rankings> {
    const { version } = tables;
    const old = held.get(key);
    const isMeant = meantBy(params.market);
    const ranking = rankSkill(tables, wallets, {
      ...params,
      isMeant,
      withoutMakers: params.leftOut.includes('makers'),
      withoutVaults: params.leftOut.includes('vaults'),
    });
    held.set(key, { version, ranking: old?.ranking ?? ranking, isRunning: true });
    try {
      await ranking;
      held.set(key, { version, ranking, isRunning: false });
      ranked += 1;
    } catch (error) {
      held.delete(key);
      throw error;
    }
    return ranking;
  }

  async function rank(params: SkillQuery): Promise<Rankings> {
    const tables = await ready();
    const { first, until, market, leftOut, without, minDays, minPositions } = params;
    const key = JSON.stringify([first, until, market, leftOut, placesOf(without), minDays, minPositions]);
    const found = held.get(key);
    if (found === undefined) return begin(tables, key, params);
    held.set(key, found);
    if (found.version !== tables.version && !found.isRunning)
      void begin(tables, key, params).catch(() => undefined);
    return found.ranking;
  }

  return {
    rank,
    find: wallets.find,
    address: wallets.address,
    /** Increases with each ranking. */
    version: () => ranked,
    async warm(): Promise<void> {
      const { today } = await ready();
      for (const days of usualSpans) {
        const span = { first: today - days, until: today };
        const least = { minDays: leastDays(span), minPositions: 0 };
        await rank({ ...span, ...least, market: 'all', leftOut: [], without: new Set() });
      }
    },
  };
}

/** Digest of a set of wallets. */
const placesOf = (wallets: ReadonlySet<number>) =>
  createHash('sha256').update(Uint32Array.from(wallets).sort()).digest('base64');

/** The perps of the validator-run dex only. */
export const nativePerps = 'perps:';

function meantBy(market: string): (kind: string) => boolean {
  if (market === 'all') return () => true;
  if (market === nativePerps) return (kind) => kind === 'perps';
  return market === 'perps' ? (kind) => kind.startsWith('perps') : (kind) => kind === market;
}

/**
 * Ranks all wallets by each figure over a span of days, in slices: one pass over the rows of the days.
 *
 * @param wallets the registry that the tables are numbered by
 */
export async function rankSkill(
  tables: SkillTables,
  wallets: WalletIndex,
  request: RankRequest,
): Promise<Rankings> {
  const { first, until } = request;
  const sums = newSums(wallets.count);
  const yieldToEventLoop = createYielder();
  const scratch = newScratch(wallets.count);
  for (let day = tables.firstDay; day < until; day++) {
    if (day >= first) addDay(sums, tables, { day, ...request }, scratch);
    else lookBack(sums, tables, { day, isNear: day >= first - lookBackDays });
    await yieldToEventLoop();
  }
  addWorth(sums, tables.worth.block(until), { day: until, isStart: false });
  const boards = {} as Record<SkillBoard, Ranking>;
  for (const board of skillBoards) {
    boards[board] = ranked(sums, { tables, wallets, request, board });
    await yieldToEventLoop();
  }
  return { boards, population: populationOf(sums, request) };
}

const annual = Math.sqrt(daysPerYear);
/** Squared return that is only rounding. */
const noise = 1e-24;

/** Rounds the compensated sum to the 15 digits that a double keeps. */
function netOf({ net, netRest }: Sums, wallet: number): number {
  return Number((net[wallet]! + netRest[wallet]!).toPrecision(15));
}

/** The figure that ranks a wallet, NaN if there is none; shown without the sign of drawdown. */
const figures: Readonly<Record<SkillBoard, (sums: Sums, wallet: number) => number>> = {
  net: netOf,
  return: ({ index }, wallet) => (index[wallet]! - 1) * 100,
  sharpe: ({ mean, squares, returns }, wallet) =>
    squares[wallet]! > noise * returns[wallet]!
      ? (mean[wallet]! / Math.sqrt(squares[wallet]! / (returns[wallet]! - 1))) * annual
      : Number.NaN,
  sortino: ({ mean, below, returns }, wallet) =>
    below[wallet]! > 0 && returns[wallet]! > 1
      ? (mean[wallet]! / Math.sqrt(below[wallet]! / returns[wallet]!)) * annual
      : Number.NaN,
  // Negated: the smallest drawdown ranks first.
  drawdown: ({ fall }, wallet) => -fall[wallet]! * 100,
  'profit-factor': ({ won, lost }, wallet) => (lost[wallet]! > 0 ? won[wallet]! / lost[wallet]! : Number.NaN),
  expectancy: ({ closedPnl, positions }, wallet) =>
    positions[wallet]! > 0 ? closedPnl[wallet]! / positions[wallet]! : Number.NaN,
  turnover: ({ turned, capital }, wallet) =>
    capital[wallet]! > 0 ? turned[wallet]! / capital[wallet]! : Number.NaN,
};

const ofReturns = ['return', 'sharpe', 'sortino', 'drawdown'];
/** Whether a figure depends on account values. */
export const isOfAccount = (board: SkillBoard) => board === 'turnover' || ofReturns.includes(board);

function ranked(
  sums: Sums,
  of: { tables: SkillTables; wallets: WalletIndex; request: RankRequest; board: SkillBoard },
): Ranking {
  const { tables, wallets, request, board } = of;
  const { first, minDays, minPositions, withoutMakers, withoutVaults, without } = request;
  const days = daysBehind(board, { sums, tables, request });
  const figure = figures[board];
  const isNetRead = netReadIn({ sums, tables, request });
  const isRead = readBy(board, { sums, tables, request });
  const least = Math.max(1, minDays);
  const values = new Float64Array(sums.net.length);
  let [matching, traded, unread] = [0, 0, 0];
  for (let wallet = 0; wallet < values.length; wallet++) {
    values[wallet] = Number.NaN;
    // An idle account is not a trader's.
    if (sums.lastDay[wallet]! < first || sums.days[wallet] === 0) continue;
    if (withoutMakers && isMaker(sums, wallet)) continue;
    if (without.has(wallet) || (withoutVaults && sums.isVault[wallet] === 1)) continue;
    traded += 1;
    if (!isRead(wallet)) {
      unread += 1;
      continue;
    }
    if (days(wallet) < least || sums.positions[wallet]! < minPositions) continue;
    if (!isValued(board, sums, wallet)) continue;
    values[wallet] = figure(sums, wallet);
    if (!Number.isNaN(values[wallet]!)) matching += 1;
  }
  // Ties: higher return on the account, then address, which makes the order total.
  const rows = bestRows(values, (a, b) => {
    return (
      values[b]! - values[a]! || sums.index[b]! - sums.index[a]! || compareAddresses(wallets.chunks, a, b)
    );
  });
  return {
    matching,
    traded,
    unread,
    rows: rows.map((wallet) => ({
      wallet,
      value: board === 'drawdown' ? Math.abs(values[wallet]!) : values[wallet]!,
      days: days(wallet),
      closedPositions: sums.positions[wallet]!,
      netPnl: isNetRead(wallet) && sums.unpriced[wallet] === 0 ? netOf(sums, wallet) : undefined,
      lastDay: sums.lastDay[wallet]! >= first ? sums.lastDay[wallet]! : 0,
    })),
  };
}

/** Days that a wallet's figure rests on, as its own answer counts them: idle days since its first fill are days of $0. */
function daysBehind(
  board: SkillBoard,
  of: { sums: Sums; tables: SkillTables; request: RankRequest },
): (wallet: number) => number {
  const { sums, tables, request } = of;
  if (ofReturns.includes(board)) return (wallet) => sums.returns[wallet]!;
  if (board === 'turnover') return (wallet) => sums.held[wallet]!;
  return (wallet) => {
    const record = tables.recordDays(wallet);
    return (
      Math.min(request.until, record.until) -
      Math.max(request.first, record.first, firstDayOf(wallet, { sums, tables }))
    );
  };
}

/** Day of a wallet's first record; 0 if it is older than the days that are kept. */
const firstDayOf = (wallet: number, { sums, tables }: { sums: Sums; tables: SkillTables }) =>
  tables.isOlder(wallet) ? 0 : sums.firstDay[wallet]!;

/** Whether all data behind a wallet's figure was read. */
function readBy(
  board: SkillBoard,
  of: { sums: Sums; tables: SkillTables; request: RankRequest },
): (wallet: number) => boolean {
  const { sums, tables, request } = of;
  const isValueRead = (wallet: number) => sums.valued[wallet] !== 0;
  if (board === 'turnover') return isValueRead;
  if (ofReturns.includes(board))
    return (wallet) =>
      isValueRead(wallet) && tables.isRead('ledger', wallet, request, firstDayOf(wallet, of));
  return board === 'expectancy' ? (wallet) => tables.isRead('fills', wallet, request) : netReadIn(of);
}

/** Whether all amounts behind a figure have a USD value. */
function isValued(board: SkillBoard, { unpriced, unvalued }: Sums, wallet: number): boolean {
  if (board === 'turnover') return true;
  return (ofReturns.includes(board) ? unvalued : unpriced)[wallet] === 0;
}

/** The best {@link rankedLimit} wallets whose value is not NaN, in one pass. @param compare a total order */
function bestRows(values: Float64Array, compare: (a: number, b: number) => number): number[] {
  let rows: number[] = [];
  let worst: number | undefined;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]!) || (worst !== undefined && compare(row, worst) > 0)) continue;
    rows.push(row);
    if (rows.length < 2 * rankedLimit) continue;
    rows = rows.sort(compare).slice(0, rankedLimit);
    worst = rows.at(-1);
  }
  return rows.sort(compare).slice(0, rankedLimit);
}

/** Whether fills were read, and funding if it affects the figure. */
function netReadIn(of: { sums: Sums; tables: SkillTables; request: RankRequest }) {
  const { sums, tables, request } = of;
  const isFunded = tables.paid.kinds.concat('perps').some(request.isMeant);
  return (wallet: number) => {
    if (!tables.isRead('fills', wallet, request)) return false;
    const needsFunding = isFunded && sums.isPerp[wallet] === 1;
    return !needsFunding || tables.isRead('funding', wallet, request, firstDayOf(wallet, of));
  };
}

function isMaker({ volume, bought, sold }: Sums, wallet: number): boolean {
  const made = bought[wallet]! + sold[wallet]!;
  if (!(made >= leastMakerShare * volume[wallet]!) || made === 0) return false;
  return (
    Math.min(bought[wallet]!, sold[wallet]!) >= leastSideBalance * Math.max(bought[wallet]!, sold[wallet]!)
  );
}

function populationOf({ started, lastDay, fall }: Sums, { first, until }: RankRequest): Population {
  const population = { atStart: 0, stopped: 0, blewUp: 0 };
  const since = Math.max(first, until - lookBackDays);
  for (let wallet = 0; wallet < started.length; wallet++) {
    if (started[wallet] === 0) continue;
    population.atStart += 1;
    if (lastDay[wallet]! < since) population.stopped += 1;
    if (fall[wallet]! >= blownUp) population.blewUp += 1;
  }
  return population;
}
