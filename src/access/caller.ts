import type { Tier } from '../domain/tier.ts';

/** Who sends a request, as far as the pipeline needs to know. Never holds the key itself. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** SHA-256 of the key, hex: the only form of a key that is logged. */
  keyHash: string;
  tier: Tier;
}

/** Turns the X-API-Key header into a caller. */
export interface Authenticator {
  /** The caller of a key seen lately, without waiting; undefined where the store must be asked. Never throws. */
  known(key: string): Caller | undefined;
  /**
   * The caller of a key.
   * @throws Problem 401 (legacy shape, settled details §2): missing, mistyped, unknown, revoked or inactive key.
   */
  authenticate(key: string | undefined): Promise<Caller>;
}
