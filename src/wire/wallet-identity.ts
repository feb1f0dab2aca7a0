import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, decimal, nameOf, nullable, optional, text } from './scalar.ts';

/** What kind of account an address is (`userRole`). */
export const userRole = payload(
  'userRole',
  Type.Object({
    role: nameOf('user', 'vault', 'agent', 'subAccount', 'missing'),
    /** An agent has the `user` it acts for, a sub-account its `master`. */
    data: optional(Type.Object({ user: optional(address), master: optional(address) })),
  }),
);
export type WireUserRole = ValueOf<typeof userRole>;

/** `userToMultiSigSigners`: null for an account that signs for itself. */
export const multiSigSigners = payload(
  'userToMultiSigSigners',
  nullable(Type.Object({ authorizedUsers: Type.Array(address) })),
);
export type WireMultiSigSigners = ValueOf<typeof multiSigSigners>;

/** `subAccounts`: null where there are none. Their states are asked for one by one, on every dex. */
export const subAccounts = payload(
  'subAccounts',
  nullable(Type.Array(Type.Object({ name: text, subAccountUser: address, master: address }))),
);
export type WireSubAccounts = ValueOf<typeof subAccounts>;

/** `vaultDetails`: null if the address is not a vault. Only the name, address and leader are read. */
export const vaultDetails = payload(
  'vaultDetails',
  nullable(Type.Object({ name: text, vaultAddress: address, leader: address })),
);
export type WireVaultDetails = ValueOf<typeof vaultDetails>;

/** `referral`: only the builder rewards of the address are read, in USDC. */
export const referral = payload('referral', Type.Object({ builderRewards: decimal }));
export type WireReferral = ValueOf<typeof referral>;
