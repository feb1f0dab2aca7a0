import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { NewServer } from '../../src/mcp/server/mcp-server.ts';

/*
 * What the conformance suite of the protocol asks for by name: https://github.com/modelcontextprotocol/conformance. Served by the
 * construction of our own tools, `createHttpSurface` behind the route of agents.
 */

/** A red dot, and a tenth of nothing to hear. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const embedded = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
});

const toolResults: Record<string, object> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [embedded('test://embedded-resource')] },
  test_multiple_content_types: {
    content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  },
  test_error_handling: {
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  },
  json_schema_2020_12_tool: { content: [text('ok')] },
};

/** Keywords of JSON Schema that a list has to keep. */
const keptSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
  if: { properties: { name: { const: 'x' } }, required: ['name'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['address'] },
  else: {},
  additionalProperties: false,
};

const resources: Record<string, object> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
};

const user = (content: object) => ({ role: 'user' as const, content });
const prompts: Record<string, (given: Record<string, string>) => object[]> = {
  test_simple_prompt: () => [user(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = 'test://example-resource' }) => [
    user(embedded(resourceUri)),
    user(text('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [user(image), user(text('Please analyze the image above.'))],
};
const promptArguments: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

export const newFixtureServer: NewServer = () => {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } },
  );
  const absent = (what: string, data?: object) =>
    new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what}.`, data);
  server.setRequestHandler('tools/list', () => ({
    tools: [...Object.keys(toolResults), 'test_tool_with_progress'].map((name) => ({
      name,
      description: name,
      inputSchema: name === 'json_schema_2020_12_tool' ? keptSchema : { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (params.name === 'test_tool_with_progress') {
      const progressToken = params._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken === undefined) break;
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      }
      return { content: [text('done')] };
    }
    const result = toolResults[params.name];
    if (result === undefined) throw absent(`tool ${params.name}`);
    return result as { content: [] };
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.keys(resources).map((uri) => ({ uri, name: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
    const held =
      id === undefined ? resources[uri] : { mimeType: 'application/json', text: JSON.stringify({ id }) };
    if (held === undefined) throw absent(`resource ${uri}`, { uri });
    return { contents: [{ uri, ...held } as { uri: string; text: string }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: name,
      arguments: (promptArguments[name] ?? []).map((argument) => ({
        name: argument,
        description: argument,
        required: true,
      })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts[params.name];
    if (prompt === undefined) throw absent(`prompt ${params.name}`);
    return { messages: prompt(params.arguments ?? {}) as [] };
  });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
};
