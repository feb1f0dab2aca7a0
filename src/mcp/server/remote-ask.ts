import type { Ask } from '../../endpoints/ask.ts';

export interface RemoteOptions {
  url: string;
  key: string;
  version: string;
}

/** Response timeout; longer than the service's own deadline. */
const answerTimeoutMs = 60_000;
/** Maximum body size, bytes; bodies of the service are smaller. */
const bodyLimitBytes = 64 * 1_024 * 1_024;

export function createRemoteAsk({ url, key, version }: RemoteOptions): Ask {
  const base = url.replace(/\/+$/, '');
  const headers = { 'X-API-Key': key, 'User-Agent': `tidemark-mcp/${version}`, Accept: 'application/json' };
  return async (target, signal) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]);
    // Refuses redirects, so that the key reaches only the configured service.
    const answer = await fetch(base + target, { headers, signal: until, redirect: 'error' });
    if (Number(answer.headers.get('content-length') ?? 0) > bodyLimitBytes) {
      await answer.body?.cancel();
      throw new Error(`${target} answered more than ${bodyLimitBytes} bytes`);
    }
    const text = await answer.text();
    return { status: answer.status, headers: new Map(answer.headers), body: parsed(text) };
  };
}

/** Parses a body; proxies may send HTML pages, for which the status is enough. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: 'What answered is not the service: its body is no JSON.' };
  }
}
