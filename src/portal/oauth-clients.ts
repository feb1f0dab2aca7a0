import { createHmac, timingSafeEqual } from 'node:crypto';

/** A program that asks people to let it in, as it registered itself. */
export interface OAuthClient {
  name: string;
  redirectUris: readonly string[];
}

export const redirectUrisLimit = 8;
export const longestRedirectUri = 512;
const longestId = 8_192;
/** Schemes that a browser runs or opens by itself. */
const activeSchemes = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
]);
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Programs that registered themselves (RFC 7591). The id itself carries the registration, signed: registering stores
 * no row, so strangers cannot fill the store by it.
 */
export function createOAuthClients(secret: string) {
  const macOf = (body: string) => createHmac('sha256', secret).update(`oauth client ${body}`).digest();
  return {
    /** @returns the id by which the program is known from now on */
    register({ name, redirectUris }: OAuthClient): string {
      const body = Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
      return `${body}.${macOf(body).toString('base64url')}`;
    },
    /** What the program said of itself; undefined for an id that was not made here. */
    find(id: string): OAuthClient | undefined {
      const [, body, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(id.slice(0, longestId)) ?? [];
      if (body === undefined || mac === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(body))) return undefined;
      const [name, ...redirectUris] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string];
      return { name, redirectUris };
    },
  };
}

export type OAuthClients = ReturnType<typeof createOAuthClients>;

/** True for an address that codes may be sent to: https, this machine, or a scheme of a program's own (RFC 8252). */
export function isRedirectUri(text: string): boolean {
  if (text.length > longestRedirectUri || !URL.canParse(text) || text.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '' || activeSchemes.has(protocol)) return false;
  return protocol === 'http:' ? loopback.test(hostname) : /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** True where a program registered this address, to the letter; on this machine any port of it (RFC 8252 §7.3). */
export function isRegistered({ redirectUris }: OAuthClient, uri: string): boolean {
  return isRedirectUri(uri) && redirectUris.some((known) => portless(known) === portless(uri));
}

function portless(text: string): string {
  return text.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1');
}

/** True where a program means this service: itself, or its address for agents (RFC 8707). */
export function isOwnResource(resource: string, origin: string): boolean {
  return [origin, `${origin}/`, `${origin}/mcp`, `${origin}/mcp/`].includes(resource);
}
