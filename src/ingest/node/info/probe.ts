import { infoReader } from '../../../wire/info-request.ts';
import { createInfoTransport, type InfoReply } from '../../sources/hyperliquid/info-transport.ts';

const timeoutMs = 3_000;
const request = { type: 'clearinghouseState', user: `0x${'0'.repeat(40)}` } as const;

/**
 * Checks once whether an address belongs to a node's info server, so that a mistyped address fails at startup. A server that is
 * unreachable, fails, or lacks the type may be a starting node, and is retried later.
 *
 * @throws Error naming the actual and the expected answer
 */
export async function checkInfoServer(url: string): Promise<void> {
  const transport = createInfoTransport({ url, connections: 1, timeoutMs });
  try {
    const fault = faultOf(await transport.send(JSON.stringify(request)));
    if (fault === undefined) return;
    throw new Error(
      `${url} ${fault}; expected the info server of a node that runs with --serve-info, such as http://127.0.0.1:3001/info`,
    );
  } finally {
    await transport.close();
  }
}

function faultOf(reply: InfoReply): string | undefined {
  if ('failure' in reply) return undefined;
  const { status, body } = reply;
  const isWaitedFor = status >= 500 || status === 429 || status === 408 || status === 422;
  if (isWaitedFor) return undefined;
  if (status !== 200) return `answers with status ${status}`;
  try {
    const reading = infoReader(request.type)(JSON.parse(body));
    return 'fault' in reading ? `does not answer with an account state (${reading.fault})` : undefined;
  } catch {
    return `does not answer with JSON: ${JSON.stringify(body.slice(0, 60))}`;
  }
}
