import { Type } from 'typebox';
import { backstopList, liquidationMethods } from '../../archetypes/event-lists.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import type { RankedRows } from '../../archetypes/ranked-rows.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { coinName, dateTime, double, int64, text, walletAddress } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { optional as optionalParam } from '../params/param.ts';
import { enumeration, number } from '../params/scalars.ts';
import { bodySchema, nullable, optional } from '../schema.ts';
import { eventPage, eventTimes } from './event-page.ts';

const backstopEventsRow = bodySchema('BackstopEventRow', {
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
  liquidatorAddress: optional(text('The counterparty that took most of it; absent where none is stored.')),
});

export const backstopEvents = endpoint({
  id: 'pulse.backstop-events',
  path: '/api/public/v1/pulse/backstop-events',
  summary: 'Lifecycles that ended in a liquidation, the largest losses first',
  description: `Lifecycles that were liquidated, at least in part, with a realized PnL of at most maxRealizedPnl, the largest loss first. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {
    method: optionalParam(
      enumeration(['market', 'backstop'], {
        ...{ description: 'How it was liquidated: market or backstop; both by default.', plain: true },
      }),
    ),
    maxRealizedPnl: number({ max: 0, default: -10_000, description: 'The most PnL, USD, not positive.' }),
    ...page(50),
  },
  response: nullable(Type.Array(backstopEventsRow)),
  example: [
    {
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
  ],
  async run({ params, sources, signal }) {
    const { limit, offset, method, maxRealizedPnl } = params;
    const asked = {
      ...{ list: backstopList, limit, offset },
      bounds: { pnl: maxRealizedPnl, least: 0, method: method ?? '' },
      wanted(rows: RankedRows<typeof backstopList.columns>) {
        const [pnl, band] = [rows.number('realizedPnl'), rows.number('band')];
        return (place: number) => pnl(place) <= maxRealizedPnl && hasWanted(band(place));
      },
      hasWanted,
    };
    function hasWanted(band: number): boolean {
      return method === undefined || liquidationMethods[band] === method;
    }
    const { rows, window } = await eventPage(sources, asked, signal);
    return { body: rows.map(backstopEvent), window };
  },
});

function backstopEvent(row: ListRow<typeof backstopList.columns>) {
  const { id, address, coin, side, liquidator, namesLiquidator, liquidationMethod } = row;
  const { peakSize, entryVwap, realizedPnl, penaltyFeePaid, liquidationClosedPnl } = row;
  return {
    ...{ id, address, coin, side, ...eventTimes(row), durationMs: row.closedMs - row.openedMs },
    ...{ peakSize, entryVwap, realizedPnl, penaltyFeePaid, liquidationClosedPnl },
    ...(liquidationMethod !== '' && { liquidationMethod }),
    ...(namesLiquidator === 1 && { liquidatorAddress: liquidator }),
  };
}
