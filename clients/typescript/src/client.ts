import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { type Answer, answerOf } from './answer.ts';
import { type CacheOptions, createAnswerCache, defaultCache } from './answer-cache.ts';
import type { CallEntry, CallOptions, RowOptions } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Calls, callTable } from './generated/calls.ts';
import type { paths } from './generated/schema.ts';
import { pagesOf, rowsOf } from './pages.ts';
import type { PaymentOptions } from './payment.ts';
import { AnswerError } from './problem.ts';
import { defaultRetry, type RetryOptions } from './retry.ts';
import { type StreamMessage, type StreamOptions, type Subscription, streamOf } from './stream.ts';
import { createTransport, excerpt, paymentHeader } from './transport.ts';

export interface ClientOptions {
  /** Address of the service: `https://tidemark.example`. */
  baseUrl: string;
  /** API key of an account; either `apiKey` or `payment` is required. */
  apiKey?: string | undefined;
  /** Pays for every call, without an account (x402 v2). */
  payment?: PaymentOptions | undefined;
  /** Retries and backoff after 429, 5xx and lost connections. */
  retry?: Partial<RetryOptions> | undefined;
  /** Cached answers, revalidated by ETag; `false` disables the cache. */
  cache?: Partial<CacheOptions> | false | undefined;
  /** Timeout per request; default 30 s. */
  timeoutMs?: number | undefined;
  /** Maximum size of an answer; default 64 MiB. */
  maxAnswerBytes?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Replaces the system's clock and random numbers. */
  clock?: Clock | undefined;
}

/** The API: one call for each endpoint, by group. */
export interface Client extends Calls {
  /** The same endpoints by their path, as openapi-fetch has them; retries, cache, payment and errors are the same. */
  readonly api: FetchClient<paths>;
  /**
   * Follows a feed over a WebSocket: `for await (const { data } of client.stream({ type: 'trades' }))`. A connection that is lost is made
   * again, behind the last message.
   * @throws StreamRefusedError; the signal's reason; TypeError without a key, or a WebSocket
   */
  stream(subscription: Subscription, options?: StreamOptions): AsyncGenerator<StreamMessage, void, undefined>;
}

/**
 * Creates a client of one service. Connections stay open as `fetch` keeps them; nothing needs closing.
 * @throws TypeError if an option is missing or invalid
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, payment } = options;
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}; an address like https://tidemark.example is needed`,
    );
  }
  if ((apiKey === undefined || apiKey === '') === (payment === undefined)) {
    throw new TypeError('exactly one of apiKey and payment is needed');
  }
  const { timeoutMs = 30_000 } = options;
  if (!(Number.isFinite(timeoutMs) && timeoutMs > 0))
    throw new TypeError(`timeoutMs is ${timeoutMs}; a number of milliseconds above 0 is needed`);
  const clock = options.clock ?? systemClock;
  const transport = createTransport({
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    clock,
    retry: { ...defaultRetry, ...options.retry },
    timeoutMs,
    maxAnswerBytes: options.maxAnswerBytes ?? 64 * 2 ** 20,
    cache:
      options.cache === false || payment !== undefined
        ? undefined
        : createAnswerCache({ ...defaultCache, ...options.cache }),
    payment,
  });
  const root = baseUrl.replace(/\/+$/, '');
  const api = createFetchClient<paths>({
    // Paid calls have the same paths under another root.
    baseUrl: payment === undefined ? root : `${root}/x402`,
    // Arrays are sent as one comma-separated value.
    querySerializer: { array: { style: 'form', explode: false } },
    headers: { accept: 'application/json', ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
    fetch: transport,
  });
  const groups = Object.entries(callTable).map(([group, entries]) => {
    const calls = Object.entries(entries).map(([name, entry]) => [name, callOf(api, entry)]);
    return [group, Object.fromEntries(calls)];
  });
  const stream: Client['stream'] = (subscription, more) =>
    streamOf({ root, apiKey, clock }, subscription, more);
  return { api, stream, ...(Object.fromEntries(groups) as Calls) };
}

type Values = Readonly<Record<string, unknown>>;

/** The call of an endpoint; its types are those of the generated interface. */
function callOf(api: FetchClient<paths>, entry: CallEntry): unknown {
  const ask = (parameters: Values = {}, options: CallOptions = {}) => asked(api, entry, parameters, options);
  const { pages } = entry;
  if (pages === undefined) return ask;
  return Object.assign(ask, {
    pages: (parameters?: Values, options?: CallOptions) => pagesOf(ask, pages, parameters, options),
    rows: (parameters?: Values, options?: RowOptions) => rowsOf(ask, pages, parameters, options),
  });
}

async function asked(
  api: FetchClient<paths>,
  { path, inPath }: CallEntry,
  parameters: Values,
  { signal, paymentSignature }: CallOptions,
): Promise<Answer<unknown>> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  for (const [name, value] of given)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`${name} is ${value}; a finite number is needed`);
  const query = Object.fromEntries(given.filter(([name]) => !inPath.includes(name)));
  const init = {
    params: { path: pathValues(path, inPath, parameters), query },
    parseAs: 'text',
    ...(signal !== undefined && { signal }),
    ...(paymentSignature !== undefined && { headers: { [paymentHeader]: paymentSignature } }),
  };
  const { data, response } = await api.GET(path as never, init as never);
  const text = (data ?? '') as string;
  try {
    return answerOf(JSON.parse(text) as unknown, response.headers);
  } catch (cause) {
    const message = `${path} answered with what is no JSON: ${excerpt(text)}`;
    throw new AnswerError(message, { url: response.url || path, status: response.status }, cause);
  }
}

/** @throws TypeError if a value would change the path: an empty value, or only dots */
function pathValues(path: string, inPath: readonly string[], parameters: Values): Values {
  const values = inPath.map((name) => {
    const text = String(parameters[name] ?? '');
    if (text === '' || text === '.' || text === '..')
      throw new TypeError(`${path} needs a ${name}; ${JSON.stringify(text)} is none`);
    return [name, text];
  });
  return Object.fromEntries(values);
}
