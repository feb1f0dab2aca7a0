import { bodyQuery } from '../../analytics/body-query.ts';
import { pageParams, pageSql } from '../../analytics/total-order.ts';
import { tradedUsd } from '../../analytics/trade-sql.ts';
import { addressOf } from '../../analytics/wallet-sql.ts';
import { lookBack } from '../../domain/window.ts';
import { ofBuilder } from '../../views/builders/builder-sql.ts';
import { firstStandInTid } from '../../wire/fill-tid.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
  marketType,
  marketTypes,
} from '../bodies/builder-parts.ts';
import { coinName, dateTime, double, int64, list, oneOf, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { address, builder, coin } from '../params/names.ts';
import { page, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import { bodySchema, nullable } from '../schema.ts';

const fillRow = bodySchema('BuilderFillRow', {
  time: dateTime('Time of the fill.'),
  wallet: walletAddress(),
  coin: coinName(),
  marketType: oneOf(marketTypes, 'spot for @N, hip4 for #N, else perp.'),
  side: oneOf(['BUY', 'SELL'], 'Side of the wallet.'),
  price: double('USD per unit, or in the quote token of a spot pair.'),
  size: double('Units of the coin, above 0.'),
  volumeUsd: double('price × size; 0 for rows that are no market trade, USD.'),
  pnl: double('Closed PnL as the exchange reports it, before fees, USD.'),
  builderFeeUsd: double('What the builder took, USD.'),
  oid: nullable(int64("The exchange's order id; null without one.")),
  tid: int64("The exchange's trade id; 0 without one."),
});

const fillsBody = bodySchema('BuilderFillsBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  window: text('The requested value.'),
  fills: list(fillRow),
  ...builderAnswerFields,
});

// Empty text: every coin. Empty list: every wallet.
const newestFills = bodyQuery({
  name: 'builder_newest_fills',
  params: {
    builder: 'Wallet',
    from: 'TimeMs',
    to: 'TimeMs',
    coin: 'String',
    wallets: 'Array(Wallet)',
    ...pageParams,
  },
  body: fillRow,
  fields: {
    time: 'time_ms',
    wallet: 'address',
    marketType: ({ coin }) => marketType(coin),
    side: { column: 'direction', as: 'text' },
    price: 'px',
    size: 'sz',
    pnl: 'closed_pnl',
    builderFeeUsd: 'builder_fee_usd',
    oid: 'order_id',
    tid: 'trade_id',
  },
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT
      toUnixTimestamp64Milli(time) AS time_ms, ${addressOf('wallet')} AS address, coin,
      if(side = 'B', 'BUY', 'SELL') AS direction, px, sz, ${tradedUsd} AS volume_usd, closed_pnl,
      builder_fee * fee_px AS builder_fee_usd, nullIf(oid, 0) AS order_id,
      if(tid < ${firstStandInTid}, tid, 0) AS trade_id
    FROM builder_fills
    WHERE
      ${ofBuilder} AND time >= {from:TimeMs} AND time <= {to:TimeMs} AND ({coin:String} = '' OR coin = {coin:String})
      AND (empty({wallets:Array(Wallet)}) OR wallet IN (SELECT arrayJoin({wallets:Array(Wallet)})))
    ${pageSql('time DESC, seq DESC', 'builder_fills.wallet, tid, oid')}`,
});

export const builderFills = endpoint({
  id: 'builders.fills',
  path: '/api/public/v1/builders/{builder}/fills',
  summary: "A builder's fills, newest first",
  description:
    'Attributed fills of the window, newest first; of one coin or one wallet if requested. volumeUsd = price × size, builderFeeUsd the ' +
    'builder fee in USD.',
  tags: ['Builders'],
  tier: 'pro',
  age: 'fills',
  params: {
    builder: builder(),
    since: since('24h'),
    coin: optional(coin()),
    address: optional(address()),
    ...page(50, { maxRows: rowsLimit }),
  },
  response: fillsBody,
  errors: [404],
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    window: '24h',
    fills: [
      {
        time: '2026-01-15T09:30:12.486Z',
        wallet: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789',
        coin: 'BTC',
        marketType: 'perp' as const,
        side: 'SELL' as const,
        price: 96250,
        size: 0.5,
        volumeUsd: 48125,
        pnl: 420.5,
        builderFeeUsd: 24.0625,
        oid: 90542681,
        tid: 441413449625,
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    const { builder, limit, offset, address: wallet } = params;
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, clock.nowMs());
    const wallets = wallet === undefined ? [] : [wallet];
    const requests = { builder, from: window.fromMs, to: window.toMs, coin: only, wallets, limit, offset };
    const fills = await newestFills.read(sources.analytics, requests, { signal });
    const head = { builder, ...builderName(sources, builder), window: params.since.text };
    return {
      body: {
        ...head,
        fills,
        ...(await builderAnswer(sources, { builder: params.builder, signal })),
      },
      window,
    };
  },
});
