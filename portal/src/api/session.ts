import { useEffect, useState } from 'preact/hooks';

/** Session of the visit: GET /portal/api/session. */
export interface Session {
  user: { email: string; name: string } | null;
  accounts: readonly { id: string; name: string; role: string; tier: string }[];
  /** A key that lasts some minutes, and is renewed by asking again. */
  key: { secret: string; expiresAt: string } | null;
  guest: boolean;
  simulated: boolean;
  signup: 'open' | 'closed';
  /** Available ways to sign up or in. */
  ways: { password: boolean; oidc: string | null; mail: boolean };
  version: string;
}

/** A key is renewed this long before its end. */
const renewBeforeMs = 60_000;

let session: Session | undefined;
let asking: Promise<Session | undefined> | undefined;
const listeners = new Set<() => void>();

async function fetchSession(): Promise<Session | undefined> {
  const answer = await fetch('/portal/api/session', { headers: { Accept: 'application/json' } });
  if (!answer.ok) return undefined;
  return (await answer.json()) as Session;
}

/** Reads the session again: after sign-in or sign-out, and before a key expires. */
export function renewSession(): Promise<Session | undefined> {
  asking ??= fetchSession()
    .catch(() => undefined)
    .then((found) => {
      session = found ?? session;
      asking = undefined;
      for (const listener of listeners) listener();
      return session;
    });
  return asking;
}

/** The session; undefined until it is loaded. */
export function useSession(): Session | undefined {
  const [, changed] = useState(0);
  useEffect(() => {
    const listener = () => changed((count) => count + 1);
    listeners.add(listener);
    if (session === undefined) void renewSession();
    // It may have come between the first drawing and now.
    else listener();
    return () => void listeners.delete(listener);
  }, []);
  return session;
}

/** API key of the visit; undefined if visitors get none. */
export async function currentKey(): Promise<string | undefined> {
  const endsMs = session?.key ? Date.parse(session.key.expiresAt) : 0;
  const known = endsMs - renewBeforeMs > Date.now() ? session : await renewSession();
  return known?.key?.secret;
}
