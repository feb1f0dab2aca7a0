import { hashApiKey, hasValidChecksum, keyLength } from '../control/key-format.ts';
import { type KeyRecord, keyCacheLifeMs } from '../control/key-store.ts';
import type { People } from '../control/people.ts';
import { sessionKeyId } from '../control/session-account.ts';
import type { ControlStore } from '../control/store.ts';
import { type LimitOverrides, limitsOf } from '../domain/limit-overrides.ts';
import { type Tier, type TierLimits, tierLimits } from '../domain/tier.ts';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { type Clock, minuteMs, monotonicMs } from '../kernel/clock.ts';
import type { Authenticator, Caller } from './caller.ts';
import { type GuestTerms, guestCaller } from './guest.ts';
import {
  type KeyRefusal,
  keysUnavailable,
  malformedKey,
  missingKey,
  refusedKey,
  tooManyLookups,
} from './key-problem.ts';
import { type ShortKeyRead, type ShortKeys, shortKeyPrefix } from './short-keys.ts';

/** Maximum custom limits kept; the oldest is evicted. */
const ownLimit = 1_000;

/** Gives callers with equal limits the same object, so that headers and pages can be cached by it. */
function createLimitsTable() {
  const own = new BoundedMap<string, Readonly<TierLimits>>(ownLimit);
  return {
    limitsOf(tier: Tier, overrides: LimitOverrides | undefined): Readonly<TierLimits> {
      const limits = limitsOf(tier, overrides);
      if (limits === tierLimits[tier]) return limits;
      const text = JSON.stringify(limits);
      const known = own.get(text);
      if (known !== undefined) return known;
      own.set(text, limits);
      return limits;
    },
  };
}

type LimitsTable = ReturnType<typeof createLimitsTable>;

export interface AuthenticatorOptions {
  control: Pick<ControlStore, 'findByHash' | 'recordUse' | 'onKeysChanged' | 'isCurrent' | 'becomesCurrent'>;
  /** Real time, even if the served data are of another day: decides when a key has expired. */
  clock: Clock;
  /** Sign-up address for callers without a key. */
  signupUrl: string;
  /** Reads short-lived keys of pages; default: none are accepted. */
  shortKeys?: Pick<ShortKeys, 'read'> | undefined;
  /** Looks up the session of a signed-in user's short-lived key. */
  sessions?: Pick<People, 'findBySession'> | undefined;
  /** Tier and limits of visitors; default: visitors are refused. */
  guests?: GuestTerms | undefined;
  /** Lifetime of a cached answer, as far as the store permits; at most `keyCacheLifeMs`. */
  cacheTtlMs?: number;
  /** Maximum cached keys; as many again for refused keys. */
  cacheLimit?: number;
  /** Queued look-ups, which the store answers hundreds at a time; further keys get 503. */
  lookupLimit?: number;
  /** Monotonic milliseconds: measures the age of an answer of the store. */
  elapsedMs?: () => number;
  /** Receives errors that fail no request (the time of last use could not be written). */
  onFault?: (error: unknown) => void;
}

/** Credential of a stream, checked again while the stream is open. Holds the hash of a key, or a short-lived key. */
export interface Credential {
  /** As {@link Authenticator.known}. */
  known(): Caller | undefined;
  /** As {@link Authenticator.authenticate}. @throws Problem */
  authenticate(): Promise<Caller>;
}

export interface KeyAuthenticator extends Authenticator {
  /** @param hash SHA-256 of a key that was accepted */
  byHash(hash: string): Credential;
  /** Evicts one key by its hash, or all: the next request asks the store. */
  invalidate(hash?: string): void;
  /** Stops listening for key changes. */
  close(): void;
}

interface Admission {
  caller: Caller;
  /** Expiry of the key. */
  expiresAtMs: number;
  /** Until then only a change in the store alters the caller. */
  holdsUntilMs: number;
}

interface Lookup {
  found: Promise<Admission | KeyRefusal>;
  /** Set if the key changed during the look-up: the answer goes to its waiters and is not cached. */
  stale: boolean;
}

