import { Type } from 'typebox';
import { painList } from '../../archetypes/event-lists.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, dateTime, double, int64, text, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';
import { eventTimes, winnersPage } from './event-page.ts';

const maxPainEventsRow = bodySchema('MaxPainEventRow', {
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
});

export const maxPainEvents = endpoint({
  id: 'pulse.max-pain-events',
  path: '/api/public/v1/pulse/max-pain-events',
  summary: 'Winners that were deepest under water',
  description: `Lifecycles with a realized PnL of at least minPnl, and above 0, whose worst price while open was at least minDrawdownPct from entry, the deepest first; those without a known worst price are left out. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    minDrawdownPct: number({ min: 0, default: 10, description: 'The least drawdown, percent.' }),
    minPnl: number({ min: 0, default: 1_000, description: 'The least PnL, USD.' }),
    ...page(50),
  },
  response: nullable(Type.Array(maxPainEventsRow)),
  example: [
    {
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
  ],
  async run({ params, sources, signal }) {
    const { minDrawdownPct: least, ...asked } = params;
    const { rows, window } = await winnersPage(
      sources,
      { ...asked, list: painList, ranked: 'maxDrawdownPct', least },
      signal,
    );
    const body = rows.map((row) => {
      const { id, address, coin, side, entryVwap, exitVwap, maePx, realizedPnl, maxDrawdownPct } = row;
      return {
        ...{ id, address, coin, side, ...eventTimes(row), durationMs: row.closedMs - row.openedMs },
        ...{ entryVwap, maePx, exitVwap, realizedPnl, maxDrawdownPct },
      };
    });
    return { body, window };
  },
});
