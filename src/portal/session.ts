import { type GuestTerms, seenByGuests } from '../access/guest.ts';
import type { IssuedShortKey, ShortKeys } from '../access/short-keys.ts';
import type { BillingState } from '../control/billing-state.ts';
import type { Membership } from '../control/members.ts';
import type { People } from '../control/people.ts';
import type { Role } from '../domain/role.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Person, Persons } from './persons.ts';
import { done, json, type PortalHandler, type PortalRequest, type PortalRoutes } from './portal-call.ts';
import { isOpen, type SignUpRules, settle } from './sign-up-mode.ts';

export interface SessionOptions {
  shortKeys: ShortKeys;
  /** Tier and limits of visitors; default: visitors are refused. */
  guests: GuestTerms | undefined;
  people: People;
  persons: Persons;
  rules: SignUpRules;
  /** Name of the identity provider, as its button says. */
  oidcName: string | undefined;
  sells: boolean;
  /** True where the data are not the exchange's. */
  simulated: boolean;
  version: string;
}

export interface PortalSession {
  user: { email: string; name: string } | null;
  accounts: { id: string; name: string; role: Role; tier: Tier; billing: BillingState['state'] }[];
  /** The one of them that `key` speaks for; null for a visitor's. */
  account: string | null;
  /** Good for ten minutes; asked for again before. Null where visitors see nothing. */
  key: { secret: string; expiresAt: string } | null;
  /** True where visitors without an account see the pages. */
  guest: boolean;
  simulated: boolean;
  /** Whether this browser may make an account without an invitation. */
  signup: 'open' | 'closed';
  /** How it may. */
  ways: { password: boolean; oidc: string | null; mail: boolean };
  sells: boolean;
  version: string;
}

/** `GET /portal/api/session?account=…`: what a page asks first, and again before its key ends. */
export function createSession(options: SessionOptions): PortalHandler {
  const { shortKeys, guests, people, persons, rules, oidcName, sells, simulated, version } = options;

  async function accountsOf(person: Person): Promise<Membership[]> {
    const found = await people.accountsOf(person.id);
    if (found.length > 0) return found;
    // A user left without one, by leaving or by a crash in the middle of signing up.
    await settle(people, person, undefined);
    return await people.accountsOf(person.id);
  }

  /** Signing in never shows less: an account's own key is used only if it allows more than a visitor's. */
  function keyFor(request: PortalRequest, person: Person | undefined, account: Membership | undefined) {
    if (person !== undefined && account !== undefined) {
      if (guests === undefined || !tierAllows(seenByGuests(guests), account.tier)) {
        return {
          key: shown(shortKeys.forMember(account.accountId, person.sessionId)),
          account: account.accountId,
        };
      }
    }
    return { key: guests === undefined ? null : shown(shortKeys.forGuest(request.client)), account: null };
  }

  return async (request) => {
    const present = await persons.find(request);
    const person = present?.person;
    const accounts = person === undefined ? [] : await accountsOf(person);
    const wanted = new URL(request.request.url).searchParams.get('account');
    const account = accounts.find(({ accountId }) => accountId === wanted) ?? accounts[0];
    const password = isOpen(rules, 'password', request.local);
    const oidc = rules.oidc ? (oidcName ?? null) : null;
    const session: PortalSession = {
      user: person === undefined ? null : { email: person.email, name: person.name },
      accounts: accounts.map(shownAccount),
      ...keyFor(request, person, account),
      guest: guests !== undefined,
      simulated,
      signup: password || isOpen(rules, 'oidc', request.local) ? 'open' : 'closed',
      ways: { password, oidc, mail: rules.mail },
      sells,
      version,
    };
    const answer = json(session);
    for (const cookie of present?.cookies ?? []) answer.headers.append('Set-Cookie', cookie);
    return answer;
  };
}

/** A person's browser sessions. */
export function sessionRoutes({ people, persons }: Pick<SessionOptions, 'people' | 'persons'>): PortalRoutes {
  return {
    sessions: {
      async GET(request) {
        const person = await persons.demand(request);
        const sessions = await people.sessionsOf(person.id);
        return json({
          sessions: sessions.map(({ id, createdAtMs, ip, userAgent }) => {
            return { id, since: rfc3339(createdAtMs), ip, userAgent, self: id === person.sessionId };
          }),
        });
      },
    },
    'sessions/{session}': {
      async DELETE(request, names) {
        const person = await persons.demand(request);
        await people.endSession(person.id, names.session!);
        return done();
      },
    },
  };
}

function shownAccount({ accountId, name, role, tier, billing }: Membership) {
  return { id: accountId, name, role, tier, billing: billing.state };
}

function shown({ secret, expiresAtMs }: IssuedShortKey) {
  return { secret, expiresAt: rfc3339(expiresAtMs) };
}
