import { createAddressBuckets } from '../access/address-buckets.ts';
import { addressScope } from '../access/address-scope.ts';
import { checkedName } from '../control/account-name.ts';
import type { AttemptRule, Attempts } from '../control/attempts.ts';
import type { People } from '../control/people.ts';
import { hourMs, monotonicMs } from '../kernel/clock.ts';
import { refused } from '../kernel/problem.ts';
import type { Auth } from './auth.ts';
import { authForm, takesForm } from './auth-forms.ts';
import { clientHeader, localHeader, requestHeader } from './auth-names.ts';
import { clientCounts } from './client-attempts.ts';
import type { PortalRequest, PortalRoutes } from './portal-call.ts';
import { tooMany } from './refusal.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import { invitationOf, isOpen, type SignUpRules } from './sign-up-mode.ts';

export interface AuthGateOptions {
  auth: (baseUrl: string) => Promise<Auth>;
  attempts: Attempts;
  signIns: SignInAttempts;
  people: Pick<People, 'release'>;
  rules: SignUpRules;
  elapsedMs?: () => number;
}

const signUps: AttemptRule = { name: 'sign-up from', limit: 20, windowMs: hourMs };
/** Mails that one address asks for to one person: a stranger's requests leave some for the person. */
const mailPair: AttemptRule = { name: 'mail pair', limit: 5, windowMs: hourMs };
const mails: AttemptRule = { name: 'mail', limit: 15, windowMs: hourMs };
const mailsFrom: AttemptRule = { name: 'mail from', limit: 20, windowMs: hourMs };
/** Whatever it is that a browser asks of the sign-in. */
const requestsPerMinute = 60;
/** A password takes a tenth of a second of a processor. */
const hashingLimit = 8;

/** What of better-auth is reached from outside; everything else is none of a browser's business. */
const paths: Readonly<Record<string, 'GET' | 'POST'>> = {
  'sign-up/email': 'POST',
  'sign-in/email': 'POST',
  'sign-in/social': 'POST',
  'callback/oidc': 'GET',
  'sign-out': 'POST',
  'verify-email': 'GET',
  'send-verification-email': 'POST',
  'request-password-reset': 'POST',
  'reset-password': 'POST',
  'change-password': 'POST',
  'update-user': 'POST',
  'passkey/generate-register-options': 'GET',
  'passkey/verify-registration': 'POST',
  'passkey/generate-authenticate-options': 'GET',
  'passkey/verify-authentication': 'POST',
  'passkey/list-user-passkeys': 'GET',
  'passkey/delete-passkey': 'POST',
};

const signingUp = new Set(['sign-up/email', 'callback/oidc']);
const hashing = new Set(['sign-up/email', 'sign-in/email', 'reset-password', 'change-password']);

