import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { minuteMs } from '../kernel/clock.ts';
import { addressScopes } from './address-scope.ts';

/** How a short-lived key begins; the rest is base64url. */
export const shortKeyPrefix = 'tdm_temp_';

/** A page requests the next key before this one expires. */
export const shortKeyLifeMs = 10 * minuteMs;

export type ShortKeyHolder =
  /**
   * A visitor. `scopes` identify the address that requested the key and the networks around it, smallest first:
   * limits count by them, wherever the key is used.
   */
  | { kind: 'guest'; scopes: readonly string[] }
  /** A signed-in user, for one account: valid while the session lasts and the user is a member. */
  | { kind: 'member'; accountId: string; sessionId: string };

export interface ShortKeyRead {
  holder: ShortKeyHolder;
  expiresAtMs: number;
  /** SHA-256 (hex) of the holder: the request log has the same hash for all short-lived keys of one holder. */
  hash: string;
}

export interface IssuedShortKey {
  secret: string;
  /** Unix milliseconds. */
  expiresAtMs: number;
}

export interface ShortKeys {
  /** @param address of the visitor, as the socket has it */
  forGuest(address: string): IssuedShortKey;
  forMember(accountId: string, sessionId: string): IssuedShortKey;
  /** Decodes a key; undefined if this service did not sign it. The key may have expired. */
  read(key: string): ShortKeyRead | undefined;
}

const kinds = { guest: 1, member: 2 } as const;
const headBytes = 5;
const uuidBytes = 16;
const scopeBytes = 12;
const macBytes = 20;
const longestKey = 200;

/**
 * Short-lived keys that pages use instead of stored keys. Each carries its holder and expiry under a signature, so any process
 * with the secret can check it without a database row. HMAC-SHA-256 truncated to 160 bits, the entropy of a
 * stored key (docs/contract.md#keys).
 *
 * @param options.secret shared by all processes on one control store
 */
export function createShortKeys({ secret, clock }: { secret: Buffer; clock: Clock }): ShortKeys {
  // Created once: every page request reads a key, and importing the secret costs six times the signature.
  const signing = createSecretKey(secret);
  const mac = (body: Uint8Array) => createHmac('sha256', signing).update(body).digest().subarray(0, macBytes);

  function issue(kind: number, holder: Buffer): IssuedShortKey {
    const expiresAtSeconds = Math.floor((clock.nowMs() + shortKeyLifeMs) / 1_000);
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(kind, 0);
    head.writeUInt32BE(expiresAtSeconds, 1);
    const body = Buffer.concat([head, holder]);
    const text = Buffer.concat([body, mac(body)]).toString('base64url');
    return { secret: shortKeyPrefix + text, expiresAtMs: expiresAtSeconds * 1_000 };
  }

  return {
    forGuest(address) {
      // A reader of the key does not learn the address.
      const scopes = addressScopes(address).map((scope) =>
        createHmac('sha256', signing).update(`guest ${scope}`).digest().subarray(0, scopeBytes),
      );
      return issue(kinds.guest, Buffer.concat(scopes));
    },
    forMember(accountId, sessionId) {
      const account = Buffer.from(accountId.replaceAll('-', ''), 'hex');
      return issue(kinds.member, Buffer.concat([account, Buffer.from(sessionId)]));
    },
    read(key) {
      if (key.length > longestKey || !/^tdm_temp_[\w-]+$/.test(key)) return undefined;
      const bytes = Buffer.from(key.slice(shortKeyPrefix.length), 'base64url');
      if (bytes.length < headBytes + scopeBytes + macBytes) return undefined;
      const body = bytes.subarray(0, -macBytes);
      if (!timingSafeEqual(bytes.subarray(-macBytes), mac(body))) return undefined;
      const holder = holderOf(body.readUInt8(0), body.subarray(headBytes));
      if (holder === undefined) return undefined;
      const { kind, ...named } = holder;
      const text = `${kind} ${Object.values(named).join(' ')}`;
      return { holder, expiresAtMs: body.readUInt32BE(1) * 1_000, hash: hash('sha256', text, 'hex') };
    },
  };
}

function guestOf(bytes: Buffer): ShortKeyHolder | undefined {
  if (bytes.length % scopeBytes !== 0) return undefined;
  const scopes: string[] = [];
  for (let at = 0; at < bytes.length; at += scopeBytes) {
    scopes.push(bytes.toString('hex', at, at + scopeBytes));
  }
  return { kind: 'guest', scopes };
}

function holderOf(kind: number, bytes: Buffer): ShortKeyHolder | undefined {
  if (kind === kinds.guest) return guestOf(bytes);
  if (kind !== kinds.member || bytes.length <= uuidBytes) return undefined;
  const account = bytes.toString('hex', 0, uuidBytes);
  const accountId = account.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { kind: 'member', accountId, sessionId: bytes.toString('utf8', uuidBytes) };
}
