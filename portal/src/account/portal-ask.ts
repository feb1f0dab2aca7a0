import { useCallback, useEffect, useState } from 'preact/hooks';
import { CallFailure, failureOf } from '../api/failure.ts';

/** Requests `/portal/api/…` with the browser's cookie. @throws CallFailure with the server's error */
export async function askPortal<Body>(method: string, path: string, fields?: object): Promise<Body> {
  const sent = method === 'GET' ? {} : { body: JSON.stringify(fields ?? {}) };
  const headers = {
    Accept: 'application/json',
    ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
  };
  const answer = await fetch(`/portal/api/${path}`, { method, headers, ...sent }).catch(() => undefined);
  if (answer === undefined) throw new CallFailure('The server was not reached.');
  if (!answer.ok) throw await failureOf(answer);
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Answer of a path; `reload` requests it again. */
export function usePortal<Body>(path: string | undefined) {
  const [state, setState] = useState<{ path?: string | undefined; body?: Body; failure?: CallFailure }>({});
  const load = useCallback(async () => {
    if (path === undefined) return;
    try {
      setState({ path, body: await askPortal<Body>('GET', path) });
    } catch (failure) {
      setState({ path, failure: failure as CallFailure });
    }
  }, [path]);
  useEffect(() => void load(), [load]);
  const { body, failure } = state.path === path ? state : {};
  return { body, failure, reload: load };
}

/** State of an action by a form or a button: busy, and its failure. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  async function run(deed: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await deed();
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : new CallFailure(String((error as Error).message)));
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, failure, run };
}
