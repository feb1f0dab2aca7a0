import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { decimal, dexName, id, name, nullable, optional, timeMs } from './scalar.ts';

/** The exchange sends at most 20 levels a side; twice ten times that is no book of it. */
const levelsLimit = 400;

const level = Type.Object({
  px: decimal,
  sz: decimal,
  /** Orders at this price. */
  n: id,
});
const levels = Type.Array(level, { maxItems: levelsLimit, description: `at most ${levelsLimit} levels` });

/** `l2Book`, the answer and the message: bids and asks, best first. */
export const book = payload(
  'book',
  Type.Object({ coin: name, time: timeMs, levels: Type.Tuple([levels, levels]) }),
);
export type WireBook = ValueOf<typeof book>;

/** A message of channel `bbo`: best bid and best ask, null where that side is empty. */
export const bestQuotes = payload(
  'bbo',
  Type.Object({ coin: name, time: timeMs, bbo: Type.Tuple([nullable(level), nullable(level)]) }),
);
export type WireBestQuotes = ValueOf<typeof bestQuotes>;

const mids = Type.Record(Type.String(), decimal);

/** The answer of `allMids`: mid price by coin. */
export const allMids = payload('allMids', mids);

export const allMidsMessage = payload('allMids', Type.Object({ mids, dex: optional(dexName) }));
