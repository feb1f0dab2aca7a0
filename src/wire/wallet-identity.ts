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

/** `subAccounts`: null where there are none. Their states are asked for one by one, on every dex. */
export const subAccounts = payload(
  'subAccounts',
  nullable(Type.Array(Type.Object({ name: text, subAccountUser: address, master: address }))),
);
export type WireSubAccounts = ValueOf<typeof subAccounts>;

/** `vaultDetails`: null for what is no vault. Of all its fields, whose it is. */
export const vaultDetails = payload(
  'vaultDetails',
  nullable(Type.Object({ name: text, vaultAddress: address, leader: address })),
);
export type WireVaultDetails = ValueOf<typeof vaultDetails>;

/** `referral`: of all its fields, what the address was paid as a builder, in USDC. */
export const referral = payload('referral', Type.Object({ builderRewards: decimal }));
export type WireReferral = ValueOf<typeof referral>;
