import { backstopList, liquidationMethods, painList, perfectExitList } from '../../archetypes/event-lists.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import type { RankedRows } from '../../archetypes/ranked-rows.ts';
import { coinName, dateTime, double, int64, text, walletAddress } from '../bodies/fields.ts';
import { page } from '../params/pages.ts';
import { optional as optionalParam } from '../params/param.ts';
import { enumeration, number } from '../params/scalars.ts';
import { bodySchema, optional } from '../schema.ts';
import { eventPage, eventTimes, winnersPage } from './event-page.ts';
import { archetypeEndpoint } from './list-endpoint.ts';

export const maxPainEvents = archetypeEndpoint({
  id: 'pulse.max-pain-events',
  summary: 'Winners that were deepest under water',
  description:
    'Lifecycles with a realized PnL of at least minPnl, and above 0, whose worst price while open was at least minDrawdownPct from entry, the deepest first; those without a known worst price are left out.',
  tier: 'pro',
  params: {
    minDrawdownPct: number({ min: 0, default: 10, description: 'The least drawdown, percent.' }),
    minPnl: number({ min: 0, default: 1_000, description: 'The least PnL, USD.' }),
    ...page(50),
  },
  row: bodySchema('MaxPainEventRow', {
    id: int64('Names the lifecycle, also in later answers.'),
    address: walletAddress(),
    coin: coinName(),
    side: text('long or short.'),
    openedAt: dateTime('First fill.'),
    closedAt: dateTime('Last fill.'),
    durationMs: int64('From opening to close, milliseconds.'),
    entryVwap: double('Mean price of the fills that increased it, by size.'),
    maePx: double('Worst price while it was open.'),
    exitVwap: double('Mean price of the fills that decreased it, by size.'),
    realizedPnl: double('Before fees, USD.'),
    maxDrawdownPct: double('From entry to worst price, percent of the entry, at least 0; the ranking key.'),
  }),
  example: {
    id: 5_120_455_881_204_417,
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    coin: 'BTC',
    side: 'long',
    openedAt: '2026-01-15T09:30:12.486Z',
    closedAt: '2026-01-15T13:02:40.119Z',
    durationMs: 12_747_633,
    entryVwap: 96_250,
    maePx: 85_100,
    exitVwap: 97_100,
    realizedPnl: 10_625,
    maxDrawdownPct: 11.58,
  },
  async answer({ params, sources, signal }) {
    const { minDrawdownPct: least, ...request } = params;
    const { rows, window } = await winnersPage(
      sources,
      { ...request, list: painList, ranked: 'maxDrawdownPct', least },
      signal,
    );
    const body = rows.map((row) => {
      const { id, address, coin, side, entryVwap, exitVwap, maePx, realizedPnl, maxDrawdownPct } = row;
      return {
        id,
        address,
        coin,
        side,
        ...eventTimes(row),
        durationMs: row.closedMs - row.openedMs,
        entryVwap,
        maePx,
        exitVwap,
        realizedPnl,
        maxDrawdownPct,
      };
    });
    return { rows: body, window };
  },
});

export const perfectExits = archetypeEndpoint({
  id: 'pulse.perfect-exits',
  summary: 'Winners that left near the best price',
  description:
    'Lifecycles with a realized PnL of at least minPnl, and above 0, whose exit VWAP took at least minCapturePct of the way from entry to best price, the most first; the best price has to be known, and at least 0.5 % from entry.',
  tier: 'pro',
  params: {
    minCapturePct: number({ min: 0, max: 100, default: 90, description: 'The least share taken, percent.' }),
    minPnl: number({ min: 0, default: 1_000, description: 'The least PnL, USD.' }),
    ...page(50),
  },
  row: bodySchema('PerfectExitRow', {
    id: int64('Names the lifecycle, also in later answers.'),
    address: walletAddress(),
    coin: coinName(),
    side: text('long or short.'),
    openedAt: dateTime('First fill.'),
    closedAt: dateTime('Last fill.'),
    entryVwap: double('Mean price of the fills that increased it, by size.'),
    exitVwap: double('Mean price of the fills that decreased it, by size.'),
    mfePx: double('Best price while it was open.'),
    realizedPnl: double('Before fees, USD.'),
    mfeCapturePct: double(
      'How much of the way from entry to best price its exits took, percent; the ranking key.',
    ),
  }),
  example: {
    id: 5_120_455_881_204_417,
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    coin: 'BTC',
    side: 'long',
    openedAt: '2026-01-15T09:30:12.486Z',
    closedAt: '2026-01-15T13:02:40.119Z',
    entryVwap: 96_250,
    exitVwap: 97_100,
    mfePx: 97_150,
    realizedPnl: 10_625,
    mfeCapturePct: 94.44,
  },
  async answer({ params, sources, signal }) {
    const { minCapturePct: least, ...request } = params;
    const { rows, window } = await winnersPage(
      sources,
      { ...request, list: perfectExitList, ranked: 'mfeCapturePct', least },
      signal,
    );
    const body = rows.map((row) => {
      const { id, address, coin, side, entryVwap, exitVwap, mfePx, realizedPnl, mfeCapturePct } = row;
      return {
        id,
        address,
        coin,
        side,
        ...eventTimes(row),
        entryVwap,
        mfePx,
        exitVwap,
        realizedPnl,
        mfeCapturePct,
      };
    });
    return { rows: body, window };
  },
});

