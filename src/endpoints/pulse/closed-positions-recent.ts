import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { lookBack } from '../../domain/window.ts';
import { closedPosition } from '../bodies/closed-position.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { lifecycleFilters } from '../params/lifecycle-filters.ts';
import { coin } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import {
  closedHidden,
  closedPositionExample,
  closedPositionFields,
  closedSettings,
  feedParams,
  feedQuery,
  feedSql,
} from '../queries/closed-lifecycles.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { nullable } from '../schema.ts';

const newestClosed = bodyQuery({
  name: 'pulse_closed_positions_recent',
  params: feedParams,
  body: closedPosition,
  fields: closedPositionFields,
  hidden: closedHidden,
  limits: { maxRows: rowsLimit },
  settings: closedSettings,
  sql: feedSql(),
});

export const closedPositionsRecent = endpoint({
  id: 'pulse.closed-positions-recent',
  path: '/api/public/v1/pulse/closed-positions/recent',
  summary: 'Positions of all wallets that were closed last',
  description: `Closed lifecycles of the window, newest close first, in the legacy shape; lifecycles without a stored opening are left out. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  params: { since: since('1h'), limit: rowLimit(50), coin: optional(coin()), ...lifecycleFilters() },
  response: nullable(Type.Array(closedPosition)),
  errors: [404],
  example: [closedPositionExample],
  async run({ params, sources, clock, signal }) {
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, clock.nowMs());
    const request = { from: window.fromMs, to: window.toMs, coin: only, ...feedQuery(params) };
    return { body: await newestClosed.read(sources.analytics, request, { signal }), window };
  },
});
