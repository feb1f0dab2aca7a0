import type { GuestTerms } from '../access/guest.ts';
import type { ShortKeys } from '../access/short-keys.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { json, type PortalHandler } from './portal-call.ts';

export interface SessionOptions {
  shortKeys: ShortKeys;
  /** What visitors may do; none is let in where absent. */
  guests: GuestTerms | undefined;
  /** True where the data are not the exchange's. */
  simulated: boolean;
  version: string;
}

/** Who is looking at the pages, and the key they ask the API with. */
export interface PortalSession {
  user: null;
  accounts: readonly never[];
  /** Good for ten minutes; asked for again before. Null where visitors see nothing. */
  key: { secret: string; expiresAt: string } | null;
  /** True where visitors without an account see the pages. */
  guest: boolean;
  simulated: boolean;
  signup: 'open' | 'closed';
  version: string;
}

/** `GET /portal/api/session`: what a page asks first. */
export function createSession(options: SessionOptions): PortalHandler {
  const { shortKeys, guests, simulated, version } = options;
  return async ({ client }) => {
    const issued = guests === undefined ? undefined : shortKeys.forGuest(client);
    const key =
      issued === undefined ? null : { secret: issued.secret, expiresAt: rfc3339(issued.expiresAtMs) };
    const guest = guests !== undefined;
    const session: PortalSession = {
      user: null,
      accounts: [],
      key,
      guest,
      simulated,
      signup: 'closed',
      version,
    };
    return json(session);
  };
}
