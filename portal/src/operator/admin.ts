import { useCallback, useEffect, useState } from 'preact/hooks';
import { CallFailure, failureOf } from '../api/failure.ts';
import { words } from '../words/operator.ts';

/** Asks the admin surface that served this page: `ask('GET', 'accounts')`. @throws CallFailure with what it says */
export type AskAdmin = <Body>(method: string, path: string, fields?: object) => Promise<Body>;

/**
 * Calls with a token, which goes into a header and nowhere else.
 * @param onRefused called where the token is not, or no longer, the right one
 */
export function createAdmin(token: string, onRefused: (failure: CallFailure) => void): AskAdmin {
  return async (method, path, fields) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(fields !== undefined && { 'Content-Type': 'application/json' }),
    };
    const sent = fields !== undefined && { body: JSON.stringify(fields) };
    const options = { method, headers, cache: 'no-store', credentials: 'omit', ...sent } as const;
    const answer = await fetch(`/admin/v1/${path}`, options).catch(() => undefined);
    if (answer === undefined) throw new CallFailure(words.unreachable);
    if (answer.ok) return await answer.json();
    const failure = await failureOf(answer);
    if (answer.status === 401) onRefused(failure);
    throw failure;
  };
}

/** What a path answers, asked again by `reload`. The answer before stays while the next is on its way. */
export function useAdmin<Body>(ask: AskAdmin, path: string) {
  const [state, setState] = useState<{ body?: Body; failure?: CallFailure }>({});
  const reload = useCallback(async () => {
    try {
      setState({ body: await ask<Body>('GET', path) });
    } catch (failure) {
      setState({ failure: failure as CallFailure });
    }
  }, [ask, path]);
  useEffect(() => void reload(), [reload]);
  return { ...state, reload };
}
