import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, decimal, dexName, id, name, nullable, optional, timeMs } from './scalar.ts';

const marginSummary = Type.Object({
  accountValue: decimal,
  totalNtlPos: decimal,
  totalRawUsd: decimal,
  totalMarginUsed: decimal,
});

const position = Type.Object({
  coin: name,
  /** Signed size. */
  szi: decimal,
  leverage: Type.Object({
    type: Type.Unsafe<'cross' | 'isolated'>({
      type: 'string',
      enum: ['cross', 'isolated'],
      description: '"cross" or "isolated"',
    }),
    value: id,
    /** Isolated only. */
    rawUsd: optional(decimal),
  }),
  entryPx: decimal,
  /** |szi| × mark; the mark itself is not told. */
  positionValue: decimal,
  unrealizedPnl: decimal,
  /** A fraction of the margin. */
  returnOnEquity: decimal,
  /** Null where no price above 0 liquidates. */
  liquidationPx: nullable(decimal),
  marginUsed: decimal,
  maxLeverage: id,
  /** Positive is paid: the opposite sign of `userFunding`. */
  cumFunding: Type.Object({ allTime: decimal, sinceOpen: decimal, sinceChange: decimal }),
});

/** A wallet's account on one dex (`clearinghouseState`). */
export const clearinghouseState = payload(
  'clearinghouseState',
  Type.Object({
    marginSummary,
    crossMarginSummary: marginSummary,
    crossMaintenanceMarginUsed: decimal,
    withdrawable: decimal,
    assetPositions: Type.Array(Type.Object({ type: name, position })),
    time: timeMs,
  }),
);
export type WireClearinghouseState = ValueOf<typeof clearinghouseState>;
export type WirePosition = WireClearinghouseState['assetPositions'][number]['position'];

/** A message of channel `clearinghouseState`. */
export const clearinghouseStateMessage = payload(
  'clearinghouseState',
  Type.Object({ dex: optional(dexName), user: address, clearinghouseState: clearinghouseState.schema }),
);
