import { bodyQuery } from '../../analytics/body-query.ts';
import { lookBack } from '../../domain/window.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';
import { dateTime, double, int32, list, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { closedSettings, isShown } from '../queries/closed-lifecycles.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { bodySchema } from '../schema.ts';

const mostRows = 100;

const pnlLeader = bodySchema('PnlLeader', {
  wallet: walletAddress(),
  realizedPnl: double('Of the lifecycles that it closed, before fees, USD.'),
  positionsClosed: int32('Lifecycles that it closed.'),
  liquidations: int32('Lifecycles that were liquidated at least in part.'),
});

const pnlLeadersBody = bodySchema('PnlLeadersBody', {
  window: text('24h, rolling.'),
  winners: list(pnlLeader),
  losers: list(pnlLeader),
  generatedAt: dateTime('When the figures were worked out.'),
});

function leaders(name: string, having: string, order: string) {
  return bodyQuery({
    name,
    params: { from: 'TimeMs', to: 'TimeMs', limit: 'UInt64' },
    body: pnlLeader,
    fields: {
      wallet: 'address',
      realizedPnl: 'pnl_usd',
      positionsClosed: 'closes',
      liquidations: 'liquidated',
    },
    limits: { maxRows: mostRows },
    settings: closedSettings,
    sql: `
      SELECT concat('0x', lower(hex(wallet))) AS address, sum(pnl) AS pnl_usd, count() AS closes,
        countIf(liquidated_fills > 0) AS liquidated
      FROM lifecycles_by_close FINAL
      WHERE closed > {from:TimeMs} AND closed <= {to:TimeMs} AND ${isShown}
      GROUP BY wallet HAVING ${having}
      ORDER BY ${order}, wallet
      LIMIT {limit:UInt64}`,
  });
}

const winners = leaders('exchange_pnl_winners', 'pnl_usd > 0', 'pnl_usd DESC');
const losers = leaders('exchange_pnl_losers', 'pnl_usd < 0', 'pnl_usd');

export const pnlLeaders = endpoint({
  id: 'exchange.pnl-leaders',
  path: '/api/public/v1/exchange/pnl-leaders',
  summary: 'Wallets that won and lost most in the last 24 hours',
  description: `Wallets by the realized PnL of the lifecycles that they closed in the last 24 hours: winners those above 0, losers those below, each the largest first. ${lifecycleMeaning}`,
  tags: ['Exchange'],
  tier: 'starter',
  age: 'totals',
  params: { limit: rowLimit(20, { max: mostRows }) },
  response: pnlLeadersBody,
  example: {
    window: '24h',
    winners: [
      {
        wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        realizedPnl: 1_204_310.5,
        positionsClosed: 12,
        liquidations: 0,
      },
    ],
    losers: [],
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const window = lookBack(dayMs, clock.nowMs());
    const request = { from: window.fromMs, to: window.toMs, limit: params.limit };
    const [won, lost] = await Promise.all([
      winners.read(sources.analytics, request, { signal }),
      losers.read(sources.analytics, request, { signal }),
    ]);
    return {
      body: { window: '24h', winners: won, losers: lost, generatedAt: rfc3339(window.toMs) },
      window,
    };
  },
});
