import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callingWith, type McpClient } from '../mcp-client.ts';

const launcher = join(import.meta.dirname, '..', '..', 'tidemark');

/** Starts `tidemark mcp` as agents' programs do; closing the client ends it. @param mode `auto`: the newest version that both know */
export async function startMcp(
  args: string[],
  env: Record<string, string>,
  mode?: 'auto',
): Promise<McpClient> {
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command: launcher,
    args: ['mcp', ...args],
    env: { PATH, HOME, ...env },
  });
  const options = mode === undefined ? {} : { versionNegotiation: { mode } };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(transport);
  return callingWith(client);
}
