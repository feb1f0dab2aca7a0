import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../kernel/problem.ts';
import { type ProblemAddresses, renderProblem } from './problem-response.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { headersTooLarge, malformedRequest, requestTimeout, uriTooLong } from './request-problems.ts';

export interface ClientErrorOptions {
  addresses: ProblemAddresses;
  requestId: () => string;
  metrics: RequestMetrics;
  maxHeaderBytes: number;
  maxUrlBytes: number;
}

interface ParseError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** Answers what is no readable HTTP request with a problem written straight to the socket, and closes. */
export function createClientErrorHandler(options: ClientErrorOptions) {
  function problemOf(error: ParseError): Problem {
    switch (error.code) {
      case 'HPE_HEADER_OVERFLOW': {
        // A request line that fills the whole packet: it is the address that is too long.
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

  return (error: ParseError, socket: Socket): void => {
    const answering = (socket as Socket & { _httpMessage?: unknown })._httpMessage;
    // An answer under way must not have a second one written into it.
    if (error.code === 'ECONNRESET' || !socket.writable || (answering !== undefined && answering !== null)) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = renderProblem(problemOf(error), options.requestId(), options.addresses);
    headers.push('Connection', 'close');
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    options.metrics.observe('malformed', 'none', status, 0);
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    // Not waiting for the client to close: it may never.
    socket.destroySoon();
  };
}
