import type { LimitOverrides } from '../domain/limit-overrides.ts';
import type { Tier } from '../domain/tier.ts';
import type { BillingState } from './billing-state.ts';
import type { KeyMode } from './key-format.ts';

/**
 * How long any process may answer from a remembered key, in milliseconds, as far as {@link KeyStore.isCurrent}
 * lets it.
 */
export const keyCacheLifeMs = 1_000;

/**
 * How long a process may use what it remembers after the store has confirmed that it missed no change, in milliseconds
 * from the moment it asked. Where several processes share a store, what changes a key or its account returns
 * when each of them has forgotten what it remembered: when all have said so, and at the latest after {@link changeWaitMs}. So
 * afterwards no instance accepts the old key, or serves the old tier (docs/contract.md#keys).
 */
export const confirmationLifeMs = 90;

/** The longest that a change to keys waits for the other processes: a confirmation, and the rounding of timers. */
export const changeWaitMs = 100;

export interface CreateKeyRequest {
  /** Created where it does not exist. Default `default`. */
  accountName?: string;
  /**
   * Given to the account where it is better than what it has; never takes a better one away. Default: as it is,
   * `free` at first.
   */
  tier?: Tier;
  /** Default `live`. */
  mode?: KeyMode;
  /** A note by which keys are known, at most 64 characters. */
  name?: string;
  /** The key stops working here. Unix milliseconds. */
  expiresAtMs?: number;
  /** Id of the person who makes it. Default: an operator. */
  madeBy?: string | undefined;
}

/** A key just made: the only moment its text exists. */
export interface IssuedKey {
  id: string;
  key: string;
  account: string;
  accountId: string;
  tier: Tier;
}

export type KeyStatus = 'active' | 'revoked' | 'expired';

export interface KeySummary {
  id: string;
  account: string;
  tier: Tier;
  name?: string;
  /** The key's first 13 characters. */
  prefix: string;
  status: KeyStatus;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
  /** Id of the key that this one replaced. */
  rotatedFrom?: string;
  /** To the minute. */
  lastUsedAtMs?: number;
  /** E-mail address of the person who made it, or `operator`; absent for keys made before this was noted. */
  madeBy?: string;
  /** Its maker has left the account, it is active, and no owner has decided yet whether it stays. */
  isLeftBehind?: true;
}

/** What authentication needs to know about a key. */
export interface KeyRecord {
  keyId: string;
  accountId: string;
  /** The best tier among the account's entitlements that hold now. */
  tier: Tier;
  /** Limits of the account's own, where it has some and its tier lets them hold. */
  overrides?: LimitOverrides;
  billing: BillingState;
  /** Unix milliseconds at which time alone changes tier or billing: the record holds until then. */
  changesAtMs?: number;
  status: KeyStatus;
  expiresAtMs?: number;
  lastUsedAtMs?: number;
}

export interface ListKeysOptions {
  accountName?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

export interface RotateOptions {
  /** Overlap in which the old key also works, 0 to 7 days in milliseconds. Default 0. */
  overlapMs?: number;
  /** Id of the person who makes the new key. Default: an operator. */
  madeBy?: string | undefined;
}

export interface KeyStore {
  /** @throws ControlError `key_limit` where the account has as many active keys as its tier allows */
  createKey(request?: CreateKeyRequest): Promise<IssuedKey>;
  /** The newest keys, newest first. */
  listKeys(options?: ListKeysOptions): Promise<KeySummary[]>;
  /**
   * Makes a key invalid at once, on every instance. Revoking twice changes nothing.
   * @throws ControlError `unknown_key`, naming the nearest ids.
   */
  revokeKey(id: string): Promise<KeySummary>;
  /**
   * Replaces a key by a new one with the same name, mode and expiry. The old key is invalid at once or after the overlap.
   * An overlap that still runs from an earlier rotation ends, so that an account has at most two keys per allowed key.
   * @throws ControlError `unknown_key`, `inactive_key` (revoked, expired or already replaced).
   */
  rotateKey(id: string, options?: RotateOptions): Promise<IssuedKey>;
  /** The key with this SHA-256 (hex), in whatever state it is. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /**
   * Whether answers of `findByHash` that were remembered may still be used: false while a change in another process may have
   * gone unseen. Always true where no other process shares the store.
   */
  isCurrent(): boolean;
  /**
   * The same after a short wait, where a confirmation may be had: for many keys at once that is cheaper than to look
   * each up.
   */
  becomesCurrent(): Promise<boolean>;
  /** Notes that a key was used; keeps the later of two times. */
  recordUse(keyId: string, usedAtMs: number): Promise<void>;
  /**
   * Calls `listener` with the hash of a key whose answer may have changed, or with undefined where any may have,
   * for changes made through this store, and as soon as known for those of other processes.
   * @returns a function that ends it.
   */
  onKeysChanged(listener: (hash: string | undefined) => void): () => void;
}