export const backstopEvents = archetypeEndpoint({
  id: 'pulse.backstop-events',
  summary: 'Lifecycles that ended in a liquidation, the largest losses first',
  description:
    'Lifecycles that were liquidated, at least in part, with a realized PnL of at most maxRealizedPnl, the largest loss first.',
  tier: 'pro',
  params: {
    method: optionalParam(
      enumeration(['market', 'backstop'], {
        description: 'How it was liquidated: market or backstop; both by default.',
        plain: true,
      }),
    ),
    maxRealizedPnl: number({ max: 0, default: -10_000, description: 'The most PnL, USD, not positive.' }),
    ...page(50),
  },
  row: bodySchema('BackstopEventRow', {
    id: int64('Names the lifecycle, also in later answers.'),
    address: walletAddress(),
    coin: coinName(),
    side: text('long or short.'),
    openedAt: dateTime('First fill.'),
    closedAt: dateTime('Last fill.'),
    durationMs: int64('From opening to close, milliseconds.'),
    peakSize: double('Largest size, coins.'),
    entryVwap: double('Mean price of the fills that increased it, by size.'),
    realizedPnl: double('Before fees, USD; the ranking key.'),
    penaltyFeePaid: double('Fees of its liquidation fills, USD.'),
    liquidationClosedPnl: double('Closed PnL of its liquidation fills, USD.'),
    liquidationMethod: optional(text('market or backstop, of the last liquidation fill.')),
    liquidatorAddress: optional(text('The counterparty that took most of it; absent if none is stored.')),
  }),
  example: {
    id: 5_120_455_881_204_417,
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    coin: 'BTC',
    side: 'long',
    openedAt: '2026-01-15T09:30:12.486Z',
    closedAt: '2026-01-15T13:02:40.119Z',
    durationMs: 12_747_633,
    peakSize: 12.5,
    entryVwap: 96_250,
    realizedPnl: -40_625,
    penaltyFeePaid: 842.5,
    liquidationClosedPnl: -40_625,
    liquidationMethod: 'backstop',
    liquidatorAddress: '0x2e3d94f0562703b25c83308a05046ddaf9a8dd14',
  },
  async answer({ params, sources, signal }) {
    const { limit, offset, method, maxRealizedPnl } = params;
    const request = {
      list: backstopList,
      limit,
      offset,
      bounds: { pnl: maxRealizedPnl, least: 0, method: method ?? '' },
      wanted(rows: RankedRows<typeof backstopList.columns>) {
        const [pnl, band] = [rows.number('realizedPnl'), rows.number('band')];
        return (place: number) => pnl(place) <= maxRealizedPnl && hasWanted(band(place));
      },
      hasWanted,
      isOver: (row: ListRow<typeof backstopList.columns>) => row.realizedPnl > maxRealizedPnl,
    };
    function hasWanted(band: number): boolean {
      return method === undefined || liquidationMethods[band] === method;
    }
    const { rows, window } = await eventPage(sources, request, signal);
    return { rows: rows.map(backstopEvent), window };
  },
});

function backstopEvent(row: ListRow<typeof backstopList.columns>) {
  const { id, address, coin, side, liquidator, namesLiquidator, liquidationMethod } = row;
  const { peakSize, entryVwap, realizedPnl, penaltyFeePaid, liquidationClosedPnl } = row;
  return {
    id,
    address,
    coin,
    side,
    ...eventTimes(row),
    durationMs: row.closedMs - row.openedMs,
    peakSize,
    entryVwap,
    realizedPnl,
    penaltyFeePaid,
    liquidationClosedPnl,
    ...(liquidationMethod !== '' && { liquidationMethod }),
    ...(namesLiquidator === 1 && { liquidatorAddress: liquidator }),
  };
}
