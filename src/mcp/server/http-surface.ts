import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Ask } from '../../endpoints/ask.ts';
import type { Log } from '../../kernel/log.ts';
import { unfitValue } from '../../routes/input-values.ts';
import type { NewServer } from './mcp-server.ts';

/** Maximum open list-change subscriptions of agents; the lists of this service never change. */
const subscriptionsLimit = 64;

/** Answers MCP messages over HTTP, without sessions. The caller has checked key, host and size. */
export function createHttpSurface(newServer: NewServer, log: Log) {
  const handler = createMcpHandler(({ authInfo }) => newServer(authInfo!.extra!.ask as Ask), {
    onerror: (err) => log.debug({ err }, 'message of an agent'),
    maxSubscriptions: subscriptionsLimit,
  });
  return {
    async answer(message: Request, ask: Ask): Promise<Response> {
      const parsedBody = parsed(await message.text());
      if (parsedBody === undefined) return refusal(ProtocolErrorCode.ParseError, 'The body is no JSON.');
      // Rejects batches: neither protocol version has them, and each of their messages would be a request of its own.
      if (Array.isArray(parsedBody)) {
        return refusal(ProtocolErrorCode.InvalidRequest, 'Send one message at a time.');
      }
      const unfit = unfitValue('message', parsedBody);
      if (unfit !== undefined) {
        return refusal(ProtocolErrorCode.InvalidRequest, `${unfit.location} ${unfit.message}.`);
      }
      // Passes `ask`, which carries the account, through the library's auth info.
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
