import { Type } from 'typebox';
import { type Fault, payload, type Read, type Reader, readEach, type ValueOf } from './payload.ts';
import { address, decimal, dexName, id, name, nameOf, nullable, optional, timeMs } from './scalar.ts';

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
  /** |szi| × mark; the mark itself is not published. */
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

const account = Type.Object({
  marginSummary,
  crossMarginSummary: marginSummary,
  crossMaintenanceMarginUsed: decimal,
  withdrawable: decimal,
});

/** A wallet's account on one dex (`clearinghouseState`), whole. */
export const clearinghouseState = payload(
  'clearinghouseState',
  Type.Object({
    ...account.properties,
    assetPositions: Type.Array(Type.Object({ type: name, position })),
    time: timeMs,
  }),
);
export type WireClearinghouseState = ValueOf<typeof clearinghouseState>;
export type WirePosition = WireClearinghouseState['assetPositions'][number]['position'];

/** Without its size it is no position; every other part costs itself where it is null or odd. */
const readPosition = Type.Object({
  coin: name,
  szi: decimal,
  ...Type.Partial(Type.Omit(position, ['coin', 'szi'])).properties,
});
const assetPosition = payload(
  'assetPosition',
  Type.Object({ type: optional(nameOf('oneWay')), position: readPosition }),
);
const readAccount = payload(
  'clearinghouseState',
  Type.Object({
    ...Type.Partial(account).properties,
    assetPositions: Type.Array(Type.Unknown()),
    time: timeMs,
  }),
);

/** What can be read of a {@link WireClearinghouseState}. */
export interface AccountState extends Omit<ValueOf<typeof readAccount>, 'assetPositions'> {
  assetPositions: ValueOf<typeof assetPosition>[];
  /** Some position of it cannot be read: one that is missing need not be closed. */
  isPartial?: true;
}
export type AccountPosition = AccountState['assetPositions'][number]['position'];

/** The answer of `clearinghouseState`: what cannot be read of one position costs none of the others. */
export const readAccountState: Reader<AccountState> = (value) => {
  const reading: Read<ValueOf<typeof readAccount>> | Fault = readAccount.read(value);
  if ('fault' in reading) return reading;
  const { data, rejected, odd = [] } = readEach(assetPosition, reading.data.assetPositions);
  const beside = [...(reading.odd ?? []), ...odd];
  const isPartial = rejected.length > 0 && { isPartial: true as const };
  const assetPositions = data.map(withLiquidationPrice);
  const state = { ...reading.data, assetPositions, ...isPartial };
  return { data: state, rejected, ...(beside.length > 0 && { odd: beside }) };
};

/** The exchange writes some prices that no market reaches, such as "-1250.5" and "0.0": no price above 0 liquidates then. */
function withLiquidationPrice(held: ValueOf<typeof assetPosition>): ValueOf<typeof assetPosition> {
  const { liquidationPx, ...position } = held.position;
  return liquidationPx === undefined || Number(liquidationPx) > 0 ? held : { ...held, position };
}

export const clearinghouseStateMessage = payload(
  'clearinghouseState',
  Type.Object({ dex: optional(dexName), user: address, clearinghouseState: clearinghouseState.schema }),
);
