import { bodyQuery } from '../../analytics/body-query.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { dateTime, double, int64 } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const overlapBody = bodySchema('CrossProductOverlapBody', {
  since: dateTime('Start of the window as served.'),
  hip4TradersTotal: int64('Wallets with a market trade in an outcome.'),
  perpTradersTotal: int64('Wallets with a market trade in a perp.'),
  overlap: int64('Wallets with both.'),
  overlapPct: double('overlap / hip4TradersTotal × 100; 0 without a trader of outcomes.'),
});

/** A wallet traded in a window that ends now if its last trade is not before the window. */
const productTraders = bodyQuery({
  name: 'hip4_cross_product_overlap',
  params: { from: 'TimeMs' },
  body: overlapBody,
  fields: {
    since: () => '',
    hip4TradersTotal: 'outcome_traders',
    perpTradersTotal: 'perp_traders',
    overlap: 'traders_of_both',
    overlapPct: ({ overlap, hip4TradersTotal }) =>
      hip4TradersTotal === 0 ? 0 : (overlap * 100) / hip4TradersTotal,
  },
  limits: { maxRows: 1 },
  sql: `
    SELECT
      countIf(in_outcomes) AS outcome_traders,
      countIf(in_perps) AS perp_traders, countIf(in_outcomes AND in_perps) AS traders_of_both
    FROM (
      SELECT
        wallet, maxIf(last_time, product = 'perp') >= {from:TimeMs} AS in_perps,
        maxIf(last_time, product = 'outcome') >= {from:TimeMs} AS in_outcomes
      FROM wallet_products
      GROUP BY wallet)`,
});

export const productOverlap = endpoint({
  id: 'hip4.cross-product-overlap',
  path: '/api/public/v1/hip4/cross-product/overlap',
  summary: 'How many traders of outcomes trade perps, too',
  description:
    'Distinct wallets of the window with a market trade in an outcome, with one in a perp of any dex, and with both. Spot does ' +
    'not count. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'pro',
  age: 'totals',
  params: { days: days({ min: 1, max: 365, default: 7, bits: 64 }) },
  response: overlapBody,
  example: {
    since: '2026-06-13T12:00:00.000Z',
    hip4TradersTotal: 1284,
    perpTradersTotal: 48120,
    overlap: 963,
    overlapPct: 75,
  },
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ days: params.days }, clock.nowMs());
    const [body] = await productTraders.read(sources.analytics, { from: window.fromMs }, { signal });
    return { body: { ...body!, since: rfc3339(window.fromMs) }, window };
  },
});
