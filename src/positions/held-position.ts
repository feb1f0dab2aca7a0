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

/** One position in an account state; money in the collateral. */
export interface PositionState {
  /** Unix milliseconds, by the exchange's clock. */
  timeMs: number;
  /** Of the first state that showed it without a break. */
  firstMs: number;
  /** Coins, signed; 0 where the state shows none. */
  size: number;
  /** NaN where the exchange did not say. */
  entryPx: number;
  /** 0 where the exchange did not say. */
  leverage: number;
  /** False, too, where the exchange did not say: its leverage is 0 then. */
  isIsolated: boolean;
  /** Of the margin tier it was in. */
  maxLeverage: number;
  marginUsed: number;
  /** NaN where the exchange published none. */
  liquidationPx: number;
  /** NaN where the exchange did not say. */
  fundingSinceOpen: number;
  /** What the liquidation price follows from, see `liquidationPriceOf`; NaN where the account is not known well enough. */
  debt: number;
}

/** All that is known of one wallet's open position in one coin. */
export interface HeldPosition {
  /** Folded from fills, the newest included; undefined where none is known, or they end flat before the state. */
  chain: OpenPosition | undefined;
  state: PositionState | undefined;
  /** That of the state, moved by each fill after it. */
  debt: number;
}

/**
 * The position after fills in their order; a state that lies between two of them gives what fills do not know.
 *
 * @param held where the fills go on from: a chain that they continue, a state, or nothing.
 * @returns undefined where the position is closed
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
        // Another position from here on: the state's values are of the one before.
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
 * The position after a state was read; where fills are newer, the state gives leverage and margin alone.
 *
 * @param lastFillMs of the newest fill that is known of the wallet and coin, also where it closed the position.
 * @returns `held` itself where the state has nothing new; undefined where the position is closed
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

/** The newer of two states, which remembers since when the position was shown. */
export function newerState(
  known: PositionState | undefined,
  state: PositionState | undefined,
): PositionState | undefined {
  if (known === undefined || state === undefined) return known ?? state;
  if (known.timeMs > state.timeMs) return known;
  const isSame = known.size > 0 === state.size > 0;
  return { ...state, firstMs: isSame ? known.firstMs : state.firstMs };
}

/** The same state again: its account may be stored a moment after its positions. */
function withAccount(held: HeldPosition, known: PositionState, debt: number): HeldPosition {
  if (!Number.isNaN(known.debt) || Number.isNaN(debt)) return held;
  const isNewest = restsOnState(held);
  return { chain: held.chain, state: { ...known, debt }, debt: isNewest ? debt : held.debt };
}

/** True where the newest that is known of it is its state: at the same moment a state has the fill in it. */
export function restsOnState({ chain, state }: HeldPosition): boolean {
  return state !== undefined && (chain === undefined || state.timeMs >= chain.lastMs);
}

/** Unix milliseconds of the newest that is known of it. */
export function newestMs({ chain, state }: HeldPosition): number {
  return Math.max(chain?.lastMs ?? 0, state?.timeMs ?? 0);
}

/** What is shown of a position: the newer of fill and state. NaN and 0 as the columns have them. */
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

/** The entry that fills say of the position that a state shows; NaN where theirs is another one. */
function entryOfChain(chain: OpenPosition | undefined, state: PositionState): number {
  const position = chainOfState(chain, state);
  return position === undefined ? Number.NaN : entryPxOf(position);
}

/** How a fill moves the debt: a cross account pays for it, an isolated position brings margin for what it opens. */
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

/** × 10^12, exactly the decimal that the number was read from: its shortest text. */
function scaled12(value: number): bigint {
  // Below a millionth that would have an exponent.
  const text = Math.abs(value) < 1e-6 ? value.toFixed(12) : String(value);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, 12).padEnd(12, '0'));
  return value < 0 ? -digits : digits;
}
