import { Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query } from '../../analytics/query.ts';
import { liquidatorList } from '../../archetypes/close-lists.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import { placesOfPage, rowsOfPage } from '../../archetypes/ranked-rows.ts';
import {
  antiSurvivorList,
  capitalTitanList,
  concentrationList,
  grossNotionalList,
  oneMonthWonderList,
  persistentWinnerList,
  survivorList,
} from '../../archetypes/wallet-lists.ts';
import { traders } from '../../boards/traders.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { dateTime, deprecated, double, int32, text, walletAddress } from '../bodies/fields.ts';
import { page } from '../params/pages.ts';
import { int, number } from '../params/scalars.ts';
import { readCommonFills } from '../queries/fill-record.ts';
import { bodySchema, nullable } from '../schema.ts';
import { archetypeEndpoint, atLeast, atMost, listEndpoint } from './list-endpoint.ts';

export const capitalTitans = listEndpoint({
  id: 'pulse.capital-titans',
  summary: 'Wallets that won most for each dollar of fees',
  description:
    'Wallets with a PnL of at least minPnl and fees of at least minFees (and above 0), by PnL for each dollar of fees, largest first.',
  tier: 'pro',
  row: bodySchema('CapitalTitan', {
    wallet: walletAddress(),
    totalPnl: double('Realized PnL of the window before fees, USD.'),
    totalFees: double('Fees of those lifecycles, above 0, USD.'),
    pnlPerFeeDollar: double('totalPnl / totalFees; the ranking key.'),
    lifecycles: int32('Lifecycles that it closed.'),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    totalPnl: 204_118.5,
    totalFees: 1_204.25,
    pnlPerFeeDollar: 169.5,
    lifecycles: 212,
  },
  list: capitalTitanList,
  filters: {
    minPnl: atLeast('totalPnl', number({ min: 0, default: 10_000, description: 'The least PnL, USD.' })),
    minFees: atLeast('totalFees', number({ min: 0, default: 100, description: 'The least fees, USD.' })),
  },
});

export const persistentWinners = listEndpoint({
  id: 'pulse.persistent-winners',
  summary: 'Wallets that won in several months',
  description:
    'Wallets with a profit in at least minMonths calendar months (UTC) of the window, by profitableMonths, then totalPnl.',
  tier: 'pro',
  row: bodySchema('PersistentWinner', {
    wallet: walletAddress(),
    profitableMonths: int32('Calendar months, UTC, of the window with a PnL above 0.'),
    totalPnl: double('Realized PnL of the window, USD.'),
    bestMonthPnl: double('That of the best month, USD.'),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    profitableMonths: 3,
    totalPnl: 204_118.5,
    bestMonthPnl: 90_310.25,
  },
  list: persistentWinnerList,
  filters: {
    minMonths: atLeast(
      'profitableMonths',
      int({ min: 1, max: 3, default: 2, description: 'The least number of profitable months.' }),
    ),
  },
});

export const oneMonthWonders = listEndpoint({
  id: 'pulse.one-month-wonders',
  summary: 'Wallets that lost the profit of their one winning month',
  description:
    'Wallets whose best calendar month (UTC) of the window won at least minBestMonth and whose other months together lost, by giveback, largest first.',
  tier: 'pro',
  row: bodySchema('OneMonthWonder', {
    wallet: walletAddress(),
    bestMonthPnl: double('Realized PnL of the best calendar month, UTC, USD.'),
    totalPnl: double('Realized PnL of the window, USD.'),
    giveback: double('bestMonthPnl − totalPnl: what the other months lost, USD; the ranking key.'),
    activeMonths: int32('Calendar months with a closed lifecycle.'),
    profitableMonths: int32('Those with a PnL above 0.'),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    bestMonthPnl: 90_310.25,
    totalPnl: 12_004.5,
    giveback: 78_305.75,
    activeMonths: 3,
    profitableMonths: 1,
  },
  list: oneMonthWonderList,
  filters: {
    minBestMonth: atLeast(
      'bestMonthPnl',
      number({ min: 0, default: 50_000, description: 'The least PnL of the best month, USD.' }),
    ),
  },
});

export const survivors = listEndpoint({
  id: 'pulse.survivors',
  summary: 'Wallets that came back from a deep loss',
  description:
    'Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is above 0 now, by recoveryAmount, largest first.',
  tier: 'pro',
  row: bodySchema('Survivor', {
    wallet: walletAddress(),
    trough: double('The least that its running PnL came to, never above 0, USD.'),
    currentCumPnl: double('Realized PnL of the window, above 0, USD.'),
    recoveryAmount: double('currentCumPnl − trough, USD; the ranking key.'),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    trough: -48_210.5,
    currentCumPnl: 20_114.25,
    recoveryAmount: 68_324.75,
  },
  list: survivorList,
  filters: {
    maxTrough: atMost(
      'trough',
      number({
        max: 0,
        default: -10_000,
        description: 'Wallets that fell at least so low, USD, not positive.',
      }),
    ),
  },
});

export const antiSurvivors = listEndpoint({
  id: 'pulse.anti-survivors',
  summary: 'Wallets that fell deep and are still there',
  description:
    'Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is at stillUnderwater or below now, by currentCumPnl, worst first.',
  tier: 'pro',
  row: bodySchema('AntiSurvivor', {
    wallet: walletAddress(),
    trough: double('The least that its running PnL came to, never above 0, USD.'),
    currentCumPnl: double('Realized PnL of the window, USD; the ranking key.'),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    trough: -48_210.5,
    currentCumPnl: -41_002.75,
  },
  list: antiSurvivorList,
  filters: {
    maxTrough: atMost(
      'trough',
      number({
        max: 0,
        default: -10_000,
        description: 'Wallets that fell at least so low, USD, not positive.',
      }),
    ),
    stillUnderwater: atMost(
      'currentCumPnl',
      number({
        max: 0,
        default: 0,
        description: 'Wallets whose PnL is at most this now, USD.',
      }),
    ),
  },
});

const firstLifecycles = query({
  name: 'newcomers_first_lifecycles',
  params: { wallets: 'Array(Wallet)' },
  row: Type.Object({ address: Type.String(), first_ms: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, toString(toUnixTimestamp64Milli(min(opened))) AS first_ms
    FROM lifecycles FINAL
    WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND NOT deleted AND ${isPerpCoin}
    GROUP BY wallet`,
});

export const newcomerWhales = archetypeEndpoint({
  id: 'pulse.newcomer-whales',
  summary: 'Large wallets that are new',
  description:
    'Wallets whose first known activity is within newcomerDays and whose lifecycles of the window have a gross notional of at least minNotional, by grossNotional, largest first. A wallet that was there on the first day of the record is no newcomer.',
  tier: 'pro',
  row: bodySchema('NewcomerWhale', {
    wallet: walletAddress(),
    firstSeen: dateTime('Earliest known activity: the earlier of firstTradeAt and firstLifecycleAt.'),
    grossNotional: double(
      'Sum of peak size × entry VWAP over the lifecycles that it closed in the window, USD; the ranking key.',
    ),
    totalPnl: double('Realized PnL of the window, USD.'),
    lifecycles: int32('Lifecycles that it closed in the window.'),
    firstLifecycleAt: dateTime('When its first lifecycle opened.'),
    firstTradeAt: nullable(dateTime('Its first indexed fill.')),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    firstSeen: '2026-01-12T09:30:12.486Z',
    grossNotional: 4_204_118.5,
    totalPnl: 20_114.25,
    lifecycles: 31,
    firstLifecycleAt: '2026-01-12T09:30:12.486Z',
    firstTradeAt: '2026-01-12T09:30:12.486Z',
  },
  params: {
    newcomerDays: int({
      min: 1,
      max: 90,
      default: 30,
      description: 'Days since the first known activity, at most.',
    }),
    minNotional: number({
      min: 0,
      default: 100_000,
      description: 'The least gross notional of the window, USD.',
    }),
    ...page(50),
  },
  async answer({ params, sources, signal }) {
    const [recordMs] = await readCommonFills(sources.analytics, signal);
    const { columns } = await sources.boards.board(traders);
    // Read last: the rows match the board only until the next await.
    const rows = await sources.archetypes.list(grossNotionalList);
    const notional = rows.number('grossNotional');
    // Wallets first seen on the record's first day may be older than the record.
    const firstDayEndMs = (Math.floor(recordMs / dayMs) + 1) * dayMs;
    const sinceMs = Math.max(rows.window.toMs - params.newcomerDays * dayMs, firstDayEndMs);
    const firstTradeMs = (place: number) => columns.firstTimeMs[rows.wallet(place)] ?? 0;
    const isWanted = (place: number) =>
      notional(place) >= params.minNotional && firstTradeMs(place) >= sinceMs;
    const places = placesOfPage(rows, params, isWanted);
    const found = places.map((place) => ({ ...rows.row(place), firstTradeMs: firstTradeMs(place) }));
    const wallets = found.map(({ wallet }) => wallet);
    const opened = await sources.analytics.rows(firstLifecycles, { wallets }, { signal });
    const openedMs = new Map(opened.map(({ address, first_ms }) => [address, Number(first_ms)]));
    const body = found.map((row) => newcomerOf({ ...row, firstLifecycleMs: openedMs.get(row.wallet)! }));
    return { rows: body, window: rows.window };
  },
});

type Newcomer = ListRow<typeof grossNotionalList.columns> & {
  firstTradeMs: number;
  firstLifecycleMs: number;
};

function newcomerOf(row: Newcomer) {
  const { wallet, grossNotional, totalPnl, lifecycles, firstLifecycleMs, firstTradeMs } = row;
  const firstSeen = rfc3339(Math.min(firstTradeMs, firstLifecycleMs));
  const firsts = { firstLifecycleAt: rfc3339(firstLifecycleMs), firstTradeAt: rfc3339(firstTradeMs) };
  return { wallet, firstSeen, grossNotional, totalPnl, lifecycles, ...firsts };
}

const bandNames = ['top 0.1%', '0.1–1%', '1–10%', '10–50%', '50–100%'] as const;

export const marketConcentration = archetypeEndpoint({
  id: 'pulse.market-concentration',
  summary: 'How much of all profits the best wallets hold',
  description:
    'Wallets with a profit, the largest first, in disjoint bands of their number, rounded up; a band without a wallet has no row.',
  tier: 'pro',
  params: {},
  row: bodySchema('MarketConcentrationRow', {
    percentileBand: text(
      'top 0.1%, 0.1–1%, 1–10%, 10–50% or 50–100%: from the best wallet on, of their number.',
    ),
    wallets: int32('Wallets of the band.'),
    bandPnl: double('Their profits, USD.'),
    pctOfProfits: double('bandPnl / profits of all wallets with one × 100.'),
    cumulativePnl: double('Profits of this band and of those above it, USD.'),
    cumulativePctOfProfits: double('cumulativePnl / profits of all wallets with one × 100.'),
    firstRank: int32('Place of its first wallet, from 1.'),
    lastRank: int32('Place of its last wallet.'),
  }),
  example: {
    percentileBand: 'top 0.1%',
    wallets: 12,
    bandPnl: 8_204_118.5,
    pctOfProfits: 34.5,
    cumulativePnl: 8_204_118.5,
    cumulativePctOfProfits: 34.5,
    firstRank: 1,
    lastRank: 12,
  },
  async answer({ sources }) {
    const rows = await sources.archetypes.list(concentrationList);
    const bands = rowsOfPage(rows, { limit: bandNames.length, offset: 0 });
    const profits = bands.reduce((sum, { bandPnl }) => sum + bandPnl, 0);
    let cumulativePnl = 0;
    const body = bands.map(({ band, wallets, bandPnl, firstRank, lastRank }) => {
      cumulativePnl = roundedUsd(cumulativePnl + bandPnl);
      return {
        percentileBand: bandNames[band]!,
        wallets,
        bandPnl,
        pctOfProfits: (bandPnl * 100) / profits,
        cumulativePnl,
        cumulativePctOfProfits: (cumulativePnl * 100) / profits,
        firstRank,
        lastRank,
      };
    });
    return { rows: body, window: rows.window };
  },
});

export const topLiquidators = listEndpoint({
  id: 'pulse.top-liquidators',
  summary: 'Wallets that take over liquidated positions',
  description:
    'Wallets that most often appear as liquidator on positions of others liquidated in the last 90 UTC days, today included, by totalPenaltyCollected, largest first. A wallet that is its own liquidator is left out.',
  meaning: 'Penalty and closed PnL cover the stored fills of victims.',
  tier: 'starter',
  row: bodySchema('TopLiquidatorRow', {
    wallet: walletAddress(),
    liquidationsExecuted: int32(
      'Distinct orders by which others were liquidated and that it took a part of.',
    ),
    distinctVictims: int32('Distinct liquidated wallets.'),
    distinctCoins: int32('Distinct coins.'),
    totalPenaltyCollected: double(
      'Penalty fees of the victims on the positions it took, USD; the ranking key.',
    ),
    totalLiquidationPnl: deprecated(double('Identical to victimClosedPnl; read that.')),
    victimClosedPnl: double(
      'Closed PnL of the victims on the positions it took, USD: their loss, not its profit.',
    ),
  }),
  example: {
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    liquidationsExecuted: 412,
    distinctVictims: 301,
    distinctCoins: 14,
    totalPenaltyCollected: 20_114.25,
    totalLiquidationPnl: -1_204_118.5,
    victimClosedPnl: -1_204_118.5,
  },
  list: liquidatorList,
  toRow: (row) => ({ ...row, totalLiquidationPnl: row.victimClosedPnl }),
});
