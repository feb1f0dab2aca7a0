import { liquidationPriceOf } from '../domain/liquidation-price.ts';
import type { MarginTable } from '../domain/margin-tiers.ts';
import {
  entryPxOf,
  type OpenPosition,
  type PositionFill,
  positionAfter,
  positionOfState,
  sizeOf,
} from '../domain/open-position.ts';
import { basis } from './position-columns.ts';

/** Money in the collateral. */
export interface PositionState {
  /** Unix milliseconds, by the exchange's clock. */
  timeMs: number;
  /** Unix milliseconds of the first of the unbroken run of states that show the position. */
  firstMs: number;
  /** Coins, signed; 0 if the state shows no position. */
  size: number;
  /** NaN if the exchange omits it. */
  entryPx: number;
  /** 0 if the exchange omits it. */
  leverage: number;
  /** Also false if the exchange omits the leverage type; then `leverage` is 0. */
  isIsolated: boolean;
  /** Maximum leverage of the position's margin tier. */
  maxLeverage: number;
  marginUsed: number;
  /** NaN if the exchange published none. */
  liquidationPx: number;
  /** NaN if the exchange omits it. */
  fundingSinceOpen: number;
  /** Debt for `liquidationPriceOf`; NaN if the account data is insufficient. */
  debt: number;
}

export interface HeldPosition {
  /** Fold of the fills up to the newest; undefined if no fill is known, or if they end flat before the state. */
  chain: OpenPosition | undefined;
  state: PositionState | undefined;
  /** The state's debt, adjusted by each later fill. */
  debt: number;
}

/**
 * The position after ordered fills; a state whose time lies between two of them supplies the values that fills lack.
 *
 * @param held position before the fills: a chain that they continue, a state, or undefined.
 * @returns undefined if the position is closed
 */
export function heldAfterFills(
  held: HeldPosition | undefined,
  fills: readonly PositionFill[],
): HeldPosition | undefined {
  let { chain, state, debt } = held ?? { chain: undefined, state: undefined, debt: Number.NaN };
  let lastMs = chain?.lastMs ?? Number.NEGATIVE_INFINITY;
  for (const fill of fills) {
    const isLater = state !== undefined && fill.timeMs > state.timeMs;
    if (state !== undefined && isLater && lastMs <= state.timeMs) {
      chain = chainOfState(chain, state);
      debt = state.debt;
    }
    const before = chain;
    chain = positionAfter(before, fill);
    if (state !== undefined && isLater) {
      if (chain === undefined || chain.openedMs === fill.timeMs) {
        // A new position begins here; the state belongs to the previous one.
        state = undefined;
        debt = Number.NaN;
      } else {
        debt = debtAfter(debt, fill, state);
      }
    }
    lastMs = fill.timeMs;
  }
  return chain === undefined && state === undefined ? undefined : { chain, state, debt };
}

/**
 * The position after a state was read; if fills are newer, the state supplies only leverage, margin and funding.
 *
 * @param lastFillMs newest known fill of the wallet and coin, even if it closed the position, unix milliseconds.
 * @returns `held` itself if the state adds nothing; undefined if the position is closed
 */
export function heldAfterState(
  held: HeldPosition | undefined,
  state: PositionState,
  lastFillMs: number,
): HeldPosition | undefined {
  const known = held?.state;
  if (known !== undefined && known.timeMs === state.timeMs) return withAccount(held!, known, state.debt);
  if (known !== undefined && known.timeMs > state.timeMs) return held;
  if (state.timeMs < lastFillMs) {
    const chain = held?.chain;
    const isOfIt = chain !== undefined && (chain.isCensored || chain.openedMs <= state.timeMs);
    if (!isOfIt || state.size === 0) return held;
    return { chain, state, debt: Number.NaN };
  }
  if (state.size === 0) return undefined;
  return { chain: held?.chain, state: newerState(known, state), debt: state.debt };
}

/** The newer of two states; keeps `firstMs` while the side is the same. */
export function newerState(
  known: PositionState | undefined,
  state: PositionState | undefined,
): PositionState | undefined {
  if (known === undefined || state === undefined) return known ?? state;
  if (known.timeMs > state.timeMs) return known;
  const isSame = known.size > 0 === state.size > 0;
  return { ...state, firstMs: isSame ? known.firstMs : state.firstMs };
}

