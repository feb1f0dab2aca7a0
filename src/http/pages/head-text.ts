import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../../kernel/clock.ts';

/** The property in which Node keeps a response's finished header block. Undocumented; unchanged since Node 0.4. */
interface HeadSlot {
  _header: string | null;
}

/** Sends a preformatted header block. */
export interface HeadText {
  /**
   * Sends an answer, unless Node must write its head.
   *
   * @param status 200 or 304; a 304 has no body.
   * @param fixed lines of headers from {@link headerLines}, which checks them.
   * @param rest further headers, flat; unchecked, so never from outside this program.
   * @returns false if nothing was sent
   */
  send(
    call: { req: IncomingMessage; res: ServerResponse },
    status: 200 | 304,
    fixed: string,
    rest: readonly string[],
    body: string,
  ): boolean;
}

const statusLines = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' } as const;

/**
 * Node checks and copies every header of every answer, which takes a fifth of a request's time for our two dozen.
 * Most headers repeat, so their checked text is cached.
 *
 * Only for whole text bodies on HTTP/1.1 connections that stay open.
 *
 * @param options.keepAliveTimeoutMs the server's, sent in `Keep-Alive`.
 */
export function createHeadText(options: { keepAliveTimeoutMs: number; clock?: Clock }): HeadText {
  const { keepAliveTimeoutMs, clock = systemClock } = options;
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1_000)}\r\n\r\n`;
  let second = -1;
  let ending = '';

  /** `Date` and the end of the block; rebuilt once a second. */
  function endingNow(): string {
    const now = Math.floor(clock.nowMs() / 1_000);
    if (now !== second) {
      second = now;
      ending = `Date: ${new Date(now * 1_000).toUTCString()}\r\n${keepAlive}`;
    }
    return ending;
  }

  return {
    send({ req, res }, status, fixed, rest, body) {
      const slot = res as ServerResponse & HeadSlot;
      if (req.method !== 'GET' || !res.shouldKeepAlive || req.httpVersionMinor !== 1 || slot._header !== null)
        return false;
      let head = statusLines[status] + fixed;
      for (let i = 0; i < rest.length; i += 2) head += `${rest[i]}: ${rest[i + 1]}\r\n`;
      res.statusCode = status;
      slot._header = head + endingNow();
      if (status === 304) res.end();
      else res.end(body, 'latin1');
      return true;
    },
  };
}

const nameForm = /^[A-Za-z0-9-]+$/;
const valueForm = /^[\t\x20-\x7e]*$/;

/**
 * Formats headers as lines of a header block.
 * @param headers flat: name, value, name, value …
 * @throws Error if a header is invalid: it could end the block, or inject another header
 */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i]!, headers[i + 1]!];
    if (!nameForm.test(name) || !valueForm.test(value))
      throw new Error(`${name} is no header, or its value none`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
