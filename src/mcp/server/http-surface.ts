import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Ask } from '../../endpoints/ask.ts';
import type { Log } from '../../kernel/log.ts';
import { unfitValue } from '../../routes/input-values.ts';
import type { NewServer } from './mcp-server.ts';

/** Streams that agents hold open to hear of changed lists; nothing here changes. */
const subscriptionsLimit = 64;

/**
 * Answers messages of the protocol that came by HTTP, each by itself: no session is kept. The caller has checked
 * the key, the host and the size.
 */
export function createHttpSurface(newServer: NewServer, log: Log) {
  const handler = createMcpHandler(({ authInfo }) => newServer(authInfo!.extra!.ask as Ask), {
    onerror: (err) => log.debug({ err }, 'message of an agent'),
    maxSubscriptions: subscriptionsLimit,
  });
  return {
    async answer(message: Request, ask: Ask): Promise<Response> {
      const parsedBody = parsed(await message.text());
      if (parsedBody === undefined) return refusal(ProtocolErrorCode.ParseError, 'The body is no JSON.');
      // Neither version has them, and each message in one would be a request of its own.
      if (Array.isArray(parsedBody)) {
        return refusal(ProtocolErrorCode.InvalidRequest, 'Send one message at a time.');
      }
      const unfit = unfitValue('message', parsedBody);
      if (unfit !== undefined) {
        return refusal(ProtocolErrorCode.InvalidRequest, `${unfit.location} ${unfit.message}.`);
      }
      // The library hands on what it takes for the account; the account stands behind `ask`.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { ask } };
      return handler.fetch(message, { parsedBody, authInfo });
    },
    close: () => handler.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(code: ProtocolErrorCode, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
