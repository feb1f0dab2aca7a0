import { cutScaled } from '../kernel/scaled.ts';
import { isStablecoin } from './fill.ts';

/** Decimals of every {@link AccountValue}: an amount of 12 × a mark of 12 × the price of its collateral of 12. */
export const valueDecimals = 36;
const factor = 12;
const one = 10n ** BigInt(factor);

/** Amounts are plain decimals. */
export interface AccountParts {
  /** As `userAbstraction` names it; undefined where it was not read. */
  mode: string | undefined;
  /** One for each dex of which a state was read. */
  dexes: readonly DexPart[];
  spot: HeldPart | undefined;
  /** Of vaults, USD; `asset` is the vault. */
  vaults: HeldPart | undefined;
  /** Of HYPE. */
  staked: HeldPart | undefined;
  /** Net amount lent of each token: lent out less owed. */
  lent: HeldPart | undefined;
  /** Tokens on their way from the exchange's EVM. */
  escrow: HeldPart | undefined;
}

export interface DexPart {
  dex: string;
  /** Token of its money; empty where it is not known. */
  collateral: string;
  /** Null where the state did not say. */
  accountValue: string | null;
  totalRawUsd: string | null;
  totalNtlPos: string | null;
  /** Positions that are open on it. */
  open: number;
  /** Open positions of the state, used to revalue the account at their marks; default: the exchange's valuation. */
  positions?: readonly { coin: string; szi: string }[];
  /** Time of the state, unix milliseconds. */
  atMs: number;
}

export interface HeldPart {
  /** `settled` is what a unit of a settled outcome's side was paid out at. */
  held: readonly { asset: string; amount: string; settled?: string }[];
  /** When it was asked for, unix milliseconds. */
  atMs: number;
  /** When the wallet last moved money into it or out of it, unix milliseconds. */
  movedMs?: number;
}

export interface AccountPrices {
  /** Mark of a coin in its quote token; undefined where there is none. */
  markOf(coin: string): string | undefined;
  /** The pair of a token against a dollar token, the market of an outcome's side, and that dollar token; undefined where none is listed. */
  pairOf(token: string): { coin: string; quote: string } | undefined;
}

/** Why a part is not known, or is no part of the sum. */
export type PartReason =
  | 'not-read'
  /** The exchange's answer did not have it, or not readably. */
  | 'not-in-state'
  /** A token that it holds has a pair, and no price now. */
  | 'no-price'
  /** Money went into it or out of it since it was read. */
  | 'moved-since'
  /** The account keeps its collateral in spot: it is counted there. */
  | 'counted-in-spot';

export interface PartValue {
  /** 10^-36 USD; null if unknown. */
  value: bigint | null;
  /** The known amount of the part, even if the part as a whole is unknown. */
  known: bigint;
  reason?: PartReason;
  /** Unix milliseconds; undefined where it was not read. */
  atMs: number | undefined;
}

/** A dollar token that is no USDC, and what it was counted at. */
export interface StablePrice {
  token: string;
  /** 10^-12 USD. */
  price: bigint;
  /** Why it is 1, where its pair does not say. */
  assumed?: 'no-price' | 'out-of-bounds';
}

export interface AccountValue {
  /** 10^-36 USD; null where a part is not known. */
  total: bigint | null;
  /** Sum of the known amounts. */
  known: bigint;
  /** True if the collateral of all positions is in spot. */
  isPooled: boolean;
  /** How that is known: the exchange said so; by what only such an account shows; or nothing says so. */
  modeBasis: 'exchange' | 'sign' | 'assumed';
  perps: (PartValue & { dex: string; collateral: string })[];
  spot: PartValue;
  vaults: PartValue;
  staked: PartValue;
  lent: PartValue;
  escrow: PartValue;
  /** Dollar tokens that were counted, each once. */
  stables: StablePrice[];
  /** Tokens of spot without a pair against a dollar token: they have no mark, and are not in the sum. */
  unpriced: string[];
}

