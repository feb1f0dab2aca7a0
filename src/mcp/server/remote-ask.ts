import type { Ask } from '../../endpoints/ask.ts';

export interface RemoteOptions {
  /** Address of the service, without a path. */
  url: string;
  key: string;
  version: string;
}

/** A service that does not answer within this is away; its own deadline is shorter. */
const answerTimeoutMs = 60_000;
/** Answers of the service are smaller. */
const bodyLimitBytes = 64 * 1_024 * 1_024;

/** Asks a service elsewhere over HTTP, with a key of it. */
export function createRemoteAsk({ url, key, version }: RemoteOptions): Ask {
  const base = url.replace(/\/+$/, '');
  const headers = { 'X-API-Key': key, 'User-Agent': `tidemark-mcp/${version}`, Accept: 'application/json' };
  return async (target, signal) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]);
    // A key goes to the service that was named, and nowhere else.
    const answer = await fetch(base + target, { headers, signal: until, redirect: 'error' });
    if (Number(answer.headers.get('content-length') ?? 0) > bodyLimitBytes) {
      await answer.body?.cancel();
      throw new Error(`${target} answered more than ${bodyLimitBytes} bytes`);
    }
    const text = await answer.text();
    return { status: answer.status, headers: new Map(answer.headers), body: parsed(text) };
  };
}

/** What stands between may answer with pages of its own: their status says enough. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: 'What answered is not the service: its body is no JSON.' };
  }
}
