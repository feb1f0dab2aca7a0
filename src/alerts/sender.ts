import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { version } from '../version.ts';
import { addressesOf, type Resolve, type ResolvedAddress, readTarget, type TargetPolicy } from './target.ts';

export type Sent =
  | { status: number; retryAfterMs?: number | undefined }
  /** No response, or the request was not sent. */
  | { fault: string };

export interface Sending {
  /** `webhook-id`; the same for every attempt. */
  id: string;
  url: string;
  body: string;
  /** Signing secrets, newest first. */
  secrets: readonly string[];
  /** Time of the attempt, unix milliseconds. */
  nowMs: number;
  signal?: AbortSignal | undefined;
}

export type Sender = (sending: Sending) => Promise<Sent>;

export interface SenderOptions {
  policy: TargetPolicy;
  timers?: Timers;
  /** Covers DNS look-up to response headers; default 15 s. */
  timeoutMs?: number;
  resolve?: Resolve;
}

const answerBytes = 4_096;
const longestWaitMs = 86_400_000;
const lookUp: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Sends signed messages (Standard Webhooks 1.0). Each attempt resolves the name and connects only to addresses that passed the policy;
 * redirects are not followed. The body of a response is not read, except the start of a 429 without Retry-After.
 */
export function createSender(options: SenderOptions): Sender {
  const { policy, timers = systemTimers, timeoutMs = 15_000, resolve = lookUp } = options;
  return async (sending) => {
    const ending = new AbortController();
    const late = new Error(`no answer within ${timeoutMs / 1_000} s`);
    const cancel = timers.after(timeoutMs, () => ending.abort(late));
    const { signal } = ending;
    const stop = () => ending.abort(sending.signal?.reason);
    sending.signal?.addEventListener('abort', stop, { once: true });
    try {
      const url = readTarget(sending.url, policy);
      const addresses = await orAborted(addressesOf(url, policy, resolve), signal);
      return await post(url, addresses, sending, signal);
    } catch (error) {
      return { fault: faultText(signal.aborted ? signal.reason : error) };
    } finally {
      cancel();
      sending.signal?.removeEventListener('abort', stop);
    }
  };
}

/** `webhook-id`, `webhook-timestamp` and one signature for each secret. */
export function signedHeaders({ id, body, secrets, nowMs }: Sending): Record<string, string> {
  const at = new Date(Math.floor(nowMs / 1_000) * 1_000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

function post(
  url: URL,
  addresses: readonly ResolvedAddress[],
  sending: Sending,
  signal: AbortSignal,
): Promise<Sent> {
  const bytes = Buffer.from(sending.body);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    maxHeaderSize: 16_384,
    // Pins the checked addresses: a second look-up could return others (DNS rebinding).
    lookup: (_, { all }, done) => {
      if (all === true)
        done(
          null,
          addresses.map((one) => ({ ...one })),
        );
      else done(null, addresses[0]!.address, addresses[0]!.family);
    },
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': `Tidemark/${version}`,
      connection: 'close',
      ...signedHeaders(sending),
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      statusOf(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

async function statusOf(response: IncomingMessage): Promise<Sent> {
  const status = response.statusCode!;
  response.on('error', () => undefined);
  const header = response.headers['retry-after'];
  if (header !== undefined) return { status, retryAfterMs: waitOf(header, response.headers.date) };
  // Telegram sends the wait only in its body.
  return status === 429 ? { status, retryAfterMs: waitInBody(await startOf(response)) } : { status };
}

/** Parses Retry-After: seconds, or a date relative to the receiver's own Date header. */
function waitOf(text: string, date: string | undefined): number | undefined {
  const waitMs = /^\d+(\.\d+)?$/.test(text.trim())
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(date ?? '');
  return bounded(waitMs);
}

function waitInBody(text: string): number | undefined {
  const [, seconds] = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(text) ?? [];
  return seconds === undefined ? undefined : bounded(Number(seconds) * 1_000);
}

const bounded = (waitMs: number) =>
  Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 1_000), longestWaitMs) : undefined;

async function startOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length >= answerBytes) break;
  }
  return text;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Error text without the target address, which may hold a secret. */
function faultText(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code !== 'ABORT_ERR') return code;
  return typeof message === 'string' ? message.slice(0, 300) : 'the message could not be sent';
}
