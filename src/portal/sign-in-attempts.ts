import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressScope } from '../access/address-scope.ts';
import type { AttemptRule, Attempts } from '../control/attempts.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import { secureRng } from '../kernel/rng.ts';
import { authPath } from './auth-names.ts';
import { clientCounts } from './client-attempts.ts';
import type { PortalRequest } from './portal-call.ts';
import { tooMany } from './refusal.ts';

/** From one address, for any person's password. */
const fromAddress: AttemptRule = { name: 'sign-in from', limit: 100, windowMs: 15 * minuteMs };
/** From one address at one person's password: the first to lock, so that strangers lock out themselves alone. */
const pair: AttemptRule = { name: 'sign-in pair', limit: 10, windowMs: 15 * minuteMs };
/** From all addresses at one person's password. */
export const guessesFromEverywhere: AttemptRule = { name: 'sign-in', limit: 100, windowMs: hourMs };
/** From a browser that has signed in before. */
const device: AttemptRule = { name: 'sign-in device', limit: 10, windowMs: 15 * minuteMs };

const cookieName = 'tidemark_device';
const cookieLifeMs = 400 * dayMs;

/**
 * Counts guesses at passwords, over all processes. A browser that has signed in to an account before has a count of its own (a
 * device cookie): guesses from elsewhere do not keep its owner out. A password that is reset ends every lock of its account.
 */
export function createSignInAttempts({ attempts, secret }: { attempts: Attempts; secret: string }) {
  const macOf = (nonce: string, email: string) =>
    createHmac('sha256', secret).update(`device ${nonce} ${email}`).digest();

  /** The device that a browser has signed in to this account with before. */
  function deviceOf({ request }: PortalRequest, email: string): string | undefined {
    const cookies = request.headers.get('cookie') ?? '';
    const [, nonce, mac] = /(?:^|;\s*)tidemark_device=([\w-]{22})\.([\w-]{43})(?:;|$)/.exec(cookies) ?? [];
    if (nonce === undefined || mac === undefined) return undefined;
    return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(nonce, email)) ? nonce : undefined;
  }

  /** Counters of an attempt, in order; the first exhausted rule refuses the attempt. */
  function countsOf(request: PortalRequest, email: string): [AttemptRule, string, string][] {
    const known = deviceOf(request, email);
    if (known !== undefined) return [[device, known, 'Too many attempts to sign in from this browser.']];
    const { client } = request;
    const tooManyFrom = 'Too many attempts to sign in from this address.';
    return [
      ...clientCounts(fromAddress, client).map(([rule, scope]): [AttemptRule, string, string] => [
        rule,
        scope,
        tooManyFrom,
      ]),
      [
        pair,
        `${addressScope(client)} ${email}`,
        'Too many attempts to sign in to this account from this address.',
      ],
      [
        guessesFromEverywhere,
        email,
        'Too many attempts to sign in to this account. Use a browser that you signed in with before, or reset the password.',
      ],
    ];
  }

  return {
    /** Counts an attempt before it is made, so that of many at once few pass. @throws Problem 429 */
    async begin(request: PortalRequest, email: string): Promise<void> {
      for (const [rule, subject, message] of countsOf(request, email)) {
        const waitMs = await attempts.take(rule, subject);
        if (waitMs > 0) throw tooMany(message, waitMs);
      }
    },
    /** Notes a success. @returns the cookie by which this browser is known from now on */
    async succeeded(request: PortalRequest, email: string): Promise<string> {
      for (const [rule, subject] of countsOf(request, email)) {
        if (rule === pair || rule === device) await attempts.forget(rule, subject);
      }
      const nonce = Buffer.from(secureRng.bytes(16)).toString('base64url');
      const secure = new URL(request.request.url).protocol === 'https:' ? '; Secure' : '';
      const value = `${nonce}.${macOf(nonce, email).toString('base64url')}`;
      return `${cookieName}=${value}; Path=${authPath}; HttpOnly; SameSite=Lax; Max-Age=${cookieLifeMs / 1_000}${secure}`;
    },
    /** Ends the locks of an account whose password was reset. @param client address that the reset came from */
    async unlock(email: string, client: string): Promise<void> {
      await attempts.forget(guessesFromEverywhere, email);
      await attempts.forget(pair, `${addressScope(client)} ${email}`);
    },
  };
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
