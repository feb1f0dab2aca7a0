import { Decimal } from 'decimal.js';
import { traders } from '../../boards/traders.ts';
import { dataStartsMs, lookBack } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { liquidationSorts, withLiquidators } from '../../views/liquidations/liquidation-events.ts';
import { dateTime, double, int64, list, text } from '../bodies/fields.ts';
import { recentLiquidation } from '../bodies/liquidation-summary.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { rowLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { since } from '../params/windows.ts';
import { pnlTierOf } from '../pnl-tier.ts';
import { bodySchema, optional as optionalField } from '../schema.ts';

const rollup = bodySchema('RecentLiquidationsBodyRollupStruct', {
  totalPenaltyFees: double("Sum of the victims' fees of the events, USD."),
  totalClosedPnl: double("Sum of the victims' closed PnL of the events, USD."),
});

const recentLiquidationsBody = bodySchema('RecentLiquidationsBody', {
  since: dateTime('Start of the window that was served.'),
  coin: optionalField(text("The exchange's own spelling; absent for all coins.")),
  count: int64('Events of this answer.'),
  events: list(recentLiquidation),
  rollup,
  ...riskSourceFields,
  generatedAt,
});

export const recentLiquidationExample = {
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  coin: 'BTC',
  timestampMs: 1768469412486,
  side: 'long' as const,
  size: 1.25,
  price: 95_310.4,
  notional: 119_138,
  liquidator: '0x2a8a3f2d4b6c7e9012345678abcdef0123456789',
  penaltyFee: 41.5,
  closedPnl: -1_204.25,
  pnlTier: 'exit_liquidity',
};

export const liquidationsRecent = endpoint({
  id: 'live.liquidations-recent',
  path: '/api/public/v1/live/risk/liquidations/recent',
  summary: 'The newest liquidations',
  description:
    'Newest first, or with sort=notional the largest first; one row a victim, coin and order: closed PnL and penalty fee summed over its fills, null where the victim’s own fills are ' +
    'not stored. liquidator is the counterparty with the largest size, null if none is stored. count and rollup are of the events listed.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: {
    coin: optional(coin()),
    since: since('7d'),
    sort: enumeration(liquidationSorts, {
      default: 'time',
      description: 'time: newest first; notional: largest first, ties the newest first.',
    }),
    limit: rowLimit(50),
  },
  response: recentLiquidationsBody,
  errors: [404],
  example: {
    since: '2026-01-08T09:30:00.000Z',
    count: 1,
    events: [recentLiquidationExample],
    rollup: { totalPenaltyFees: 41.5, totalClosedPnl: -1_204.25 },
    ...riskSourcesExample,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const only = params.coin === undefined ? undefined : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, nowMs, dataStartsMs.risk);
    const { analytics, boards, liquidations, tallies, live } = sources;
    const tierOf = pnlTierOf(await boards.board(traders));
    const [found, seen] = await Promise.all([
      liquidations.ranked({ coin: only ?? '', window, sort: params.sort, limit: params.limit }, signal),
      only === undefined ? tallies.all(signal) : tallies.ofCoin(only),
    ]);
    const events = await withLiquidators(analytics, found, tierOf, signal);
    const total = (field: 'penaltyFee' | 'closedPnl') =>
      events.reduce((sum, event) => sum.plus(event[field] ?? 0), new Decimal(0)).toNumber();
    const body = {
      since: rfc3339(window.fromMs),
      ...(only !== undefined && { coin: only }),
      count: events.length,
      events,
      rollup: { totalPenaltyFees: total('penaltyFee'), totalClosedPnl: total('closedPnl') },
      ...riskSources(live, seen, nowMs),
      generatedAt: rfc3339(nowMs),
    };
    return { body, window };
  },
});