/** Gate in front of better-auth: permitted paths, rate limits, and sign-up rules. */
export function authRoutes(options: AuthGateOptions): PortalRoutes {
  const { auth, attempts, signIns, people, rules, elapsedMs = monotonicMs } = options;
  const buckets = createAddressBuckets({ elapsedMs, ratePerMinute: requestsPerMinute });
  let underWay = 0;

  async function refuseOver(rule: AttemptRule, subject: string, message: string): Promise<void> {
    const waitMs = await attempts.take(rule, subject);
    if (waitMs > 0) throw tooMany(message, waitMs);
  }

  async function refuseFrom(rule: AttemptRule, client: string, message: string): Promise<void> {
    for (const [scoped, scope] of clientCounts(rule, client)) await refuseOver(scoped, scope, message);
  }

  /** Counts an attempt before it is made, so that of many at once few pass. */
  async function count(path: string, email: string, request: PortalRequest): Promise<void> {
    if (path === 'sign-in/email') {
      await signIns.begin(request, email);
    } else if (path === 'sign-up/email') {
      await refuseFrom(signUps, request.client, 'Too many accounts were created from this address.');
    } else if (path === 'request-password-reset' || path === 'send-verification-email') {
      await refuseFrom(mailsFrom, request.client, 'Too many mails were requested from this address.');
      await refuseOver(
        mailPair,
        `${addressScope(request.client)} ${email}`,
        'Too many mails were requested.',
      );
      await refuseOver(mails, email, 'Too many mails were requested.');
    }
  }

  /** Checked first, so that the answer does not reveal which addresses have an account. */
  function refuseClosed({ request, local }: PortalRequest): void {
    if (isOpen(rules, 'password', local) || invitationOf(request.headers) !== undefined) return;
    const why =
      rules.signup === 'closed'
        ? 'Sign-up needs an invitation.'
        : 'Sign-up is closed: this service cannot send mail. Ask its operator for an invitation, or to set TIDEMARK_SMTP_URL.';
    throw refused(403, 'SIGNUP_CLOSED', why);
  }

  async function passOn(incoming: PortalRequest, path: string, body: Record<string, unknown> | undefined) {
    const { request } = incoming;
    const headers = new Headers(request.headers);
    headers.set(clientHeader, incoming.client);
    headers.set(localHeader, incoming.local ? 'yes' : 'no');
    headers.set(requestHeader, incoming.requestId);
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for']) headers.delete(name);
    const passed = new Request(request.url, {
      method: request.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { handler } = await auth(new URL(request.url).origin);
    if (!hashing.has(path)) return handler(passed);
    if (underWay >= hashingLimit) throw refused(503, 'BUSY', 'Too many sign-ins at the moment. Try again.');
    underWay += 1;
    try {
      return await handler(passed);
    } finally {
      underWay -= 1;
    }
  }

  /** Releases a claimed invitation if the sign-up fails. */
  async function withInvitation(
    request: PortalRequest,
    path: string,
    work: () => Promise<Response>,
  ): Promise<Response> {
    const invitation = signingUp.has(path) ? invitationOf(request.request.headers) : undefined;
    try {
      return await work();
    } finally {
      if (invitation !== undefined) await people.release(invitation, request.requestId);
    }
  }

  /** @throws Problem */
  async function answer(incoming: PortalRequest, path: string): Promise<Response> {
    const { delayMs } = buckets.take(incoming.client);
    if (delayMs > 0) throw tooMany('Too many requests from this address.', delayMs);
    const name = new URL(incoming.request.url).searchParams.get('name');
    if (name !== null) checkedName('the name', name);
    const body = takesForm(path) ? await authForm(incoming, path) : undefined;
    const email = String(body?.email ?? '').toLowerCase();
    if (path === 'sign-up/email') refuseClosed(incoming);
    await count(path, email, incoming);
    const answered = await withInvitation(incoming, path, () => passOn(incoming, path, body));
    const shown = await withoutToken(answered);
    if (path === 'sign-in/email' && answered.ok) {
      shown.headers.append('Set-Cookie', await signIns.succeeded(incoming, email));
    }
    return shown;
  }

  return Object.fromEntries(
    Object.entries(paths).map(([path, method]) => [
      `auth/${path}`,
      { [method]: (request: PortalRequest) => answer(request, path) },
    ]),
  );
}

/** An answer of better-auth without the session's token, which no script may read. @throws Problem for a refusal */
async function withoutToken(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return answer;
  const text = await answer.text();
  // A redirect says that it is JSON, and is empty.
  const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown> | null);
  const { headers } = answer;
  if (answer.status >= 400) {
    const code = String(body?.code ?? 'REFUSED');
    // The library answers 500 for a passkey that it cannot read; its path of signing in answers 400.
    const status = code === 'FAILED_TO_VERIFY_REGISTRATION' ? 400 : answer.status;
    throw refused(status, code, String(body?.message ?? 'The sign-in was refused.'));
  }
  const shown =
    typeof body === 'object' && body !== null && 'token' in body ? { ...body, token: null } : body;
  headers.delete('content-length');
  return new Response(shown === undefined ? null : JSON.stringify(shown), { status: answer.status, headers });
}
