import type { Auth } from './auth.ts';
import type { PortalRequest } from './portal-call.ts';
import { notSignedIn } from './refusal.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
  sessionId: string;
}

/** A person, and the cookies that their session is renewed by. */
export interface Present {
  person: Person;
  cookies: string[];
}

export interface Persons {
  find(request: Pick<PortalRequest, 'request'>): Promise<Present | undefined>;
  /** @throws Problem 401 */
  demand(request: Pick<PortalRequest, 'request'>): Promise<Person>;
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?tidemark\.session_token=/;

/** Asks better-auth, where there is a cookie of it. */
export function createPersons(auth: (baseUrl: string) => Promise<Auth>): Persons {
  async function find({ request }: Pick<PortalRequest, 'request'>): Promise<Present | undefined> {
    if (!sessionCookie.test(request.headers.get('cookie') ?? '')) return undefined;
    const { api } = await auth(new URL(request.url).origin);
    const { response, headers } = await api.getSession({ headers: request.headers, returnHeaders: true });
    if (response === null) return undefined;
    const { user, session } = response;
    const person = { id: user.id, email: user.email, name: user.name, sessionId: session.id };
    return { person, cookies: headers.getSetCookie() };
  }
  return {
    find,
    async demand(request) {
      const present = await find(request);
      if (present === undefined) throw notSignedIn();
      return present.person;
    },
  };
}
