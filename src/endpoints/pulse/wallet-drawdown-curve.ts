import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { vwapOf } from '../../analytics/nearest-sql.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { coinName, dateTime, double, int64, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { requireTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { page, rowsLimit } from '../params/pages.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { bodySchema, nullable } from '../schema.ts';

const drawdownCurveRow = bodySchema('DrawdownCurveRow', {
  id: int64("The lifecycle's id."),
  coin: coinName(),
  side: text('long or short.'),
  openedAt: dateTime('First fill.'),
  closedAt: dateTime('Last fill.'),
  entryVwap: double('Volume-weighted entry price, USD.'),
  maePx: double('Worst price while it was open, the entry included, USD.'),
  mfePx: double('Best price while it was open, the entry included, USD.'),
  realizedPnl: double('Closed PnL of its fills, before fees, USD.'),
  maxDrawdownPct: double('From the entry to the worst price, percent of the entry, at least 0.'),
  maxRunupPct: double('From the entry to the best price, percent of the entry, at least 0.'),
});

const curveOfWallet = bodyQuery({
  name: 'pulse_wallet_drawdown_curve',
  params: { wallet: 'Wallet', limit: 'UInt64', offset: 'UInt64' },
  body: drawdownCurveRow,
  fields: {
    coin: 'coin_name',
    side: 'side_name',
    openedAt: 'opened_ms',
    closedAt: 'closed_ms',
    entryVwap: { column: 'entry_vwap', as: 'float' },
    realizedPnl: 'pnl',
    maxDrawdownPct: ({ entryVwap, maePx }) => (Math.abs(entryVwap - maePx) * 100) / entryVwap,
    maxRunupPct: ({ entryVwap, mfePx }) => (Math.abs(entryVwap - mfePx) * 100) / entryVwap,
  },
  limits: { maxRows: rowsLimit },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, id, CAST(coin, 'String') AS coin_name, CAST(side, 'String') AS side_name,
      toUnixTimestamp64Milli(opened) AS opened_ms, toUnixTimestamp64Milli(last) AS closed_ms,
      ${vwapOf('entry_cost', 'opened_size')} AS entry_vwap, mae_px, mfe_px, pnl
    FROM lifecycles FINAL
    WHERE ${inBatch('wallet')} AND NOT deleted AND is_closed AND NOT is_censored AND mae_px > 0 AND ${isPerpCoin}
    ORDER BY wallet, last, coin, id
    LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY wallet`,
});

export const walletDrawdownCurve = endpoint({
  id: 'pulse.wallet-drawdown-curve',
  path: '/api/public/v1/pulse/wallet-drawdown-curve/{address}',
  summary: "How far one trader's positions went against and for them",
  description: `The wallet's closed lifecycles, oldest close first, with the worst and the best price while each was open: by stored marks, else by the prices of the minutes in which others traded the coin. Where neither is known, a lifecycle is left out. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  params: { address: address(), ...page(100) },
  response: nullable(Type.Array(drawdownCurveRow)),
  errors: [404],
  example: [
    {
      id: 5_120_455_881_204_417,
      coin: 'BTC',
      side: 'long',
      openedAt: '2026-01-15T09:30:12.486Z',
      closedAt: '2026-01-15T13:02:40.119Z',
      entryVwap: 96_250,
      maePx: 95_287.5,
      mfePx: 97_212.5,
      realizedPnl: 10_625,
      maxDrawdownPct: 1,
      maxRunupPct: 1,
    },
  ],
  async run({ params, sources, signal }) {
    const { address: wallet, limit, offset } = params;
    const body = await curveOfWallet.read(sources.analytics, { wallet, limit, offset }, { signal });
    if (body.length === 0) await requireTrader(sources.boards, wallet);
    return { body };
  },
});