/** The number that encodes a side, `10 × outcome + side`, of its token; undefined of other tokens. */
export function sideEncodingOf(token: string): number | undefined {
  return /^[+o]\d{1,12}$/.test(token) ? Number(token.slice(1)) : undefined;
}

const pooledModes = new Set(['unifiedAccount', 'portfolioMargin']);
const apartModes = new Set(['default', 'disabled', 'dexAbstraction']);
/** A mode that came later: its collateral may be in spot, too, and would count twice. */
const isNewMode = (mode: string | undefined) =>
  mode !== undefined && !pooledModes.has(mode) && !apartModes.has(mode);
/** A pair of a dollar token says what it is worth within these, 10^-12 USD: outside them it is a book without depth. */
const stableBounds = { least: (9n * one) / 10n, most: (11n * one) / 10n };
const stakedToken = 'HYPE';

/**
 * What one account is worth, each of its parts once, exactly.
 *
 * Perps are in their dex's collateral, which is counted at the price of its pair. Where the account is pooled (unified or
 * portfolio margin) the equity of all perps is in the spot balance of their collateral already (docs/exchange.md#balances-and-account-modes):
 * the sum then is the other parts (docs/methodology.md#account-value).
 */
export function accountValue(parts: AccountParts, prices: AccountPrices): AccountValue {
  const { dexes, spot, vaults, staked, lent, escrow } = parts;
  const book = createPriceBook(prices);
  const { isPooled, modeBasis } = modeOf(parts);
  const unpriced: string[] = [];
  const priceOf: AssetPrice = ({ asset, settled }) =>
    settled === undefined ? book.tokenPrice(asset, unpriced) : book.payoutPrice(asset, settled);
  const perps = dexes.map((part) => {
    const { dex, collateral } = part;
    if (isNewMode(parts.mode)) return { dex, collateral, ...unreadPart(part.atMs) };
    return { dex, collateral, ...(isPooled ? pooledPart(part) : perpsPart(part, book, prices)) };
  });
  const values = {
    spot: heldPart(spot, priceOf),
    escrow: heldPart(escrow, priceOf),
    lent: lentPart(parts, heldPart(lent, priceOf)),
    vaults: heldPart(vaults, () => one * one),
    staked: heldPart(staked, () => book.tokenPrice(stakedToken, unpriced)),
  };
  const summed = [...perps, ...Object.values(values)].filter(({ reason }) => reason !== 'counted-in-spot');
  const known = summed.reduce((sum, part) => sum + part.known, 0n);
  // A wallet of which no dex was read may have anything there.
  const isKnown = dexes.length > 0 && summed.every(({ value }) => value !== null);
  const total = isKnown ? known : null;
  return {
    total,
    known,
    isPooled,
    modeBasis,
    perps,
    ...values,
    stables: book.stables(),
    unpriced: [...new Set(unpriced)].sort(),
  };
}

/** A mode that was read counts; else positions that are open while all sums of the margin are 0 show a pooled account. */
function modeOf({ mode, dexes }: AccountParts): Pick<AccountValue, 'isPooled' | 'modeBasis'> {
  if (mode !== undefined) return { isPooled: pooledModes.has(mode), modeBasis: 'exchange' };
  const isZero = (text: string | null) => text !== null && /^-?[0.]+$/.test(text);
  const isShown = dexes.some(
    (part) => [part.accountValue, part.totalNtlPos, part.totalRawUsd].every(isZero) && part.open > 0,
  );
  return isShown ? { isPooled: true, modeBasis: 'sign' } : { isPooled: false, modeBasis: 'assumed' };
}

const unreadPart = (atMs: number | undefined): PartValue => ({
  value: null,
  known: 0n,
  reason: 'not-read',
  atMs,
});

const pooledPart = ({ atMs }: DexPart): PartValue => ({
  value: null,
  known: 0n,
  reason: 'counted-in-spot',
  atMs,
});

