import { type Static, Type } from 'typebox';
import { tradedUsd } from '../../analytics/trade-sql.ts';
import { firstStandInTid } from '../../wire/fill-tid.ts';
import { bodySchema, optional } from '../schema.ts';
import { dateTime, double, int64, timeMs, walletAddress } from './fields.ts';

/** A fill in an answer (catalogue: TradeBody). */
export const tradeBody = bodySchema('TradeBody', {
  tradeTime: dateTime('Time of the fill.'),
  address: walletAddress(),
  coin: Type.String({ description: "The exchange's own spelling." }),
  side: Type.String({ description: 'B for a buy, A for a sell.' }),
  direction: Type.String({
    description: 'What the fill did, as the exchange names it: Open Long, Close Short …',
  }),
  price: double('USD per unit, or in the quote token of a spot pair.'),
  size: double('Units of the coin, above 0.'),
  volume: double('price × size in USD; 0 for rows that are no market trade, such as dust conversions.'),
  pnl: double('Closed PnL in USD as the exchange reports it, before the fee.'),
  fee: double('Fee in USD; negative for a rebate.'),
  tid: int64("The exchange's trade id, shared by both sides of a match; 0 without one."),
  rawTime: timeMs('Time of the fill'),
  startPosition: double('Signed position of the wallet before the fill; a balance on spot.'),
  displayName: optional(Type.String({ description: 'Name of the wallet, if it has one.' })),
});

/** Selects the columns of a trade from `fills` or `fills_by_time`. */
export const tradeColumns = `
  toUnixTimestamp64Milli(time) AS time_ms, concat('0x', lower(hex(wallet))) AS address, coin, side, dir, px, sz,
  ${tradedUsd} AS volume_usd, closed_pnl, fee * fee_px AS fee_usd,
  if(tid < ${firstStandInTid}, tid, 0) AS trade_id, start_position`;

export const tradeFields = {
  tradeTime: 'time_ms',
  rawTime: 'time_ms',
  direction: 'dir',
  price: 'px',
  size: 'sz',
  volume: 'volume_usd',
  pnl: 'closed_pnl',
  fee: 'fee_usd',
  tid: 'trade_id',
} as const;

/** Meaning of a trade's numbers, for the description of every endpoint that lists trades. */
export const tradeMeaning =
  'A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, ' +
  'pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the ' +
  "fill's own price, any other token at its latest known price.";

export const tradeExample: Static<typeof tradeBody> = {
  tradeTime: '2026-01-15T09:30:12.486Z',
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  coin: 'BTC',
  side: 'A',
  direction: 'Close Long',
  price: 96250,
  size: 12.5,
  volume: 1203125,
  pnl: 68750,
  fee: 421.09375,
  tid: 441413449625,
  rawTime: 1768469412486,
  startPosition: 20,
};
