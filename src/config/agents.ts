import { Type } from 'typebox';
import { given } from './setting.ts';

/** The service that `tidemark mcp` asks, where it is not this program itself. */
export const agentSettings = {
  mcpUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_MCP_URL',
        flag: '--url',
        description: 'Service that `tidemark mcp` asks; needs TIDEMARK_API_KEY',
        defaultNote: 'the data directory',
      }),
      format: 'admin-url',
    }),
  ),
  apiKey: Type.Optional(
    Type.String({
      ...given({ env: 'TIDEMARK_API_KEY', description: 'Key that `tidemark mcp` sends to it', secret: true }),
      format: 'api-key',
    }),
  ),
};
