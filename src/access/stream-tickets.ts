import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { AttemptRule, Attempts } from '../control/attempts.ts';
import { hashApiKey } from '../control/key-format.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import type { Credential, KeyAuthenticator } from './authenticate.ts';
import type { Authenticator } from './caller.ts';
import { shortKeyPrefix } from './short-keys.ts';

export const ticketLifeMs = minuteMs;
const prefix = 'tdm_ticket_';
const form = /^tdm_ticket_[\w-]{60,400}$/;
const cipher = 'aes-256-gcm';
const [nonceBytes, timeBytes, tagBytes] = [12, 4, 16];
/** Longer than the lifetime of a ticket. */
const once: AttemptRule = { name: 'stream ticket', limit: 1, windowMs: 10 * minuteMs };

export interface StreamTickets {
  /** @param key an accepted key */
  issue(key: string): { ticket: string; expiresAtMs: number };
  /** Redeems a ticket. Undefined if unknown, expired or used. Rejects if the store is down. */
  redeem(ticket: string): Promise<Credential | undefined>;
}

/**
 * Single-use tickets, because browsers cannot send headers with a WebSocket. A ticket is valid for a minute at any process
 * with the secret: it holds the key's hash (or the short-lived key itself) and the expiry, sealed with AES-256-GCM.
 *
 * @param options.secret 32 bytes, shared by all processes on one control store
 */
export function createStreamTickets(options: {
  secret: Buffer;
  attempts: Pick<Attempts, 'take'>;
  authenticator: Pick<KeyAuthenticator, 'byHash' | 'known' | 'authenticate'>;
  clock: Clock;
  rng: Rng;
}): StreamTickets {
  const { attempts, authenticator, clock, rng } = options;
  const sealing = createSecretKey(options.secret);

  function opened(ticket: string): { nonce: string; held: string; expiresAtMs: number } | undefined {
    if (!form.test(ticket)) return undefined;
    const bytes = Buffer.from(ticket.slice(prefix.length), 'base64url');
    const nonce = bytes.subarray(0, nonceBytes);
    const opening = createDecipheriv(cipher, sealing, nonce, { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const body = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
      const expiresAtMs = body.readUInt32BE(0) * 1_000;
      return { nonce: nonce.toString('hex'), held: body.toString('latin1', timeBytes), expiresAtMs };
    } catch {
      return undefined;
    }
  }

  return {
    issue(key) {
      const expiresAtSeconds = Math.floor((clock.nowMs() + ticketLifeMs) / 1_000);
      const held = key.startsWith(shortKeyPrefix) ? key : hashApiKey(key);
      const body = Buffer.alloc(timeBytes + held.length);
      body.writeUInt32BE(expiresAtSeconds, 0);
      body.write(held, timeBytes, 'latin1');
      const nonce = Buffer.from(rng.bytes(nonceBytes));
      const sealer = createCipheriv(cipher, sealing, nonce, { authTagLength: tagBytes });
      const sealed = Buffer.concat([nonce, sealer.update(body), sealer.final(), sealer.getAuthTag()]);
      return { ticket: prefix + sealed.toString('base64url'), expiresAtMs: expiresAtSeconds * 1_000 };
    },
    async redeem(ticket) {
      const found = opened(ticket);
      if (found === undefined || clock.nowMs() >= found.expiresAtMs) return undefined;
      if ((await attempts.take(once, found.nonce)) > 0) return undefined;
      const { held } = found;
      return held.startsWith(shortKeyPrefix) ? byKey(authenticator, held) : authenticator.byHash(held);
    },
  };
}

/** Credential of a stream whose client sends the key itself. */
export function byKey(
  authenticator: Pick<Authenticator, 'known' | 'authenticate'>,
  key: string | undefined,
): Credential {
  return {
    known: () => (key === undefined ? undefined : authenticator.known(key)),
    authenticate: () => authenticator.authenticate(key),
  };
}
