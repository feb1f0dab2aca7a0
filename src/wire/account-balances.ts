import { Type } from 'typebox';
import { type Fault, payload, type Read, type Reader, readEach, type ValueOf } from './payload.ts';
import { address, decimal, flag, id, name, nameOf, optional, timeMs } from './scalar.ts';

/** What a wallet has of one token. An outcome's side is the token `+N`, which has no index. */
const spotBalance = payload(
  'spotBalance',
  Type.Object({
    coin: name,
    token: optional(id),
    total: decimal,
    /** Of the total, what orders and margin hold. */
    hold: optional(decimal),
    /** What it cost, in USDC. */
    entryNtl: optional(decimal),
  }),
);
export type WireSpotBalance = ValueOf<typeof spotBalance>;

/** Tokens on their way from the exchange's EVM. */
const escrow = payload('evmEscrow', Type.Object({ coin: name, token: optional(id), total: decimal }));

const readBalances = payload(
  'spotClearinghouseState',
  Type.Object({
    balances: Type.Array(Type.Unknown()),
    evmEscrows: optional(Type.Array(Type.Unknown())),
    portfolioMarginEnabled: optional(flag),
  }),
);

export interface SpotState {
  balances: WireSpotBalance[];
  /** Undefined if some escrow cannot be read. */
  escrows?: ValueOf<typeof escrow>[];
  /** Said of accounts in portfolio margin alone. */
  portfolioMarginEnabled?: boolean;
  /** Some balance of it cannot be read: one that is missing need not be 0. */
  isPartial?: true;
}

/** The answer of `spotClearinghouseState`: a balance that cannot be read costs none of the others. */
export const readSpotState: Reader<SpotState> = (value) => {
  const reading: Read<ValueOf<typeof readBalances>> | Fault = readBalances.read(value);
  if ('fault' in reading) return reading;
  const { balances, evmEscrows = [], ...rest } = reading.data;
  const { data, rejected, odd = [] } = readEach(spotBalance, balances);
  const escrows = readEach(escrow, evmEscrows);
  const beside = [...(reading.odd ?? []), ...odd];
  const state: SpotState = {
    ...rest,
    balances: data,
    ...(rejected.length > 0 && { isPartial: true as const }),
    ...(escrows.rejected.length === 0 && { escrows: escrows.data }),
  };
  const unread = [...rejected, ...escrows.rejected];
  return { data: state, rejected: unread, ...(beside.length > 0 && { odd: beside }) };
};

/** One element of `userVaultEquities`: what a wallet has in a vault, USD. */
export const vaultEquity = payload(
  'vaultEquity',
  Type.Object({ vaultAddress: address, equity: decimal, lockedUntilTimestamp: optional(timeMs) }),
);
export type WireVaultEquity = ValueOf<typeof vaultEquity>;

/** A wallet's staking account (`delegatorSummary`), HYPE. */
export const delegatorSummary = payload(
  'delegatorSummary',
  Type.Object({
    /** With validators. */
    delegated: decimal,
    /** In the staking account, with none. */
    undelegated: decimal,
    /** On its way out of the staking account. */
    totalPendingWithdrawal: decimal,
  }),
);
export type WireDelegatorSummary = ValueOf<typeof delegatorSummary>;

const lent = Type.Object({ value: decimal });
const lendingState = payload(
  'borrowLendUserState',
  Type.Object({ tokenToState: Type.Array(Type.Unknown()) }),
);
const tokenLending = payload(
  'borrowLendUserState token',
  Type.Tuple([id, Type.Object({ borrow: lent, supply: lent })]),
);

/** What a wallet lends and owes of one token, interest included. */
export interface TokenLending {
  /** Index of the token in `spotMeta`. */
  token: number;
  supplied: string;
  borrowed: string;
}

/** The answer of `borrowLendUserState`: a token that cannot be read costs none of the others. */
export const readLending: Reader<TokenLending[]> = (value) => {
  const reading = lendingState.read(value);
  if ('fault' in reading) return reading;
  const { data, ...rest } = readEach(tokenLending, reading.data.tokenToState);
  const tokens = data.map(([token, { supply, borrow }]) => ({
    token,
    supplied: supply.value,
    borrowed: borrow.value,
  }));
  return { data: tokens, ...rest };
};

/**
 * How an account keeps its collateral (`userAbstraction`): `unifiedAccount` and `portfolioMargin` in spot, `default`, `disabled`
 * and `dexAbstraction` apart; an unknown mode counts as apart.
 */
export const userAbstraction = payload(
  'userAbstraction',
  nameOf('unifiedAccount', 'portfolioMargin', 'default', 'disabled', 'dexAbstraction'),
);
