import { Agent, request } from 'undici';

export type InfoReply =
  | { status: number; body: string; retryAfterMs?: number }
  /** No answer: the exchange may or may not have counted the request. */
  | { failure: string; cause?: unknown };

/** Sends one body to `POST /info`; never rejects. */
export interface InfoTransport {
  send(body: string): Promise<InfoReply>;
  close(): Promise<void>;
}

export interface InfoTransportOptions {
  /** `https://api.hyperliquid.xyz/info`. */
  url: string;
  /** Timeout from sending to the last byte of the answer. */
  timeoutMs?: number;
  /** Maximum answer size; the contexts of all markets are about 200 KB, a page of fills 1 MB. */
  answerBytesLimit?: number;
  connections: number;
}

/** HTTP over undici, with a deadline and a limit on the answer's size. */
export function createInfoTransport(options: InfoTransportOptions): InfoTransport {
  const { url, timeoutMs = 10_000, answerBytesLimit = 32 << 20, connections } = options;
  const agent = new Agent({ connections, keepAliveTimeout: 30_000, connect: { timeout: timeoutMs } });

  return {
    async send(body) {
      try {
        const response = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          dispatcher: agent,
          signal: AbortSignal.timeout(timeoutMs),
        });
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > answerBytesLimit) {
            return { failure: `the answer is longer than ${answerBytesLimit} bytes` };
          }
          chunks.push(chunk);
        }
        const seconds = Number(response.headers['retry-after']);
        return {
          status: response.statusCode,
          body: Buffer.concat(chunks).toString(),
          ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
        };
      } catch (error) {
        const { name, message } = error as Error;
        const failure = name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : message || name;
        return { failure, cause: error };
      }
    },
    close: () => agent.destroy(),
  };
}
