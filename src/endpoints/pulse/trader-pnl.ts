import {
  type PnlInterval,
  pnlBounds,
  pnlIntervals,
  pnlReachDays,
  usualPnlWindowMs,
} from '../../domain/pnl-bounds.ts';
import { dayMs, minuteMs } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { list, oneOf, walletAddress } from '../bodies/fields.ts';
import { pnlPoint, pnlPointBody, pnlPointExample } from '../bodies/pnl-parts.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { instant } from '../params/instants.ts';
import { address } from '../params/names.ts';
import type { ParseContext } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { reach, windowTooLong } from '../params/windows.ts';
import { readPnl } from '../queries/pnl-window.ts';
import { bodySchema } from '../schema.ts';

const traderPnlBody = bodySchema('TraderPnlBody', {
  address: walletAddress(),
  interval: oneOf(pnlIntervals, 'What the window is cut into: UTC hours, days, or weeks from Monday on.'),
  total: pnlPoint,
  points: list(pnlPoint),
});

interface Asked {
  interval: PnlInterval;
  from: number | undefined;
  to: number | undefined;
}

function spanOf(
  { interval, from, to }: Asked,
  { nowMs, windowDays }: Pick<ParseContext, 'nowMs' | 'windowDays'>,
) {
  const toMs = Math.min(to ?? nowMs, nowMs);
  const usualMs = usualPnlWindowMs(interval);
  return { fromMs: from ?? Math.min(toMs, Math.max(toMs - usualMs, nowMs - windowDays * dayMs)), toMs };
}

function check(asked: Asked, context: ParseContext): void {
  const { fromMs, toMs } = spanOf(asked, context);
  const fault = (message: string) =>
    unacceptable([{ location: 'query.from', message, value: asked.from ?? null }]);
  if (fromMs > toMs)
    throw fault(`must not lie after ${asked.to === undefined ? 'now' : 'to'}, or in the future`);
  // A minute of grace: a client computes its start before the clock is read here.
  if (context.nowMs - fromMs > context.windowDays * dayMs + minuteMs)
    throw windowTooLong('query.from', reach(context), context);
  const days = pnlReachDays[asked.interval];
  if (toMs - fromMs > days * dayMs + minuteMs) {
    const longer = asked.interval === 'hour' ? 'day' : 'week';
    throw fault(
      `${asked.interval}s reach over at most ${days} days: name a later from, or interval=${longer}`,
    );
  }
}

export const traderPnl = endpoint({
  id: 'pulse.trader-pnl',
  path: '/api/public/v1/pulse/trader/{address}/pnl',
  summary: 'What one trader made after costs, over time',
  description:
    'The window in whole hours, days or weeks (UTC), oldest first, and all of it as total: closed PnL, fees, funding, what is left of these, and the ' +
    'change of the unrealized PnL of open perp positions at marks. Parts add up to the total exactly, before they are made numbers. What is not ' +
    'known is null, with its reason under unknown, and never 0. Windows begin where the record does: from is taken back to the start of its hour, day or week, to goes on to the end of it, or to now.',
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: {
    address: address(),
    from: instant(
      'Start of the window; where absent 48 hours, 30 days or 12 weeks before its end, within the tier.',
    ),
    to: instant('End of the window; now where absent.'),
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
    const span = spanOf(params, { nowMs, windowDays: caller.limits.windowDays });
    const bounds = pnlBounds(interval, span, nowMs);
    const found = await readPnl(sources.analytics, { wallet, interval, bounds, nowMs }, signal);
    if (found === undefined) throw unknownTrader(wallet);
    return {
      body: {
        ...{ address: wallet, interval, total: pnlPointBody(found.total) },
        points: found.points.map(pnlPointBody),
      },
      window: { fromMs: found.total.fromMs, toMs: found.total.untilMs },
    };
  },
});