/**
 * Turns API keys into callers (docs/contract.md#keys). Keeps hashes only, never a key.
 *
 * A text with a wrong checksum costs no look-up. Every other answer, yes or no, is remembered for
 * `cacheTtlMs` counted from the start of the look-up, in two bounded caches, so that made-up keys
 * cannot push real ones out; requests that ask for the same key at once share one look-up. A change
 * made through `control` in this process is obeyed by the next request, and so is what time alone changes: the end of
 * a key, and the beginning or end of an entitlement.
 */
export function createAuthenticator(options: AuthenticatorOptions): KeyAuthenticator {
  const {
    control,
    clock,
    signupUrl,
    cacheLimit = 100_000,
    lookupLimit = 4_096,
    onFault = () => {},
  } = options;
  const { elapsedMs = monotonicMs } = options;
  const cacheTtlMs = options.cacheTtlMs ?? keyCacheLifeMs;
  if (!(cacheTtlMs >= 0 && cacheTtlMs <= keyCacheLifeMs)) {
    throw new RangeError(`cacheTtlMs must be 0 to ${keyCacheLifeMs}; it is ${cacheTtlMs}`);
  }
  const admitted = createKeyCache<Admission>(cacheLimit);
  const refused = createKeyCache<KeyRefusal>(cacheLimit);
  const limitsTable = createLimitsTable();
  const lookups = new Map<string, Lookup>();

  function invalidate(hash?: string): void {
    if (hash === undefined) {
      for (const lookup of lookups.values()) lookup.stale = true;
      lookups.clear();
      admitted.clear();
      refused.clear();
      return;
    }
    const lookup = lookups.get(hash);
    if (lookup !== undefined) lookup.stale = true;
    lookups.delete(hash);
    admitted.delete(hash);
    refused.delete(hash);
  }

  function held(hash: string): Caller | KeyRefusal | undefined {
    const admission = admitted.get(hash, elapsedMs());
    if (admission === undefined) return refused.get(hash, elapsedMs());
    return clock.nowMs() < admission.holdsUntilMs ? admission.caller : undefined;
  }

  /** Cached answer that the store confirms as current. */
  async function remembered(hash: string): Promise<Caller | KeyRefusal | undefined> {
    if (control.isCurrent()) return held(hash);
    // Without a cached answer there is nothing to confirm; a cached answer may be evicted during the wait, so read it again.
    return held(hash) !== undefined && (await control.becomesCurrent()) ? held(hash) : undefined;
  }

  function noteUse({ keyId, lastUsedAtMs }: KeyRecord): void {
    // A session records its own last use.
    if (keyId === sessionKeyId) return;
    const nowMs = clock.nowMs();
    // One write per key and minute, off the request path.
    if (lastUsedAtMs === undefined || nowMs - lastUsedAtMs >= minuteMs) {
      control.recordUse(keyId, nowMs).catch(onFault);
    }
  }

  function lookUp(hash: string, read: () => Promise<KeyRecord | undefined>): Lookup {
    const untilMs = elapsedMs() + cacheTtlMs;
    const lookup: Lookup = { stale: false, found: find() };
    lookups.set(hash, lookup);
    return lookup;

    async function find(): Promise<Admission | KeyRefusal> {
      try {
        const record = await read();
        if (record?.status !== 'active') {
          const refusal = record === undefined ? 'unknown' : 'revoked';
          if (!lookup.stale) {
            admitted.delete(hash);
            refused.set(hash, refusal, untilMs);
          }
          return refusal;
        }
        const admission = admit(record, hash, limitsTable);
        noteUse(record);
        if (!lookup.stale) admitted.set(hash, admission, untilMs);
        return admission;
      } catch (error) {
        throw keysUnavailable(error);
      } finally {
        if (lookups.get(hash) === lookup) lookups.delete(hash);
      }
    }
  }

  const readShort = (key: string) => shortKeyRead(key, options);

  /** The caller of a key that the store knows. @throws Problem */
  async function looked(hash: string, read: () => Promise<KeyRecord | undefined>): Promise<Caller> {
    const known = await remembered(hash);
    if (typeof known === 'string') throw refusedKey(known);
    if (known !== undefined) return known;
    let lookup = lookups.get(hash);
    if (lookup === undefined) {
      if (lookups.size >= lookupLimit) throw tooManyLookups();
      lookup = lookUp(hash, read);
    }
    const found = await lookup.found;
    if (typeof found === 'string') throw refusedKey(found);
    if (clock.nowMs() >= found.expiresAtMs) throw refusedKey('revoked');
    return found.caller;
  }

  async function shortCaller(key: string): Promise<Caller> {
    const read = readShort(key);
    if (typeof read === 'string') throw refusedKey(read);
    const { holder, hash } = read;
    if (holder.kind === 'member') {
      const { accountId, sessionId } = holder;
      return looked(hash, async () => options.sessions?.findBySession(accountId, sessionId));
    }
    const guest = visitorOf(read, options.guests);
    if (guest === undefined) throw refusedKey('revoked');
    return guest;
  }

  function shortKnown(key: string): Caller | undefined {
    const read = readShort(key);
    if (typeof read === 'string') return undefined;
    if (read.holder.kind === 'guest') return visitorOf(read, options.guests);
    return knownByHash(read.hash);
  }

  /** Cached caller, if the store need not be asked. */
  function knownByHash(hash: string): Caller | undefined {
    const found = control.isCurrent() ? held(hash) : undefined;
    return typeof found === 'object' ? found : undefined;
  }

  const stopListening = control.onKeysChanged(invalidate);
  return {
    byHash: (hash) => ({
      known: () => knownByHash(hash),
      authenticate: () => looked(hash, () => control.findByHash(hash)),
    }),
    known(key) {
      if (key.startsWith(shortKeyPrefix)) return shortKnown(key);
      return key.length === keyLength ? knownByHash(hashApiKey(key)) : undefined;
    },
    seen: (key) => key.length === keyLength && admitted.has(hashApiKey(key)),
    async authenticate(key) {
      if (key === undefined || key === '') throw missingKey(signupUrl);
      if (key.startsWith(shortKeyPrefix)) return shortCaller(key);
      if (!hasValidChecksum(key)) throw malformedKey();
      const hash = hashApiKey(key);
      return looked(hash, () => control.findByHash(hash));
    },
    invalidate,
    close: stopListening,
  };
}

