import { Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query } from '../../analytics/query.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import { placesOfPage } from '../../archetypes/ranked-rows.ts';
import { grossNotionalList } from '../../archetypes/wallet-lists.ts';
import { traders } from '../../boards/traders.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { dateTime, double, int32, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { int, number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';

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

const newcomerWhalesRow = bodySchema('NewcomerWhale', {
  wallet: walletAddress(),
  firstSeen: dateTime('Earliest known activity: the earlier of firstTradeAt and firstLifecycleAt.'),
  grossNotional: double(
    'Sum of peak size × entry VWAP over the lifecycles that it closed in the window, USD; the ranking key.',
  ),
  totalPnl: double('Realized PnL of the window, USD.'),
  lifecycles: int32('Lifecycles that it closed in the window.'),
  firstLifecycleAt: dateTime('When its first lifecycle opened.'),
  firstTradeAt: nullable(dateTime('Its first indexed fill.')),
});

export const newcomerWhales = endpoint({
  id: 'pulse.newcomer-whales',
  path: '/api/public/v1/pulse/newcomer-whales',
  summary: 'Large wallets that are new',
  description: `Wallets whose first known activity is within newcomerDays and whose lifecycles of the window have a gross notional of at least minNotional, by grossNotional, largest first. Whoever was there on the first day that is stored is no newcomer. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
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
  response: nullable(Type.Array(newcomerWhalesRow)),
  example: [
    {
      wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      firstSeen: '2026-01-12T09:30:12.486Z',
      grossNotional: 4_204_118.5,
      totalPnl: 20_114.25,
      lifecycles: 31,
      firstLifecycleAt: '2026-01-12T09:30:12.486Z',
      firstTradeAt: '2026-01-12T09:30:12.486Z',
    },
  ],
  async run({ params, sources, signal }) {
    const rows = await sources.archetypes.list(grossNotionalList);
    const { count, columns } = await sources.boards.board(traders);
    const notional = rows.number('grossNotional');
    const sinceMs = Math.max(
      rows.window.toMs - params.newcomerDays * dayMs,
      firstDayEnd(columns.firstTimeMs.subarray(0, count)),
    );
    const firstTradeMs = (place: number) => columns.firstTimeMs[rows.wallet(place)] ?? 0;
    const isWanted = (place: number) =>
      notional(place) >= params.minNotional && firstTradeMs(place) >= sinceMs;
    const places = placesOfPage(rows, params, isWanted);
    const found = places.map((place) => ({ ...rows.row(place), firstTradeMs: firstTradeMs(place) }));
    const wallets = found.map(({ wallet }) => wallet);
    const opened = await sources.analytics.rows(firstLifecycles, { wallets }, { signal });
    const openedMs = new Map(opened.map(({ address, first_ms }) => [address, Number(first_ms)]));
    const body = found.map((row) => newcomerOf({ ...row, firstLifecycleMs: openedMs.get(row.wallet)! }));
    return { body, window: rows.window };
  },
});

/** Nothing is known of what was before the first day of the store: its wallets may be old. */
function firstDayEnd(firstTimesMs: ArrayLike<number> & Iterable<number>): number {
  let firstMs = Number.POSITIVE_INFINITY;
  for (const timeMs of firstTimesMs) if (timeMs > 0 && timeMs < firstMs) firstMs = timeMs;
  return (Math.floor(firstMs / dayMs) + 1) * dayMs;
}

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
