import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type RequestBodies, requestTimeout } from '../../access/request-bodies.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { type ProblemAddresses, renderProblem } from '../problems/problem-response.ts';
import { headersTooLarge, malformedRequest, overloaded, uriTooLong } from '../problems/request-problems.ts';

export interface SocketAnswersOptions {
  addresses: ProblemAddresses;
  requestId: () => string;
  metrics: RequestMetrics;
  bodies: RequestBodies;
  /** Headers of every answer, flat. */
  marks: readonly string[];
  maxHeaderBytes: number;
  maxUrlBytes: number;
  maxConnectionsPerAddress: number;
}

interface ParseError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** Answers input that never becomes a request: writes a problem straight to the socket and closes it. */
export function createSocketAnswers(options: SocketAnswersOptions) {
  /** Connections with a refusal pending. */
  const refused = new WeakSet<Socket>();

  function problemOf(error: ParseError): Problem {
    switch (error.code) {
      case 'HPE_HEADER_OVERFLOW': {
        // A request line that fills the whole packet means a too long address.
        const start = error.rawPacket?.subarray(0, options.maxUrlBytes) ?? Buffer.alloc(0);
        const longUrl = start.length === options.maxUrlBytes && !start.includes('\r\n');
        return longUrl ? uriTooLong(options.maxUrlBytes) : headersTooLarge(options.maxHeaderBytes);
      }
      case 'ERR_HTTP_REQUEST_TIMEOUT':
        return requestTimeout();
      default:
        return malformedRequest('The request is no valid HTTP/1.1 request.');
    }
  }

  /** Writes the answer at once: the socket gets no further output. @returns its status */
  function end(socket: Socket, problem: Problem): number {
    const { status, headers, body } = renderProblem(problem, options.requestId(), options.addresses);
    headers.push(...options.marks, 'Connection', 'close');
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    // Does not wait for the client to close, which may never happen.
    socket.destroySoon();
    return status;
  }

  function clientError(error: ParseError, socket: Socket): void {
    const answering = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    // A route that waits for the rest of this request answers it, then the connection closes.
    if (options.bodies.fail(socket, problemOf(error))) return;
    const refuse = () => {
      if (socket.writable) options.metrics.observe('malformed', 'none', end(socket, problemOf(error)), 0);
    };
    // Two answers must not interleave: the refusal follows the answer in progress.
    if (answering === undefined || answering === null) refuse();
    else answering.once('finish', refuse);
  }

  /** Answers CONNECT, which Node would close without an answer. */
  function connect(socket: Socket): void {
    const problem = malformedRequest('CONNECT asks for a tunnel, and this is no proxy. Use GET.');
    options.metrics.observe('malformed', 'none', end(socket, problem), 0);
  }

  /** Answers a connection over the bound of its address. */
  function crowded(socket: Socket): void {
    const { maxConnectionsPerAddress: limit } = options;
    const detail = `One address may have ${limit} connections at a time. Close some, or send requests one after the other.`;
    end(socket, overloaded({ detail, retryAfterSeconds: 1 }));
  }

  return { clientError, connect, crowded };
}
