import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import type { ControlStore } from '../control/store.ts';
import { hourMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { authPath, clientHeader, localHeader, requestHeader } from './auth-names.ts';
import type { Mailer } from './mail.ts';
import { isImageAddress, usableName } from './person-name.ts';
import { ownOrigins } from './same-origin.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import { invitationOf, isOpen, type SignUpRules, settle } from './sign-up-mode.ts';

/** Where people sign in with an identity provider (OpenID Connect). */
export interface OidcProvider {
  /** As its button says. */
  name: string;
  /** Base URL of its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface AuthOptions {
  control: Pick<ControlStore, 'signIn' | 'people' | 'agentGrants'>;
  /** Signs cookies and mailed links. */
  secret: string;
  baseUrl: string;
  rules: SignUpRules;
  signIns: SignInAttempts;
  mailer: Mailer | undefined;
  oidc: OidcProvider | undefined;
  log: Log;
}

export const oidcId = 'oidc';
const linkLifeMs = hourMs;

/** Uses the control store's own connection (docs/adr/access.md#people-and-sessions). */
export function createAuth(options: AuthOptions) {
  const { control, secret, baseUrl, oidc, log } = options;
  const { hostname, protocol } = new URL(baseUrl);
  return betterAuth({
    appName: 'Tidemark',
    baseURL: baseUrl,
    basePath: authPath,
    secret,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ part: 'sign-in' }, message) },
    database: { ...control.signIn, type: 'postgres', schemaName: 'portal' },
    trustedOrigins: ownOrigins(baseUrl),
    // Errors other than refusals are answered and logged by the server.
    onAPIError: { errorURL: '/login', throw: true },
    // The gate counts by itself, over all processes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'tidemark',
      useSecureCookies: protocol === 'https:',
      ipAddress: { ipAddressHeaders: [clientHeader] },
      // Mails are sent in the background: the response time must not reveal which addresses have an account.
      backgroundTasks: {
        handler: (task) => void task.catch((err: unknown) => log.error({ err }, 'a mail could not be sent')),
      },
    },
    session: { expiresIn: 7 * 86_400, updateAge: 86_400, freshAge: 3_600 },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, trustedProviders: [] } },
    verification: { storeIdentifier: 'hashed' },
    ...passwordOptions(options),
    databaseHooks: { ...personHooks(options), ...passwordHooks(options) },
    plugins: [
      passkey({ rpID: passkeyName(hostname), rpName: 'Tidemark', origin: ownOrigins(baseUrl) }),
      genericOAuth({ config: oidc === undefined ? [] : [providerOf(oidc)] }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** A passkey belongs to a name; on this machine there is one, whatever address the service was started with. */
function passkeyName(hostname: string): string {
  return ownOrigins(`http://${hostname}`).length > 1 ? 'localhost' : hostname;
}

function passwordOptions({ mailer, baseUrl, signIns, control }: AuthOptions) {
  const lifeSeconds = linkLifeMs / 1_000;
  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      requireEmailVerification: mailer !== undefined,
      resetPasswordTokenExpiresIn: lifeSeconds,
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }: Pick<Mailed, 'user'>, request?: Request) {
        // A stranger who had the old password may have let programs in: they end as sessions do.
        await control.agentGrants.endAll(user.id);
        await signIns.unlock(user.email.toLowerCase(), request?.headers.get(clientHeader) ?? '');
      },
      ...(mailer && {
        // Straight to the page with the form, without a way over this service's own redirect.
        sendResetPassword: ({ user, token }: Mailed) =>
          mailer.send(user.email, 'password', `${baseUrl}/login?token=${token}`),
        onExistingUserSignUp: ({ user }: Pick<Mailed, 'user'>) => mailer.send(user.email, 'existing'),
      }),
    },
    emailVerification: {
      expiresIn: lifeSeconds,
      // A link may be opened by another person than its requester.
      autoSignInAfterVerification: false,
      ...(mailer && {
        sendVerificationEmail: ({ user, url }: Mailed) => mailer.send(user.email, 'verify', url),
      }),
    },
  };
}

interface Mailed {
  user: { id: string; email: string };
  url: string;
  token: string;
}

/** A password that was changed while signed in ends the agents' grants; one that was reset does so above. */
function passwordHooks({ control: { agentGrants } }: AuthOptions) {
  return {
    account: {
      update: {
        // Rows of identity providers are updated at every sign-in; the row with a password only when that changes.
        async after({ providerId, userId }: { providerId: string; userId: string }) {
          if (providerId === 'credential') await agentGrants.endAll(userId);
        },
      },
    },
  };
}

/** A user who signs up here must be allowed to, and has an account afterwards, by whatever way they came. */
function personHooks({ control: { people }, rules }: AuthOptions) {
  type Person = { id: string; email: string };
  type Newcomer = { name: string; email: string; image?: string | null | undefined };
  type Context = { path?: string; headers?: Headers | undefined } | null;
  return {
    user: {
      create: {
        async before({ name, email, image }: Newcomer, context: Context) {
          const way = context?.path === '/sign-up/email' ? 'password' : 'oidc';
          const local = context?.headers?.get(localHeader) === 'yes';
          const invitation = invitationOf(context?.headers);
          const claimed = invitation !== undefined && (await people.claim(invitation, requestOf(context)));
          if (!claimed && !isOpen(rules, way, local)) {
            throw new APIError('FORBIDDEN', {
              code: 'SIGNUP_CLOSED',
              message: 'Sign-up needs an invitation.',
            });
          }
          // What an identity provider says is held to the rules of the forms.
          const usable = image != null && isImageAddress(image) ? image : null;
          return { data: { name: usableName(name, email), image: usable } };
        },
        async after(person: Person, context: Context) {
          // One that was not open any more was of no use before: then this person has an account of their own.
          const invitation = invitationOf(context?.headers);
          const claimedBy = requestOf(context);
          await settle(people, person, invitation, claimedBy).catch(() => settle(people, person, undefined));
        },
      },
    },
  };
}

/** The request that an invitation is claimed for. */
function requestOf(context: { headers?: Headers | undefined } | null): string {
  return context?.headers?.get(requestHeader) ?? '';
}

function providerOf({ name, issuer, clientId, clientSecret }: OidcProvider) {
  return {
    providerId: oidcId,
    name,
    clientId,
    clientSecret,
    discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
  };
}
