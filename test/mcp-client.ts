import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { StructuredAnswer } from '../src/mcp/kit/answer.ts';
import { costKey } from '../src/mcp/server/mcp-server.ts';

/** A tool's result, as a client sees it. */
export interface ToolTold {
  text: string;
  isError: boolean;
  structured: StructuredAnswer;
  /** Requests that it cost. */
  requests: number;
}

export interface McpClient {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolTold>;
  close(): Promise<void>;
}

/** Connects a client of the protocol to a service; it speaks the newest version that both know. */
export async function connectMcp(
  address: string,
  headers: Record<string, string>,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    mode === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } });
  await client.connect(transport);
  return callingWith(client);
}

export function callingWith(client: Client): McpClient {
  return {
    client,
    async call(name, args = {}) {
      const { content, isError, structuredContent, _meta } = await client.callTool({ name, arguments: args });
      const [first] = content as { type: string; text?: string }[];
      return {
        text: first?.text ?? '',
        isError: isError === true,
        structured: structuredContent as unknown as StructuredAnswer,
        requests: Number(_meta?.[costKey]),
      };
    },
    close: () => client.close(),
  };
}
