import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch, query } from '../../analytics/query.ts';
import { int32, int64, list, walletAddress } from '../bodies/fields.ts';
import { lifecycleRow, lifecycleRowFields } from '../bodies/lifecycle-row.ts';
import { endpoint } from '../endpoint.ts';
import { lifecycleCoin } from '../known-names.ts';
import { includeCensored, includeSpot } from '../params/lifecycle-filters.ts';
import { address, coin } from '../params/names.ts';
import { rowLimit, rowOffset } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { ofKinds } from '../queries/closed-lifecycles.ts';
import {
  lifecycleColumns,
  lifecycleExample,
  lifecycleFields,
  lifecycleHidden,
  lifecycleMeaning,
} from '../queries/lifecycle-columns.ts';
import { withNetPnl } from '../queries/lifecycle-funding.ts';
import { bodySchema } from '../schema.ts';

const mostRows = 200;

const walletLifecyclesBody = bodySchema('WalletLifecyclesBody', {
  address: walletAddress(),
  total: int64('Lifecycles that the filter lets through, on all pages.'),
  limit: int32('The requested value.'),
  offset: int32('The requested value.'),
  lifecycles: list(lifecycleRow),
});

// Empty coin: every coin. Empty status: open and closed.
const filter = {
  params: { wallet: 'Wallet', coin: 'String', status: 'String', censored: 'UInt64', spot: 'UInt64' },
  from: `
    FROM lifecycles FINAL
    WHERE ${inBatch('wallet')} AND NOT deleted AND ({coin:String} = '' OR coin = {coin:String})
      AND ({status:String} = '' OR is_closed = ({status:String} = 'closed'))
      AND ({censored:UInt64} = 1 OR NOT is_censored) AND ${ofKinds}`,
} as const;

const counted = query({
  name: 'pulse_trader_lifecycles_total',
  params: filter.params,
  row: Type.Object({ total: Type.String() }),
  batchBy: 'wallet',
  sql: `SELECT ${batchKey('wallet')}, toString(count()) AS total ${filter.from} GROUP BY wallet`,
});

// Every row has the total, because a second statement would cost more than the count.
const pageOfWallet = bodyQuery({
  name: 'pulse_trader_lifecycles',
  params: { ...filter.params, limit: 'UInt64', offset: 'UInt64' },
  body: Type.Object({ ...lifecycleRowFields, total: walletLifecyclesBody.properties.total }),
  fields: lifecycleFields,
  hidden: lifecycleHidden,
  limits: { maxRows: mostRows },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, ${lifecycleColumns}, count() OVER (PARTITION BY wallet) AS total ${filter.from}
    ORDER BY wallet, is_closed, if(is_closed, last, opened) DESC, coin, id
    LIMIT {limit:UInt64} OFFSET {offset:UInt64} BY wallet`,
});

export const traderLifecycles = endpoint({
  id: 'pulse.trader-lifecycles',
  path: '/api/public/v1/pulse/trader/{address}/lifecycles',
  summary: "One trader's position lifecycles",
  description: `Open ones first, the newest opening first, then closed ones, the newest close first; an empty list without lifecycles. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  params: {
    address: address(),
    coin: optional(coin()),
    status: enumeration(['open', 'closed', 'all'], { default: 'closed', description: 'Which of them.' }),
    includeSpot: includeSpot(),
    includeCensored: includeCensored(),
    limit: rowLimit(50, { max: mostRows }),
    offset: rowOffset(),
  },
  response: walletLifecyclesBody,
  errors: [404],
  example: {
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    total: 31,
    limit: 1,
    offset: 0,
    lifecycles: [lifecycleExample],
  },
  async run({ params, sources, clock, signal }) {
    const { limit, offset } = params;
    const filtered = {
      wallet: params.address,
      coin: params.coin === undefined ? '' : lifecycleCoin(sources, params.coin),
      status: params.status === 'all' ? '' : params.status,
      censored: params.includeCensored ? 1 : 0,
      spot: params.includeSpot ? 1 : 0,
    };
    const { analytics } = sources;
    const rows = await pageOfWallet.read(analytics, { ...filtered, limit, offset }, { signal });
    // A page after the last row has no total.
    const totals =
      rows.length === 0 && offset > 0 ? await analytics.rows(counted, filtered, { signal }) : rows;
    const shown = rows.map(({ total: _, ...row }) => row);
    const request = { wallet: params.address, rows: shown, clock };
    const lifecycles = await withNetPnl(analytics, request, signal);
    return {
      body: { address: params.address, total: Number(totals[0]?.total ?? 0), limit, offset, lifecycles },
    };
  },
});
