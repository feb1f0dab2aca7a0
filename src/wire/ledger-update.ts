import { type Static, type TSchema, Type } from 'typebox';
import { drift } from './drift.ts';
import { fault } from './fault.ts';
import { payload, type Reading } from './payload.ts';
import { address, decimal, dexName, flag, hash, name, nameOf, optional, timeMs } from './scalar.ts';

const ends = { user: address, destination: address };
const token = { token: name, amount: decimal };
const fees = { fee: optional(decimal), feeToken: optional(dexName), nativeTokenFee: optional(decimal) };
const toVault = { vault: address, usdc: decimal, fee: optional(decimal) };

/** Of each type the fields that have a meaning here; others stay in the update as it came. */
const fieldsOf = {
  deposit: { usdc: decimal },
  withdraw: { usdc: decimal, fee: optional(decimal) },
  internalTransfer: { usdc: decimal, ...ends, fee: optional(decimal) },
  subAccountTransfer: { usdc: decimal, ...ends },
  accountClassTransfer: { usdc: decimal, toPerp: flag },
  send: {
    ...ends,
    ...token,
    ...fees,
    usdcValue: optional(decimal),
    sourceDex: optional(dexName),
    destinationDex: optional(dexName),
  },
  spotTransfer: { ...ends, ...token, ...fees, usdcValue: optional(decimal) },
  perpDexClassTransfer: { ...token, dex: optional(dexName), toPerp: flag },
  vaultCreate: toVault,
  vaultDeposit: toVault,
  vaultWithdraw: { vault: address, user: address, netWithdrawnUsd: decimal },
  vaultDistribution: toVault,
  vaultLeaderCommission: { user: address, usdc: decimal },
  liquidation: {
    liquidatedNtlPos: decimal,
    accountValue: decimal,
    leverageType: nameOf('Cross', 'Isolated'),
  },
  borrowLend: {
    ...token,
    operation: nameOf('supply', 'withdraw', 'repay', 'borrow'),
    interestAmount: optional(decimal),
  },
  activateDexAbstraction: { ...token, dex: optional(dexName) },
  rewardsClaim: { amount: decimal, token: optional(name) },
  cStakingTransfer: { ...token, isDeposit: flag },
  spotGenesis: token,
  accountActivationGas: token,
  gossipPriorityGasAuction: token,
  deployGasAuction: token,
  CDeposit: { user: address, amount: decimal },
  CWithdrawal: { user: address, amount: decimal, is_finalized: optional(flag) },
  Delegation: { user: address, validator: address, amount: decimal, is_undelegate: flag },
  ValidatorRewards: { validator: address, amount: decimal },
  GossipPriorityAuctionRestart: {},
} satisfies Record<string, Record<string, TSchema>>;

type Types = keyof typeof fieldsOf;
/** An update of a type that is known, without what says nothing of a balance. */
export type WireLedgerDelta = {
  [T in Types]: { type: T } & Static<ReturnType<typeof Type.Object<(typeof fieldsOf)[T]>>>;
}[Types];

const payloads = new Map(
  Object.entries(fieldsOf).map(([type, fields]) => [
    type,
    payload(type, Type.Object({ ...fields, type: optional(name) })),
  ]),
);

export interface LedgerReading {
  /** The exchange's own name of what it is. */
  kind: string;
  /** Undefined for a type that is not known. */
  delta: WireLedgerDelta | undefined;
  raw: unknown;
}

/** @returns the reason where a type that is known has not the fields that it should have */
export function readLedgerFields(kind: string, value: unknown): LedgerReading | string {
  const known = payloads.get(kind);
  if (known === undefined) {
    drift.countValue('ledger update', 'type', kind, value);
    return { kind: kind.toWellFormed(), delta: undefined, raw: value };
  }
  const read = known.read(value);
  if ('fault' in read) return read.fault;
  return { kind, delta: { ...(read.data as object), type: kind } as WireLedgerDelta, raw: value };
}

/** Reads a `delta` with its `type`, as the API and a node have it. */
export function readLedgerDelta(value: unknown): LedgerReading | string {
  const { type } = (value ?? {}) as { type?: unknown };
  if (typeof type !== 'string' || type === '' || type.length > 64)
    return fault('delta.type', type, 'the name of a ledger update');
  return readLedgerFields(type, value);
}

const row = payload(
  'ledger update',
  Type.Object({
    time: timeMs,
    hash: optional(hash),
    delta: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'an object with its type' }),
  }),
);

/** One row of `userNonFundingLedgerUpdates`, with what it says. */
export interface WireLedgerUpdate {
  time: number;
  /** Empty where it has none. */
  hash: string;
  reading: LedgerReading;
}

export const ledgerUpdate = {
  name: row.name,
  read(value: unknown): Reading<WireLedgerUpdate> {
    const read = row.read(value);
    if ('fault' in read) return read;
    const { time, hash: by = '', delta } = read.data;
    const reading = readLedgerDelta(delta);
    if (typeof reading === 'string') return { fault: reading };
    return { data: { time, hash: by, reading }, rejected: [] };
  },
};
