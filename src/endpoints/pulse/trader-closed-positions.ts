import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { closedPosition } from '../bodies/closed-position.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin, requireTrader } from '../known-names.ts';
import { address, coin } from '../params/names.ts';
import { page, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { closedHidden, closedPositionExample, closedPositionFields } from '../queries/closed-lifecycles.ts';
import { closedLifecycleFields, lifecycleMeaning, vwapHidden } from '../queries/lifecycle-columns.ts';
import { withNetPnl } from '../queries/lifecycle-funding.ts';
import { nullable } from '../schema.ts';

// The query is by wallet, so it uses the table in wallet order.
const closedOfWallet = bodyQuery({
  name: 'pulse_trader_closed_positions',
  params: {
    wallet: 'Wallet',
    coin: 'String',
    from: 'TimeMs',
    to: 'TimeMs',
    limit: 'UInt64',
    offset: 'UInt64',
  },
  body: closedPosition,
  fields: {
    ...closedPositionFields,
    entryPx: closedLifecycleFields.entryVwap,
    exitPx: closedLifecycleFields.exitVwap,
    notional: ({ size, entryPx }) => size * entryPx,
  },
  hidden: { ...closedHidden, ...vwapHidden },
  limits: { maxRows: rowsLimit },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, id, concat('0x', lower(hex(wallet))) AS address, coin, side, opened, last AS closed, peak_size,
      opened_size, entry_cost, closed_size, exit_cost, pnl, fees
    FROM lifecycles FINAL
    WHERE ${inBatch('wallet')} AND NOT deleted AND is_closed AND NOT is_censored AND ${isPerpCoin}
      AND last >= {from:TimeMs} AND last <= {to:TimeMs}
      AND ({coin:String} = '' OR coin = {coin:String})
    ORDER BY wallet, last DESC, coin, id
    LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY wallet`,
});

export const traderClosedPositions = endpoint({
  id: 'pulse.trader-closed-positions',
  path: '/api/public/v1/pulse/trader/{address}/closed-positions',
  summary: "One trader's closed positions, newest close first",
  description: `The wallet's closed lifecycles within the history window of the tier, in the legacy shape; lifecycles without a stored opening are left out. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: { address: address(), coin: optional(coin()), ...page(50) },
  response: nullable(Type.Array(closedPosition)),
  errors: [404],
  example: [closedPositionExample],
  async run({ params, sources, caller, clock, signal }) {
    const { limit, offset } = params;
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const request = {
      wallet: params.address,
      coin: only,
      from: window.fromMs,
      to: window.toMs,
      limit,
      offset,
    };
    const rows = await closedOfWallet.read(sources.analytics, request, { signal });
    if (rows.length === 0) await requireTrader(sources.boards, params.address);
    const body = await withNetPnl(sources.analytics, { wallet: params.address, rows, clock }, signal);
    return { body, window };
  },
});
