import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/problem.ts';
import { RequestGone } from '../pages/flight.ts';

/**
 * The whole body of a request.
 *
 * @param what names it in the refusal: `An event`
 * @throws Problem 413; RequestGone where the sender left before its end
 */
export function bodyOf(req: IncomingMessage, limitBytes: number, what: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) return reject(tooLarge(limitBytes, what));
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) return void chunks.push(chunk);
      req.pause();
      reject(tooLarge(limitBytes, what));
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('close', () => reject(new RequestGone()));
  });
}

function tooLarge(limitBytes: number, what: string): Problem {
  return new Problem({
    status: 413,
    code: 'BODY_TOO_LARGE',
    title: 'Content Too Large',
    detail: `${what} of more than ${limitBytes} bytes is refused.`,
  });
}
