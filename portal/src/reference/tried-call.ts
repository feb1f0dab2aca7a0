import { triedKey } from './own-key.tsx';

/** Result of a tried call. */
export interface Tried {
  /** 0 without an answer. */
  status: number;
  /** From sending until the whole body was there, milliseconds. */
  tookMs: number;
  bytes: number;
  /** True if the body exceeded the read limit. */
  isCut: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
}

/** More of an answer is not read. */
const readBytes = 4_000_000;
/** More of an answer is not shown: a browser takes seconds to lay out megabytes. */
const shownChars = 60_000;
const timeoutMs = 30_000;

/** Headers about the data behind an answer, and about the remaining quota. */
const wantedHeaders =
  /^(x-data-|x-positions-|x-valued-|x-candles-|x-ratelimit-|ratelimit|x-billing-|x-request-id$|retry-after$|age$|cache-control$|etag$|content-type$)/;

async function bodyOf(answer: Response): Promise<{ text: string; bytes: number; isCut: boolean }> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return { text: '', bytes: 0, isCut: false };
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bytes, isCut: false };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes < readBytes) continue;
    await reader.cancel();
    return { text, bytes, isCut: true };
  }
}

/** Formatted JSON, cut to the part that is shown. */
function readable(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A body that is no JSON, or was cut, is shown as it came.
  }
  return shown.length <= shownChars ? shown : `${shown.slice(0, shownChars)}\n…`;
}

/** Sends a call. @param address path and query. @returns its result, including refusals and failures */
export async function tryCall(address: string, signal: AbortSignal): Promise<Tried> {
  const key = await triedKey();
  const begunMs = performance.now();
  const tookMs = () => Math.round(performance.now() - begunMs);
  try {
    const answer = await fetch(address, {
      headers: { Accept: 'application/json', ...(key && { 'X-API-Key': key }) },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { text, ...size } = await bodyOf(answer);
    const headers = [...answer.headers].filter(([name]) => wantedHeaders.test(name));
    return { status: answer.status, tookMs: tookMs(), ...size, headers, text: readable(text) };
  } catch (error) {
    const why = signal.aborted
      ? 'Stopped.'
      : (error as Error).name === 'TimeoutError'
        ? `No answer within ${timeoutMs / 1_000} s.`
        : 'The service could not be reached.';
    return { status: 0, tookMs: tookMs(), bytes: 0, isCut: false, headers: [], text: why };
  }
}
