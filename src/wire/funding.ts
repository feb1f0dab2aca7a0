import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { decimal, hash, id, name, optional, timeMs } from './scalar.ts';

/** One hour of a market (`fundingHistory`). */
export const marketFunding = payload(
  'funding',
  Type.Object({ coin: name, fundingRate: decimal, premium: optional(decimal), time: timeMs }),
);
export type WireMarketFunding = ValueOf<typeof marketFunding>;

/**
 * One payment of a wallet (`userFunding`). Older history is merged by day and coin: `nSamples` is then the number of
 * hours and `szi` their mean.
 */
export const userFunding = payload(
  'userFunding',
  Type.Object({
    time: timeMs,
    hash: optional(hash),
    delta: Type.Object({
      coin: name,
      /** Negative is paid. */
      usdc: decimal,
      szi: decimal,
      fundingRate: decimal,
      nSamples: optional(id),
    }),
  }),
);
export type WireUserFunding = ValueOf<typeof userFunding>;

/** The payment of a `userEvents` message; it does not have its time in every version. */
export const fundingEvent = Type.Object({
  time: optional(timeMs),
  coin: name,
  usdc: decimal,
  szi: decimal,
  fundingRate: decimal,
  nSamples: optional(id),
});
