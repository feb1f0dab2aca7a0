import { type Static, Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { largestRows } from '../../boards/largest-rows.ts';
import { cohortOf, cohortTest } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import type { Cohort, CohortKind } from '../../domain/cohort.ts';
import { ratioOf } from '../../domain/exposure.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { coinName, dateTime, double, flag, int32, int64, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { cohort, tierType } from '../params/names.ts';
import { page } from '../params/pages.ts';
import { isShown } from '../queries/closed-lifecycles.ts';
import {
  closedLifecycleFields,
  lifecycleColumns,
  lifecycleHidden,
  lifecycleMeaning,
} from '../queries/lifecycle-columns.ts';
import { bodySchema, nullable, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';

const params = { tierType: tierType(), tier: cohort() };
const meaning =
  'Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30 whole UTC days before today. ' +
  `Censored ones are left out. At most a minute old. ${lifecycleMeaning}`;
const path = '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}';

/** The in-memory lifecycles of wallets, and the members of a recent cohort. */
async function membersOf(
  { boards, archetypes }: Pick<Sources, 'boards' | 'archetypes'>,
  { tierType: kind, tier }: { tierType: CohortKind; tier: Cohort },
) {
  const board = await boards.board(traders);
  const { board: closers, fromMs } = await archetypes.closers();
  const isMember = cohortTest(board, { kind, cohort: tier, span: 'recent' });
  const { lifecycles } = closers.columns;
  const hasClosed = (row: number) => isMember(row) && lifecycles[row]! > 0;
  return { board, closers, fromMs, isMember, hasClosed };
}

const statsRow = bodySchema('CohortLifecycleStatsRow', {
  wallet: walletAddress(),
  lifecycles: int32('Closed lifecycles.'),
  wins: int32('Those with a realized PnL above 0.'),
  losses: int32('Those with one below 0.'),
  liquidations: int32('Lifecycles that a liquidation closed at least in part.'),
  totalPnl: double('Realized PnL, before fees, USD.'),
  totalFees: double('Fees, rebates subtracted, USD.'),
  avgDurationMs: double('Mean time from the first fill to the last, milliseconds.'),
  biggestWin: double('Largest realized PnL of a position, 0 without a win, USD.'),
  biggestLoss: double('Least realized PnL of a position, 0 without a loss, USD.'),
  pnlTierRecent: optional(text("The wallet's recent PnL cohort.")),
  sizeTierRecent: optional(text("The wallet's recent size cohort.")),
});

export const cohortLifecycleStats = endpoint({
  id: 'pulse.cohorts-recent.lifecycle-stats',
  path: `${path}/lifecycle-stats`,
  summary: 'The lifecycles of each wallet of a recent cohort in sums',
  description: `One row for each wallet that closed a lifecycle, by totalPnl, largest first; ties by address. ${meaning}`,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'fills',
  params: { ...params, ...page(50) },
  response: nullable(Type.Array(statsRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      lifecycles: 120,
      wins: 70,
      losses: 49,
      liquidations: 1,
      totalPnl: 184020.5,
      totalFees: 4203.25,
      avgDurationMs: 12_747_633,
      biggestWin: 42_000.5,
      biggestLoss: -18_200.25,
      pnlTierRecent: 'money_printer',
      sizeTierRecent: 'whale',
    },
  ],
  async run({ params, sources }) {
    const { limit, offset } = params;
    const { board, closers, hasClosed } = await membersOf(sources, params);
    const { columns } = closers;
    const found = largestRows(closers.count, {
      accept: hasClosed,
      value: (row) => columns.pnl[row]!,
      wanted: offset + limit,
    });
    const ranked = found.rows.sort(
      (a, b) => columns.pnl[b]! - columns.pnl[a]! || board.compareAddresses(a, b),
    );
    const body = ranked.slice(offset, offset + limit).map((row): Static<typeof statsRow> => {
      const pnlTierRecent = cohortOf(board, row, 'pnl', 'recent');
      const sizeTierRecent = cohortOf(board, row, 'size', 'recent');
      return {
        wallet: board.address(row),
        lifecycles: columns.lifecycles[row]!,
        wins: columns.wins[row]!,
        losses: columns.losses[row]!,
        liquidations: columns.liquidations[row]!,
        totalPnl: columns.pnl[row]!,
        totalFees: columns.fees[row]!,
        avgDurationMs: ratioOf(columns.durationMs[row]!, columns.lifecycles[row]!),
        biggestWin: Math.max(columns.best[row]!, 0),
        biggestLoss: Math.min(columns.worst[row]!, 0),
        ...(pnlTierRecent !== undefined && { pnlTierRecent }),
        ...(sizeTierRecent !== undefined && { sizeTierRecent }),
      };
    });
    return { body };
  },
});

const concentrationRow = bodySchema('CohortAlphaConcentrationRow', {
  band: text('top 1%, top 5%, top 10%, top 25%, top 50%, top 100%: each from the top.'),
  wallets: int32('Wallets of the band: that share of all wallets of the cohort, rounded up.'),
  bandPnl: double('Realized PnL of its wallets that are in profit, before fees, USD.'),
  pctOfTierPnl: double("bandPnl / that of all of the cohort's wallets in profit × 100; 0 without any."),
  tierTotalWallets: int32('Wallets in the cohort now.'),
});

/** Percentages of the cohort's wallets. */
const bands = [1, 5, 10, 25, 50, 100];

export const cohortAlphaConcentration = endpoint({
  id: 'pulse.cohorts-recent.alpha-concentration',
  path: `${path}/alpha-concentration`,
  summary: 'How much of the profit of a recent cohort its best wallets made',
  description: `Wallets of the cohort by their realized PnL: the share of its positive PnL in the best 1, 5, 10, 25, 50 and 100 % of them. ${meaning}`,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'totals',
  params,
  response: nullable(Type.Array(concentrationRow)),
  example: [
    { band: 'top 1%', wallets: 13, bandPnl: 920_400.5, pctOfTierPnl: 22.34, tierTotalWallets: 1_204 },
  ],
  async run({ params, sources }) {
    const { board, closers, isMember } = await membersOf(sources, params);
    const { pnl } = closers.columns;
    const won = new Float64Array(closers.count);
    let [wallets, winners] = [0, 0];
    for (let row = 0; row < board.count; row++) {
      if (!isMember(row)) continue;
      wallets += 1;
      if (row < closers.count && pnl[row]! > 0) won[winners++] = pnl[row]!;
    }
    const ranked = won.subarray(0, winners).sort();
    const sumOf = (count: number) =>
      ranked.subarray(Math.max(0, winners - count)).reduce((sum, one) => sum + one, 0);
    const all = sumOf(winners);
    const body = bands.map((percent) => {
      const count = Math.ceil((wallets * percent) / 100);
      const bandPnl = sumOf(count);
      const pctOfTierPnl = ratioOf(bandPnl * 100, all);
      return { band: `top ${percent}%`, wallets: count, bandPnl, pctOfTierPnl, tierTotalWallets: wallets };
    });
    return { body };
  },
});

const topPositionRow = bodySchema('CohortTopPositionRow', {
  id: int64('Stable across rebuilds.'),
  wallet: walletAddress(),
  coin: coinName(),
  side: text('long or short.'),
  openedAt: dateTime('First fill.'),
  closedAt: dateTime('Last fill.'),
  durationMs: int64('From the first fill to the last, milliseconds.'),
  peakSize: double('Largest size held, units of the coin.'),
  entryVwap: double('Volume-weighted price of the fills that increased it, USD.'),
  exitVwap: double('Volume-weighted price of the fills that decreased it, USD.'),
  realizedPnl: double('Closed PnL of its fills, before fees, USD.'),
  fees: double('Fees of its fills, USD; negative for rebates.'),
  builderFee: double('Builder fees of its fills, USD.'),
  wasLiquidated: flag('True if a liquidation closed a part of it.'),
});

/** Maximum `offset` + `limit`, and so of wallets that the query reads. */
const rankLimit = 2_000;

const topLifecycles = bodyQuery({
  name: 'cohort_top_positions',
  params: {
    wallets: 'Array(Wallet)',
    from: 'TimeMs',
    least: 'Float64',
    limit: 'UInt64',
    offset: 'UInt64',
  },
  body: topPositionRow,
  fields: { ...closedLifecycleFields, wallet: 'address' },
  hidden: lifecycleHidden,
  limits: { maxRows: rankLimit },
  sql: `
    SELECT ${lifecycleColumns}, concat('0x', lower(hex(wallet))) AS address
    FROM lifecycles FINAL
    WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})) AND is_closed AND ${isShown} AND last >= {from:TimeMs}
      AND abs(toFloat64(toString(pnl))) >= {least:Float64}
    ORDER BY abs(pnl) DESC, wallet, id
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
});

export const cohortTopPositions = endpoint({
  id: 'pulse.cohorts-recent.top-positions',
  path: `${path}/top-positions`,
  summary: 'The closed lifecycles of a recent cohort that won or lost most',
  description:
    `By the absolute value of realizedPnl, largest first; ties by address, then by id. limit and offset reach to the first ${rankLimit} ` +
    `rows. ${meaning}`,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'fills',
  params: { ...params, ...page(50) },
  response: nullable(Type.Array(topPositionRow)),
  example: [
    {
      id: 5_120_455_881_204_417,
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      coin: 'BTC',
      side: 'long',
      openedAt: '2026-01-15T09:30:12.486Z',
      closedAt: '2026-01-15T13:02:40.119Z',
      durationMs: 12_747_633,
      peakSize: 12.5,
      entryVwap: 96_250,
      exitVwap: 97_100,
      realizedPnl: 10_625,
      fees: 842.5,
      builderFee: 0,
      wasLiquidated: false,
    },
  ],
  check({ limit, offset }) {
    if (limit + offset <= rankLimit) return;
    const message = `must be at most ${rankLimit - limit} with a limit of ${limit}`;
    throw unacceptable([{ location: 'query.offset', message, value: offset }]);
  },
  async run({ params, sources, signal }) {
    const { limit, offset } = params;
    const { board, closers, fromMs, hasClosed } = await membersOf(sources, params);
    const { best, worst } = closers.columns;
    // Wallets are sorted by their largest lifecycle, so a page of n rows comes from the first n wallets.
    const { rows, least } = largestRows(closers.count, {
      accept: hasClosed,
      value: (row) => Math.max(Math.abs(best[row]!), Math.abs(worst[row]!)),
      wanted: limit + offset,
      floor: 0,
    });
    if (rows.length === 0) return { body: [] };
    const wallets = rows.slice(0, rankLimit).map((row) => board.address(row));
    const query = { wallets, from: fromMs, least, limit, offset };
    return { body: await topLifecycles.read(sources.analytics, query, { signal }) };
  },
});
