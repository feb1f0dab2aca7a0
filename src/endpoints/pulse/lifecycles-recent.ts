import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { lookBack } from '../../domain/window.ts';
import { coinName, dateTime, double, flag, int64, text, timeMs, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { lifecycleCoin } from '../known-names.ts';
import { includeSpot, lifecycleFilters } from '../params/lifecycle-filters.ts';
import { coin } from '../params/names.ts';
import { rowLimit } from '../params/pages.ts';
import { optional as optionalParam } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { since } from '../params/windows.ts';
import {
  closedHidden,
  closedSettings,
  closedTimes,
  feedParams,
  feedQuery,
  feedSql,
} from '../queries/closed-lifecycles.ts';
import { closedLifecycleFields, lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { bodySchema, nullable, optional } from '../schema.ts';

const mostRows = 200;

const recentLifecycleRow = bodySchema('RecentLifecycleRow', {
  id: int64('Stable across rebuilds.'),
  address: walletAddress(),
  coin: coinName(),
  side: text('long or short.'),
  openedAt: dateTime('First fill.'),
  openedAtRaw: timeMs('First fill'),
  closedAt: dateTime('Last fill.'),
  closedAtRaw: timeMs('Last fill'),
  durationMs: int64('From the first fill to the last, milliseconds.'),
  peakSize: double('Largest size held, units of the coin.'),
  notional: double('peakSize × entryVwap, USD.'),
  entryVwap: double('Volume-weighted price of the fills that increased it, USD.'),
  exitVwap: optional(double('Volume-weighted price of the fills that decreased it, USD.')),
  realizedPnl: double('Closed PnL of its fills, before fees, USD.'),
  fees: double('Fees of its fills, USD; negative for rebates.'),
  builderFee: double('Builder fees of its fills, USD.'),
  wasLiquidated: flag('True if a liquidation closed a part of it.'),
  maePx: optional(double('Worst price while it was open, USD; absent if none is known.')),
  mfePx: optional(double('Best price while it was open, USD; absent if none is known.')),
});

/** A price; the store has 0 for unknown. */
const known = (px: number) => (px === 0 ? undefined : px);

const feed = (name: string, first?: string) =>
  bodyQuery({
    name,
    params: feedParams,
    body: recentLifecycleRow,
    fields: {
      ...closedTimes,
      entryVwap: { column: 'entry_vwap', as: 'float' },
      exitVwap: (_, { exit_vwap }) => known(exit_vwap),
      realizedPnl: 'pnl',
      builderFee: 'builder_fees',
      wasLiquidated: closedLifecycleFields.wasLiquidated,
      maePx: (_, { mae_px }) => known(mae_px),
      mfePx: (_, { mfe_px }) => known(mfe_px),
    },
    hidden: {
      ...closedHidden,
      exit_vwap: 'float',
      liquidated_fills: 'integer',
      mae_px: 'decimal',
      mfe_px: 'decimal',
    },
    limits: { maxRows: mostRows },
    settings: closedSettings,
    sql: feedSql(first),
  });

const sorts = ['time', 'pnl', 'notional'] as const;
/** One query per sort: a page in the table's order does not read all closes of the window. */
const feeds = {
  time: feed('pulse_lifecycles_recent'),
  pnl: feed('pulse_lifecycles_recent_pnl', 'abs(pnl) DESC,'),
  notional: feed('pulse_lifecycles_recent_notional', 'notional DESC,'),
};

export const lifecyclesRecent = endpoint({
  id: 'pulse.lifecycles-recent',
  path: '/api/public/v1/pulse/lifecycles/recent',
  summary: 'Position lifecycles of all wallets that were closed last',
  description: `Closed lifecycles of the window, newest close first, or the largest PnL, won or lost, or notional first; lifecycles without a stored opening are left out. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  params: {
    since: since('1h'),
    limit: rowLimit(50, { max: mostRows }),
    coin: optionalParam(coin()),
    sort: enumeration(sorts, {
      default: 'time',
      description:
        'time: newest close first; pnl: largest realizedPnl first, won or lost; notional: largest first.',
    }),
    includeSpot: includeSpot(),
    ...lifecycleFilters(),
  },
  response: nullable(Type.Array(recentLifecycleRow)),
  errors: [404],
  example: [
    {
      id: 5_120_455_881_204_417,
      address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
      coin: 'BTC',
      side: 'long',
      openedAt: '2026-01-15T09:30:12.486Z',
      openedAtRaw: 1_768_469_412_486,
      closedAt: '2026-01-15T13:02:40.119Z',
      closedAtRaw: 1_768_482_160_119,
      durationMs: 12_747_633,
      peakSize: 12.5,
      notional: 1_203_125,
      entryVwap: 96_250,
      exitVwap: 97_100,
      realizedPnl: 10_625,
      fees: 842.5,
      builderFee: 0,
      wasLiquidated: false,
    },
  ],
  async run({ params, sources, clock, signal }) {
    const only = params.coin === undefined ? '' : lifecycleCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, clock.nowMs());
    const request = { from: window.fromMs, to: window.toMs, coin: only, ...feedQuery(params) };
    return { body: await feeds[params.sort].read(sources.analytics, request, { signal }), window };
  },
});
