import { useCallback, useEffect, useState } from 'preact/hooks';
import { CallFailure, failureOf } from '../api/failure.ts';
import { words } from '../words/operator.ts';

/** Requests the admin API that served this page: `ask('GET', 'accounts')`. @throws CallFailure with its error */
export type AskAdmin = <Body>(method: string, path: string, fields?: object) => Promise<Body>;

/**
 * Requests with a token, which is sent only in a header.
 * @param onRefused called if the token is wrong, or no longer valid
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

/** Answer of a path; `reload` requests it again. The previous answer stays during the request. */
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
