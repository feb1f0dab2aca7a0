import { type Static, Type } from 'typebox';
import { lateCheck } from '../kernel/late-check.ts';

const time = Type.Integer();
const decimal = Type.String();
const maybe = Type.Optional(decimal);

/**
 * The state of a market as the exchange published it. Decimals keep the exchange's text; spot pairs and outcomes have no oracle, open
 * interest, funding or premium.
 */
const marketContext = Type.Object({
  coin: Type.String(),
  /** Empty except for HIP-3 markets. */
  dex: Type.String(),
  /** Arrival time, unix milliseconds: contexts carry no time. */
  observedAtMs: time,
  /** Prices in units of the collateral. */
  markPx: decimal,
  /** Absent if a side of the book is empty. */
  midPx: maybe,
  oraclePx: maybe,
  /** Price 24 hours ago. */
  prevDayPx: decimal,
  /** In coins, one side. */
  openInterest: maybe,
  /** Estimate of the current hour's rate, a fraction; positive: longs pay. */
  funding: maybe,
  /** Premium of mark over oracle, a fraction. */
  premium: maybe,
  /** Traded in 24 hours, in units of the collateral and in coins. */
  dayNotional: decimal,
  dayBase: maybe,
});
export type MarketContext = Static<typeof marketContext>;

const level = Type.Object({
  px: decimal,
  /** In coins. */
  sz: decimal,
  /** Orders at this price. */
  orders: Type.Integer(),
});

/** An order book, best level first, as the exchange published it: at most 20 levels a side. */
const marketBook = Type.Object({
  coin: Type.String(),
  /** The exchange's time of the book, unix milliseconds. */
  timeMs: time,
  /** Arrival time, unix milliseconds. */
  observedAtMs: time,
  bids: Type.Array(level),
  asks: Type.Array(level),
});
export type MarketBook = Static<typeof marketBook>;
export type MarketLevel = Static<typeof level>;

/** A candle; the newest one may still be open. Prices in units of the collateral, volume in coins. */
const marketCandle = Type.Object({
  coin: Type.String(),
  /** As the exchange names it: `1m`. */
  interval: Type.String(),
  /** First and last millisecond of the candle, unix milliseconds. */
  openMs: time,
  closeMs: time,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  trades: Type.Integer(),
  /** Arrival time, unix milliseconds. */
  observedAtMs: time,
});
export type MarketCandle = Static<typeof marketCandle>;

const marketTrade = Type.Object({
  coin: Type.String(),
  px: decimal,
  /** The exchange's time of the trade, unix milliseconds. */
  timeMs: time,
  /** Arrival time, unix milliseconds. */
  observedAtMs: time,
});
export type MarketTrade = Static<typeof marketTrade>;

const schemas = { context: marketContext, book: marketBook, candle: marketCandle, trade: marketTrade };

/** Kinds of market states; a later state replaces an earlier one. */
export type ObservationKind = keyof typeof schemas;
export type ObservationOf<K extends ObservationKind> = Static<(typeof schemas)[K]>;
export type Observation = { [K in ObservationKind]: { kind: K; state: ObservationOf<K> } }[ObservationKind];
export const observationKinds = Object.keys(schemas) as ObservationKind[];

const checks = {
  context: lateCheck(marketContext),
  book: lateCheck(marketBook),
  candle: lateCheck(marketCandle),
  trade: lateCheck(marketTrade),
};

/** Key within which observations replace each other: the coin, for candles with the interval. */
export function observationKey({ kind, state }: Observation): string {
  return kind === 'candle' ? `${state.coin} ${state.interval}` : state.coin;
}

/** @returns undefined if another program version wrote an unknown form */
export function readObservation(kind: string, text: string): Observation | undefined {
  if (!Object.hasOwn(checks, kind)) return undefined;
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    return undefined;
  }
  return checks[kind as ObservationKind].Check(state) ? ({ kind, state } as Observation) : undefined;
}

/** True if `state` is newer than `known`, or as new. */
export function isNewer({ kind, state }: Observation, known: ObservationOf<ObservationKind>): boolean {
  switch (kind) {
    case 'context':
      return state.observedAtMs >= known.observedAtMs;
    case 'candle': {
      const before = known as MarketCandle;
      return state.openMs === before.openMs ? state.trades >= before.trades : state.openMs > before.openMs;
    }
    default:
      return state.timeMs >= (known as MarketTrade).timeMs;
  }
}
