import { limitsOf, unchangedHeader } from './answer.ts';
import type { AnswerCache, StoredAnswer } from './answer-cache.ts';
import type { Clock } from './clock.ts';
import { decodedHeader, type PaymentOptions, type PaymentRequired, signedPayment } from './payment.ts';
import {
  AnswerError,
  ConnectionError,
  PaymentRequiredError,
  problemError,
  TidemarkError,
} from './problem.ts';
import { type RetryOptions, retryAfterMs, retrying } from './retry.ts';

export interface TransportOptions {
  fetch: (request: Request) => Promise<Response>;
  clock: Clock;
  retry: RetryOptions;
  /** Per request, including its body. */
  timeoutMs: number;
  /** Maximum size of a decoded body. */
  maxAnswerBytes: number;
  cache: AnswerCache | undefined;
  payment: PaymentOptions | undefined;
}

/** Request header of a signed payment. */
export const paymentHeader = 'payment-signature';

/** Headers that describe the encoded bytes on the wire. */
const wireHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * `fetch` with retries, cache revalidation and payment. Throws for every status other than 200.
 * @throws TidemarkError; the signal's reason if it aborts
 */
export function createTransport(options: TransportOptions): (request: Request) => Promise<Response> {
  const { clock, retry, cache, payment } = options;
  return async (request) => {
    const { signal, url } = request;
    const stored = cache?.find(url);
    const headers = new Headers(request.headers);
    if (stored !== undefined) headers.set('if-none-match', stored.etag);
    const attempt = () => attempted(options, new Request(request, { headers }), stored);
    try {
      return await retrying(attempt, retry, clock, signal);
    } catch (error) {
      const isFirst = error instanceof PaymentRequiredError && !headers.has(paymentHeader);
      if (payment === undefined || !isFirst) throw error;
      // Signs once: a retry sends the same payment, which the service charges once.
      headers.set(paymentHeader, await signedPayment(payment, error));
      return await retrying(attempt, retry, clock, signal);
    }
  };
}

/** Sends a request and reads its whole body. */
async function attempted(
  { fetch, clock, timeoutMs, maxAnswerBytes, cache }: TransportOptions,
  request: Request,
  stored: StoredAnswer | undefined,
): Promise<Response> {
  const { url } = request;
  const failure = { url, paymentSignature: request.headers.get(paymentHeader) ?? undefined };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  let answer: Response;
  let text: string;
  try {
    // A redirect would take the key to wherever it leads.
    answer = await fetch(new Request(request, { signal, redirect: 'manual' }));
    text = await boundedText(answer, maxAnswerBytes, failure);
  } catch (cause) {
    request.signal.throwIfAborted();
    if (cause instanceof TidemarkError) throw cause;
    const what = signal.aborted ? `did not answer within ${timeoutMs} ms` : `was lost: ${reasonOf(cause)}`;
    throw new ConnectionError(`${url} ${what}`, failure, cause);
  }
  if (answer.status === 304 && stored !== undefined) return unchanged(stored, answer.headers);
  if (answer.status !== 200) throw refusal(answer, text, clock, failure);
  if (!isJson(answer.headers)) throw notJson(answer, text, failure);
  const headers = withoutWire(answer.headers);
  const etag = headers.get('etag');
  if (etag !== null && failure.paymentSignature === undefined) cache?.store(url, { etag, text, headers });
  return new Response(text, { headers });
}

function unchanged(stored: StoredAnswer, fresh: Headers): Response {
  const headers = new Headers(stored.headers);
  // The 304 has newer quota headers; the ETag stays that of the stored body.
  for (const [name, value] of withoutWire(fresh)) if (name !== 'etag') headers.set(name, value);
  headers.set(unchangedHeader, 'true');
  return new Response(stored.text, { headers });
}

interface Failed {
  url: string;
  paymentSignature: string | undefined;
}

async function boundedText(answer: Response, maxBytes: number, failure: Failed): Promise<string> {
  if (answer.body === null) return '';
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      const message = `${failure.url} answered with more than ${maxBytes} bytes; maxAnswerBytes allows more`;
      throw new AnswerError(message, { ...failure, status: answer.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

function refusal(answer: Response, text: string, clock: Clock, failure: Failed): TidemarkError {
  const { status, headers } = answer;
  const body = isJson(headers) ? parsed(text) : undefined;
  if (status < 400) {
    const place = headers.get('location');
    const message =
      place === null
        ? `${failure.url} answered ${status} where 200 was expected`
        : `${failure.url} answered ${status} to ${place}: redirects are not followed, as they would take the key along`;
    return new AnswerError(message, { ...failure, status });
  }
  const required = decodedHeader<PaymentRequired>(headers, 'payment-required');
  const code = textOf(body?.code);
  const detail = textOf(body?.detail) ?? textOf(body?.message) ?? textOf(body?.error) ?? textOf(body?.title);
  const problem = {
    ...failure,
    status,
    code,
    reason: textOf(body?.reason),
    detail: detail ?? required?.error ?? (text === '' ? 'no explanation came with it' : excerpt(text)),
    requestId: headers.get('x-request-id') ?? undefined,
    body,
    limits: limitsOf(headers),
  };
  return problemError(problem, {
    retryAfterMs: retryAfterMs(headers.get('retry-after'), clock.nowMs()),
    required,
  });
}

function notJson(answer: Response, text: string, failure: Failed): AnswerError {
  const type = answer.headers.get('content-type') ?? 'no media type';
  const message = `${failure.url} answered with ${type} where application/json was expected: ${excerpt(text)}`;
  return new AnswerError(message, { ...failure, status: answer.status });
}

function isJson(headers: Headers): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function withoutWire(headers: Headers): Headers {
  const copy = new Headers(headers);
  for (const name of wireHeaders) copy.delete(name);
  return copy;
}

/** First 160 characters of a body, for an error message. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as {
    message?: string;
    cause?: { message?: string; code?: string };
  };
  return inner?.message || inner?.code || message || String(cause);
}