function shortKeyRead(
  key: string,
  { shortKeys, clock }: Pick<AuthenticatorOptions, 'shortKeys' | 'clock'>,
): ShortKeyRead | KeyRefusal {
  const read = shortKeys?.read(key);
  if (read === undefined) return 'unknown';
  return clock.nowMs() < read.expiresAtMs ? read : 'expired';
}

function visitorOf(read: ShortKeyRead, guests: GuestTerms | undefined): Caller | undefined {
  return guests && read.holder.kind === 'guest' ? guestCaller(guests, read, read.holder.scopes) : undefined;
}

function admit(record: KeyRecord, keyHash: string, limitsTable: LimitsTable): Admission {
  const { accountId, keyId, tier, overrides, billing } = record;
  const { expiresAtMs = Number.POSITIVE_INFINITY, changesAtMs = Number.POSITIVE_INFINITY } = record;
  const limits = limitsTable.limitsOf(tier, overrides);
  return {
    caller: { accountId, keyId, keyHash, tier, limits, billing },
    expiresAtMs,
    holdsUntilMs: Math.min(expiresAtMs, changesAtMs),
  };
}

/**
 * Remembers one value per hash for a short time. Bounded: where it is full, the entry set longest
 * ago leaves. Entries live a second and are set again after it, so the order in which they were set is the
 * order of their last use to within that second, and a hit need not write anything.
 */
interface KeyCache<T> {
  get(hash: string, nowMs: number): T | undefined;
  /** True also for an expired value. */
  has(hash: string): boolean;
  set(hash: string, value: T, untilMs: number): void;
  delete(hash: string): void;
  clear(): void;
  readonly size: number;
}

/** @param limit maximum entries. Times are milliseconds of a monotonic clock. */
function createKeyCache<T>(limit: number): KeyCache<T> {
  const entries = new BoundedMap<string, { value: T; untilMs: number }>(limit);
  return {
    get(hash, nowMs) {
      const entry = entries.get(hash);
      return entry !== undefined && nowMs < entry.untilMs ? entry.value : undefined;
    },
    has: (hash) => entries.has(hash),
    set: (hash, value, untilMs) => void entries.set(hash, { value, untilMs }),
    delete: (hash) => entries.delete(hash),
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}
