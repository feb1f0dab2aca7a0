import type { IncomingMessage } from 'node:http';
import { type RequestLog, userAgentLimitBytes } from '../../access/request-record.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { FaultLog } from '../../kernel/fault-log.ts';
import type { Log } from '../../kernel/log.ts';
import { type Problem, RequestGone } from '../../kernel/problem.ts';
import type { ClientAddress } from '../calls/client-address.ts';
import { exposeFor } from '../calls/cors.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { type HeadText, headerLines } from '../pages/head-text.ts';
import type { EncodingChoice } from '../pages/negotiate.ts';
import type { Form, Page } from '../pages/page.ts';
import { type ProblemAddresses, renderProblem, toProblem } from '../problems/problem-response.ts';

export interface ResponderOptions {
  headText: HeadText;
  addresses: ProblemAddresses;
  metrics: RequestMetrics;
  log: Log;
  faults: FaultLog;
  deadlineMs: number;
  requestLog?: RequestLog | undefined;
  clientAddress: ClientAddress;
  /** True while the server drains: answers then close their connections. */
  closing: () => boolean;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

export interface RequestClient {
  ip: string;
  userAgent: string;
}

export type NotedCall = Pick<HttpCall, 'requestId' | 'route' | 'startMs' | 'caller'>;

/** The client's preferred form of a page; undefined if it is not compressed yet. */
export function formAtHand(page: Page, choice: EncodingChoice): Form | undefined {
  const best = choice[0]!;
  return !page.compressible || best === 'identity' ? page.identity : page[best];
}

/** Writes answers; head and body go in one write if both are text. */
export function createResponder(options: ResponderOptions) {
  const { headText, metrics, log, faults, addresses, requestLog, clientAddress, marks } = options;

  const ownLines = headerLines(['Access-Control-Expose-Headers', exposeFor(undefined), ...marks]);
  const ownLinesForOrigins = headerLines(['Access-Control-Expose-Headers', exposeFor('any'), ...marks]);

  /** Counts and logs a finished request. */
  function note(call: NotedCall, method: string, status: number, client: () => RequestClient): void {
    const { caller } = call;
    const durationMs = monotonicMs() - call.startMs;
    metrics.observe(call.route, method, status, durationMs);
    if (requestLog === undefined || caller === undefined) return;
    requestLog.record({
      requestId: call.requestId,
      endpoint: call.route,
      method,
      ...client(),
      durationMs,
      status,
      keyHash: caller.keyHash,
      accountId: caller.accountId,
    });
  }

  function finish(call: HttpCall, status: number): void {
    note(call, call.req.method ?? 'GET', status, () => clientOf(call.req));
  }

  function clientOf(req: IncomingMessage): RequestClient {
    // Node reads header bytes as Latin-1, one character per byte.
    const userAgent = (req.headers['user-agent'] ?? '').slice(0, userAgentLimitBytes);
    return { ip: clientAddress(req), userAgent };
  }

  function sendAsText(call: HttpCall, status: number, form: Form): boolean {
    if ((status !== 200 && status !== 304) || typeof form.body !== 'string' || options.closing())
      return false;
    const { origin } = call.req.headers;
    const own = origin === undefined ? ownLines : ownLinesForOrigins;
    const lines = `${form.headLines[status]}${own}X-Request-ID: ${call.requestId}\r\n`;
    return headText.send(call, status, lines, call.limitHeaders, form.body);
  }

  /** Sends a form of a page, or 304 if the client has it. */
  function sendForm(call: HttpCall, page: Page, form: Form): void {
    const { req, res } = call;
    const { 'if-none-match': ifNoneMatch, origin } = req.headers;
    const unchanged = ifNoneMatch !== undefined && page.status === 200 && page.matches(ifNoneMatch);
    const status = unchanged ? 304 : page.status;
    if (!sendAsText(call, status, form)) {
      const headers = (unchanged ? form.notModifiedHeaders : form.headers).concat(call.limitHeaders);
      headers.push('Access-Control-Expose-Headers', exposeFor(origin), 'X-Request-ID', call.requestId);
      headers.push(...marks);
      if (options.closing()) headers.push('Connection', 'close');
      res.writeHead(status, headers);
      if (unchanged) res.end();
      else res.end(form.body, 'latin1');
    }
    finish(call, status);
  }

  /** Sends an error as a problem. Sends nothing if the client has left. */
  function sendProblem(call: HttpCall, error: unknown, close = false): void {
    const { req, res, requestId } = call;
    if (error instanceof RequestGone || res.destroyed) {
      // 499 is nginx's code for it; it never reaches a client.
      finish(call, 499);
      res.destroy();
      return;
    }
    const problem = problemOf(call, error);
    const { status } = problem.fields;
    // 5xx answers carry only the request id (docs/contract.md#errors).
    const limitHeaders = status < 500 ? call.limitHeaders : [];
    const rendered = renderProblem(problem, requestId, addresses, req.headers.origin, limitHeaders);
    rendered.headers.push(...marks);
    if (close || options.closing()) rendered.headers.push('Connection', 'close');
    res.writeHead(status, rendered.headers);
    res.end(rendered.body);
    finish(call, status);
  }

  /** Converts an error to its problem and counts it. Logs faults. */
  function problemOf({ requestId, route }: NotedCall, error: unknown): Problem {
    const problem = toProblem(error, options.deadlineMs);
    const { status, code, cause, countedAs } = problem.fields;
    metrics.countRefusal(problem);
    // Deliberate refusals are only counted: logging each would worsen an overload.
    if (status >= 500 && countedAs === undefined) {
      const fault = { requestId, route, status, code, err: cause ?? problem };
      // A 500 is a bug, logged each time with its request id; other 5xx come from an unavailable store.
      if (status === 500) log.error(fault, 'request failed');
      else faults.report(code, fault, 'request failed');
    }
    return problem;
  }

  return { sendForm, sendProblem, finish, note, problemOf, clientOf };
}

export type Responder = ReturnType<typeof createResponder>;