/** Applies a repeat of the same state: the account may be stored slightly after its positions. */
function withAccount(held: HeldPosition, known: PositionState, debt: number): HeldPosition {
  if (!Number.isNaN(known.debt) || Number.isNaN(debt)) return held;
  const isNewest = restsOnState(held);
  return { chain: held.chain, state: { ...known, debt }, debt: isNewest ? debt : held.debt };
}

/** True if the state is the newest observation; a state with the time of a fill includes the fill. */
export function restsOnState({ chain, state }: HeldPosition): boolean {
  return state !== undefined && (chain === undefined || state.timeMs >= chain.lastMs);
}

export function newestMs({ chain, state }: HeldPosition): number {
  return Math.max(chain?.lastMs ?? 0, state?.timeMs ?? 0);
}

/** Column values of a position, from the newer of fill and state. NaN and 0 as in `PositionColumns`. */
export function shownPosition(held: HeldPosition, tableOf: (maxLeverage: number) => MarginTable) {
  const { chain, state, debt } = held;
  const reported = {
    stateMs: state?.timeMs ?? 0,
    leverage: state?.leverage ?? 0,
    isIsolated: state?.isIsolated === true ? 1 : 0,
    marginUsed: state?.marginUsed ?? Number.NaN,
    fundingSinceOpen: state?.fundingSinceOpen ?? Number.NaN,
    updatedMs: newestMs(held),
  };
  if (state !== undefined && restsOnState(held)) {
    const isSame = chain !== undefined && chain.size > 0n === state.size > 0;
    return {
      ...reported,
      size: state.size,
      entryPx: Number.isNaN(state.entryPx) ? entryOfChain(chain, state) : state.entryPx,
      openedMs: isSame ? chain.openedMs : state.firstMs,
      liquidationPx: state.liquidationPx,
      basis: basis.state,
    };
  }
  const size = sizeOf(chain!);
  const liquidationPx =
    state === undefined || Number.isNaN(debt)
      ? Number.NaN
      : (liquidationPriceOf(size, debt, tableOf(state.maxLeverage)) ?? Number.NaN);
  return {
    ...reported,
    size,
    entryPx: entryPxOf(chain!),
    openedMs: chain!.openedMs,
    liquidationPx,
    basis: basis.fill,
  };
}

function chainOfState(chain: OpenPosition | undefined, state: PositionState): OpenPosition | undefined {
  const { timeMs, firstMs } = state;
  const entryPx = Number.isNaN(state.entryPx) ? undefined : scaled12(state.entryPx);
  const reported = { size: scaled12(state.size), entryPx, timeMs };
  const after = positionOfState(chain, reported);
  return after !== undefined && after.openedMs === timeMs ? { ...after, openedMs: firstMs } : after;
}

/** Entry price by fills of the position in a state; NaN if the fills hold a different position. */
function entryOfChain(chain: OpenPosition | undefined, state: PositionState): number {
  const position = chainOfState(chain, state);
  return position === undefined ? Number.NaN : entryPxOf(position);
}

/** Debt after a fill: a cross account pays the full notional, an isolated position adds margin for the part it opens. */
function debtAfter(debt: number, fill: PositionFill, { isIsolated, leverage }: PositionState): number {
  const size = Number(fill.sz) / 1e12;
  const signed = fill.isBuy ? size : -size;
  const paid = signed * (Number(fill.px) / 1e10);
  if (!isIsolated) return debt + paid;
  const held = Number(fill.startPosition) / 1e12;
  const opens = held === 0 || held > 0 === fill.isBuy;
  if (opens && leverage === 0) return Number.NaN;
  return opens ? debt + paid - Math.abs(paid) / leverage : debt * ((held + signed) / held);
}

/** Value × 10^12, exact for the decimal that the number was parsed from (its shortest text). */
function scaled12(value: number): bigint {
  // `String` uses an exponent below one millionth.
  const text = Math.abs(value) < 1e-6 ? value.toFixed(12) : String(value);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, 12).padEnd(12, '0'));
  return value < 0 ? -digits : digits;
}
