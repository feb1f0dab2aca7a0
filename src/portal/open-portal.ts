import { Type } from 'typebox';
import type { GuestTerms } from '../access/guest.ts';
import type { ShortKeys } from '../access/short-keys.ts';
import type { AlertTerms } from '../alerts/terms.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { PlanSales } from '../billing/billing.ts';
import type { People } from '../control/people.ts';
import type { ControlStore } from '../control/store.ts';
import { type Clock, hourMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { planOffers } from '../operate/operations/plans.ts';
import type { Auth, OidcProvider } from './auth.ts';
import { authRoutes } from './auth-gate.ts';
import { consentRoutes } from './consent-routes.ts';
import type { Mailer } from './mail.ts';
import { createOAuthClients } from './oauth-clients.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { createPersons, type Persons } from './persons.ts';
import { createPortal, type Portal } from './portal.ts';
import { form, json, type PortalRoutes } from './portal-call.ts';
import { unknown } from './refusal.ts';
import { createSession, sessionRoutes } from './session.ts';
import { createSignInAttempts, type SignInAttempts } from './sign-in-attempts.ts';
import { invitationCookie, type SignUpRules } from './sign-up-mode.ts';
import { createDiagnosis, createStatus, type StatusOptions } from './status.ts';

const link = Type.Object(
  { token: Type.String({ pattern: '^[0-9A-Za-z]{32}$' }) },
  { additionalProperties: false },
);

/** Routes for an invitation's link, `/signup?invitation=…`. */
function invitationRoutes({ people, persons }: { people: People; persons: Persons }): PortalRoutes {
  return {
    invitation: {
      /** Says what a link leads to, and has the browser keep it for signing up, whichever way that is done. */
      async POST(request) {
        const { token } = await form(request, link);
        const found = await people.findInvitation(token);
        if (found === undefined) throw unknown('invitation any more');
        const answer = json({ account: found.account ?? null, role: found.role, note: found.note ?? null });
        const secure = new URL(request.request.url).protocol === 'https:' ? '; Secure' : '';
        const life = `Max-Age=${hourMs / 1_000}`;
        const attributes = `Path=/portal/api; HttpOnly; SameSite=Lax; ${life}${secure}`;
        answer.headers.append('Set-Cookie', `${invitationCookie}=${token}; ${attributes}`);
        return answer;
      },
    },
    'invitation/accept': {
      /** Adds an existing person to another account. */
      async POST(request) {
        const person = await persons.demand(request);
        const { token } = await form(request, link);
        if ((await people.findInvitation(token)) === undefined) throw unknown('invitation any more');
        return json({ account: (await people.redeem(token, person.id)) ?? null });
      },
    },
  };
}

export interface PortalOptions extends StatusOptions {
  control: ControlStore;
  /** Holds the request log and the fills. */
  analytics: Pick<AnalyticsStore, 'rows'>;
  shortKeys: ShortKeys;
  /** Absent where no alerts are sent: as of a moment that is over. */
  alerts?: AlertTerms | undefined;
  guests: GuestTerms | undefined;
  /** `closed`: only invited people may sign up. */
  signup: 'open' | 'closed';
  /** Signs cookies and mailed links; shared by all processes. */
  secret: string;
  mailer: Mailer | undefined;
  oidc: OidcProvider | undefined;
  /** Sells plans; absent where only the operator grants them. */
  sales: PlanSales | undefined;
  clock: Clock;
  /** Milliseconds that only go forward. */
  elapsedMs?: () => number;
  log: Log;
  simulated: boolean;
  version: string;
}

export function openPortal(options: PortalOptions): Portal {
  const { control, analytics, alerts, mailer, oidc, sales, clock, elapsedMs } = options;
  const { people, attempts } = control;
  const rules = { signup: options.signup, mail: mailer !== undefined, oidc: oidc !== undefined };
  const signIns = createSignInAttempts({ attempts, secret: options.secret });
  const auth = signInAt({ ...options, rules, signIns });
  const persons = createPersons(auth);
  const clients = createOAuthClients(options.secret);
  const ticking = elapsedMs && { elapsedMs };
  const session = createSession({
    ...options,
    people,
    persons,
    rules,
    oidcName: oidc?.name,
    sells: sales !== undefined,
  });
  const stores = {
    control: async () => control,
    fills: async () => ({ analytics }),
    sales,
    nowMs: clock.nowMs,
    ...(alerts !== undefined && { alerts }),
  };
  const routes = {
    session: { GET: session },
    status: { GET: createStatus(options) },
    diagnosis: { GET: createDiagnosis(options) },
    ...invitationRoutes({ people, persons }),
    ...consentRoutes({ people, persons, grants: control.agentGrants, clients }),
    ...sessionRoutes({ people, persons }),
    // For visitors, too: a price is seen before the sign-up.
    plans: { GET: async () => json(await planOffers(sales)) },
    ...operationRoutes({ control, persons, stores }),
  };
  return createPortal({
    pages: routes,
    signIn: authRoutes({ auth, attempts, signIns, people, rules, ...ticking }),
    programs: oauthRoutes({ ...options, grants: control.agentGrants, clients, ...ticking }),
  });
}

/** Loaded at its first use, which takes a third of a second and 50 MB: a service that only visitors look at spares both. */
function signInAt(options: PortalOptions & { rules: SignUpRules; signIns: SignInAttempts }) {
  let made: Promise<Auth> | undefined;
  return (baseUrl: string): Promise<Auth> => {
    made ??= import('./auth.ts').then(({ createAuth }) => createAuth({ ...options, baseUrl }));
    return made;
  };
}
