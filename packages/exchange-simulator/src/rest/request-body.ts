import type { IncomingMessage } from 'node:http';

/** The longest request of the real API is far shorter. */
export const bodyBytesLimit = 64 << 10;

/** A parsed body: JSON, not JSON, or too long to be read to its end. */
export type RequestBody = { value: unknown } | 'no JSON' | 'too long';

/** Reads a body to its end, or up to the limit; a client that goes away leaves no JSON. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const text = await textOf(request);
  if (text === undefined) return 'too long';
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'no JSON';
  }
}

function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesLimit) {
        chunks.push(chunk);
        return;
      }
      // Paused, not destroyed: the answer still has to go out.
      request.pause();
      resolve(undefined);
    });
    const end = () => resolve(Buffer.concat(chunks).toString());
    request.once('end', end);
    request.once('close', end);
    request.once('error', end);
  });
}