function perpsPart(part: DexPart, book: PriceBook, prices: AccountPrices): PartValue {
  const { accountValue, collateral, atMs } = part;
  const price = book.stablePrice(collateral);
  const atMarks = valueAtMarks(part, prices);
  if (atMarks === undefined && accountValue === null)
    return { value: null, known: 0n, reason: 'not-in-state', atMs };
  const value = (atMarks ?? cutScaled(accountValue!, factor) * one) * price;
  return { value, known: value, atMs };
}

/** Cash and positions at mark, 10^-24 of the collateral (docs/exchange.md#account-states); undefined where one of them is not known. */
function valueAtMarks({ positions, totalRawUsd }: DexPart, { markOf }: AccountPrices): bigint | undefined {
  if (positions === undefined || totalRawUsd === null) return undefined;
  let value = cutScaled(totalRawUsd, factor) * one;
  for (const { coin, szi } of positions) {
    const mark = markOf(coin);
    if (mark === undefined) return undefined;
    value += cutScaled(szi, factor) * cutScaled(mark, factor);
  }
  return value;
}

/** In portfolio margin a spot balance includes lent and owed amounts (docs/exchange.md#balances-and-account-modes). */
function lentPart({ mode, lent }: AccountParts, part: PartValue): PartValue {
  const { atMs } = part;
  if (mode === 'portfolioMargin') return { value: null, known: 0n, reason: 'counted-in-spot', atMs };
  const isUnknown = mode === undefined || isNewMode(mode);
  const isAmbiguous = isUnknown && lent !== undefined && lent.held.length > 0;
  return isAmbiguous ? unreadPart(atMs) : part;
}

/** 10^-24 USD of a unit; null if it has no price now, undefined if it never has one. */
type AssetPrice = (held: HeldPart['held'][number]) => bigint | null | undefined;

function heldPart(part: HeldPart | undefined, priceOf: AssetPrice): PartValue {
  if (part === undefined) return unreadPart(undefined);
  const { atMs, movedMs = 0 } = part;
  if (movedMs > atMs) return { value: null, known: 0n, reason: 'moved-since', atMs };
  let known = 0n;
  let isWhole = true;
  for (const held of part.held) {
    const units = cutScaled(held.amount, factor);
    if (units === 0n) continue;
    const price = priceOf(held);
    if (price === null) isWhole = false;
    else known += units * (price ?? 0n);
  }
  return isWhole ? { value: known, known, atMs } : { value: null, known, reason: 'no-price', atMs };
}

type PriceBook = ReturnType<typeof createPriceBook>;

function createPriceBook({ markOf, pairOf }: AccountPrices) {
  const stables = new Map<string, StablePrice>();

  function readStable(token: string): StablePrice {
    const pair = pairOf(token);
    const mark = pair?.quote === 'USDC' ? markOf(pair.coin) : undefined;
    if (mark === undefined) return { token, price: one, assumed: 'no-price' };
    const price = cutScaled(mark, factor);
    const isWithin = price >= stableBounds.least && price <= stableBounds.most;
    return isWithin ? { token, price } : { token, price: one, assumed: 'out-of-bounds' };
  }

  /** 10^-12 USD. */
  function stablePrice(token: string): bigint {
    if (token === 'USDC') return one;
    const known = stables.get(token) ?? readStable(token);
    stables.set(token, known);
    return known.price;
  }

  /** 10^-24 USD; null where it has no price now, undefined where it has no pair. */
  function tokenPrice(token: string, unpriced: string[]): bigint | null | undefined {
    if (isStablecoin(token)) return stablePrice(token) * one;
    const pair = pairOf(token);
    if (pair === undefined) {
      // Every side of an outcome is worth something: its market, or its settlement, is not known yet.
      if (sideEncodingOf(token) !== undefined) return null;
      unpriced.push(token);
      return undefined;
    }
    const mark = markOf(pair.coin);
    return mark === undefined ? null : cutScaled(mark, factor) * stablePrice(pair.quote);
  }

  /** 10^-24 USD. */
  function payoutPrice(token: string, settled: string): bigint {
    return cutScaled(settled, factor) * stablePrice(pairOf(token)?.quote ?? 'USDC');
  }

  return { stablePrice, tokenPrice, payoutPrice, stables: () => [...stables.values()] };
}
