import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, hash, id, name, optional, price, side, size, timeMs } from './scalar.ts';

/** One match, in `recentTrades` and channel `trades`. Its key is (time, coin, tid). */
export const trade = payload(
  'trade',
  Type.Object({
    coin: name,
    /** Of the side that took liquidity. */
    side,
    px: price,
    sz: size,
    time: timeMs,
    hash: optional(hash),
    /** A hash of both orders: neither sortable nor unique alone. */
    tid: id,
    /** Buyer and seller. */
    users: Type.Tuple([address, address]),
  }),
);
export type WireTrade = ValueOf<typeof trade>;
