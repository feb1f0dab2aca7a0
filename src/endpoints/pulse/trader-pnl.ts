import {
  type PnlInterval,
  pnlBounds,
  pnlIntervals,
  pnlReachDays,
  usualPnlWindowMs,
} from '../../domain/pnl-bounds.ts';
import { dayMs, minuteMs } from '../../kernel/clock.ts';
import { list, oneOf, walletAddress } from '../bodies/fields.ts';
import { pnlPoint, pnlPointBody, pnlPointExample } from '../bodies/pnl-parts.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import type { ParseContext } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { checkFromTo, faultOfFrom, fromTo, spanOf } from '../params/time-range.ts';
import { readPnl } from '../queries/pnl-window.ts';
import { bodySchema } from '../schema.ts';

const traderPnlBody = bodySchema('TraderPnlBody', {
  address: walletAddress(),
  interval: oneOf(pnlIntervals, 'What the window is cut into: UTC hours, days, or weeks from Monday on.'),
  total: pnlPoint,
  points: list(pnlPoint),
});

interface PnlParams {
  interval: PnlInterval;
  from: number | undefined;
  to: number | undefined;
}

function check(params: PnlParams, context: ParseContext): void {
  const { fromMs, toMs } = checkFromTo(params, { ...context, usualMs: usualPnlWindowMs(params.interval) });
  const days = pnlReachDays[params.interval];
  if (toMs - fromMs > days * dayMs + minuteMs) {
    const longer = params.interval === 'hour' ? 'day' : 'week';
    throw faultOfFrom(
      params,
      `${params.interval}s cover at most ${days} days: name a later from, or interval=${longer}`,
    );
  }
}

export const traderPnl = endpoint({
  id: 'pulse.trader-pnl',
  path: '/api/public/v1/pulse/trader/{address}/pnl',
  summary: 'Net PnL of one trader over time',
  description:
    'The window in whole hours, days or weeks (UTC), oldest first, and all of it as total: closed PnL, fees, funding, net PnL, and the ' +
    'change of the unrealized PnL of open perp positions at marks. Parts add up to the total exactly, before rounding to numbers. An unknown figure ' +
    'is null, with its reason under unknown, never 0. The window is limited to the record; from is moved back to the start of its hour, day or week, to is extended to the end of it, or to now.',
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: {
    address: address(),
    ...fromTo('48 hours, 30 days or 12 weeks'),
    interval: enumeration(pnlIntervals, {
      description: 'What the window is cut into; at most 31 days of hours, and 366 days.',
      default: 'day',
    }),
  },
  response: traderPnlBody,
  errors: [404],
  example: {
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    interval: 'day',
    total: pnlPointExample,
    points: [pnlPointExample],
  },
  check,
  async run({ params, sources, caller, clock, signal }) {
    const { address: wallet, interval } = params;
    const nowMs = clock.nowMs();
    const { windowDays } = caller.limits;
    const span = spanOf(params, { nowMs, windowDays, usualMs: usualPnlWindowMs(interval) });
    const bounds = pnlBounds(interval, span, nowMs);
    const found = await readPnl(
      sources.analytics,
      { wallet, interval, bounds, nowMs, isLateAllowed: true },
      signal,
    );
    if (found === undefined) throw unknownTrader(wallet);
    return {
      body: {
        address: wallet,
        interval,
        total: pnlPointBody(found.total),
        points: found.points.map(pnlPointBody),
      },
      window: { fromMs: found.total.fromMs, toMs: found.total.untilMs },
    };
  },
});
