import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import type { Ask } from '../../endpoints/ask.ts';
import type { Log } from '../../kernel/log.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import { type FaultDetail, Problem } from '../../kernel/problem.ts';
import { createInputCheck } from '../../routes/input-check.ts';
import { jsonSchema } from '../../routes/json-schema.ts';
import { type Detail, listedOutputSchema } from '../kit/answer.ts';
import { type ApiIndex, createApiIndex, type OpenApiDocument } from '../kit/api-index.ts';
import { runTool } from '../kit/run-tool.ts';
import type { AnyTool } from '../kit/tool.ts';
import type { Resource } from './resources.ts';

type ReadInput = (sent: unknown) => { input: Record<string, unknown>; faults: FaultDetail[] };

const otherNames: Readonly<Record<string, readonly string[]>> = {
  coin: ['symbol'],
  address: ['wallet'],
  addresses: ['wallets', 'address', 'wallet'],
  tier: ['cohort'],
};

interface Field {
  type?: string;
  enum?: readonly string[];
  items?: Field;
}

/**
 * Parses an agent's input leniently: drops nulls, resolves aliases, accepts numbers as text, a single value for a list, and enum values in
 * any case. Reports all other faults field by field.
 */
export function createInputReader(schema: TObject): ReadInput {
  const check = createInputCheck('input', schema);
  return (sent) => {
    const given = sent ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) return { input: {}, faults: check(sent) };
    const present = Object.entries(given).filter(([, value]) => value !== null);
    const entries = present.map(([sentName, value]) => {
      const name = nameOf(schema, sentName, present);
      return [name, readField(fieldOf(schema, name), value)];
    });
    const input = Object.fromEntries(entries) as Record<string, unknown>;
    return { input, faults: check(input) };
  };
}

/** Resolves an alias; keeps it, as an unknown name, if the argument was sent as well. */
function nameOf(schema: TObject, sent: string, all: readonly [name: string, value: unknown][]): string {
  if (fieldOf(schema, sent) !== undefined) return sent;
  const meant = Object.keys(otherNames).find(
    (name) => otherNames[name]!.includes(sent) && fieldOf(schema, name) !== undefined,
  );
  const isSent = (name: string) =>
    all.some(([other]) => other !== sent && (other === name || otherNames[name]!.includes(other)));
  return meant === undefined || isSent(meant) ? sent : meant;
}

function fieldOf({ properties }: TObject, name: string): Field | undefined {
  return Object.hasOwn(properties, name) ? (properties[name] as Field) : undefined;
}

function readField(field: Field | undefined, value: unknown): unknown {
  if (field === undefined) return value;
  if (field.type === 'array') return [value].flat().map((item) => readField(field.items, item));
  if (typeof value !== 'string') return value;
  if (field.type === 'integer' || field.type === 'number') {
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value;
  }
  if (field.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (field.enum !== undefined)
    return field.enum.find((known) => known.toLowerCase() === value.trim().toLowerCase()) ?? value;
  return value.trim();
}

export interface McpOptions {
  tools: readonly AnyTool[];
  resources: readonly Resource[];
  version: string;
  log: Log;
}

/** `_meta` key with the number of API requests of an answer. */
export const costKey = 'tidemark/requests';

const instructions =
  'Analytics of traders and markets on the Hyperliquid exchange, read-only. Begin with find if a name is unclear, and with status if ' +
  'freshness matters. Each tool answers one kind of question; query_api reaches every endpoint that describe_api lists. Answers give the finding ' +
  'and the data as text, rounded, and exact values in structuredContent. Every request that a tool makes counts against your account (_meta).';

/** Cache time of lists, which never change while the service runs. */
const listTtlMs = 3_600_000;
const annotations = { readOnlyHint: true, openWorldHint: false };

/** Creates an MCP server per message or connection; shared parts are created once. */
export function createMcp({ tools, resources, version, log }: McpOptions) {
  const byName = new Map(tools.map((tool) => [tool.name, { tool, read: createInputReader(tool.input) }]));
  const listed = tools.map(listedTool);
  const listedResources = resources.map(({ read: _, ...resource }) => resource);
  let api: Promise<ApiIndex> | undefined;

  async function apiOf(ask: Ask, signal: AbortSignal): Promise<ApiIndex> {
    api ??= ask('/openapi.json', signal).then(({ body }) => createApiIndex(body as OpenApiDocument));
    try {
      return await api;
    } catch (error) {
      api = undefined;
      throw error;
    }
  }

  async function callTool(name: string, sent: unknown, ask: Ask, signal: AbortSignal) {
    const known = byName.get(name);
    if (known === undefined) throw unknownTool(name, [...byName.keys()]);
    const { input, faults } = known.read(sent);
    if (faults.length > 0) {
      const lines = faults.map(({ location, message }) => `${location} ${message}`);
      return failed(lines.join('\n'));
    }
    const { detail = 'brief', ...rest } = input as { detail?: Detail };
    try {
      return toolResult(
        await runTool({ tool: known.tool, input: rest, detail, api: await apiOf(ask, signal), ask, signal }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem && error.fields.code === 'NOT_READY') return failed(error.fields.detail);
      log.error({ err: error, tool: name }, 'a tool of agents could not ask the service');
      return failed('The service cannot be reached. Call again; if this persists, ask its operator.');
    }
  }

  return function newServer(ask: Ask): Server {
    const server = new Server(
      { name: 'tidemark', title: 'Tidemark', version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions,
        cacheHints: {
          'tools/list': { ttlMs: listTtlMs, cacheScope: 'public' },
          'resources/list': { ttlMs: listTtlMs, cacheScope: 'public' },
          'resources/templates/list': { ttlMs: listTtlMs, cacheScope: 'public' },
          'server/discover': { ttlMs: listTtlMs, cacheScope: 'public' },
        },
      },
    );
    // Debug only: the client itself gets its errors.
    server.onerror = (err) => log.debug({ err }, 'message of an agent');
    server.setRequestHandler('tools/list', () => ({ tools: listed }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
      callTool(params.name, params.arguments, ask, mcpReq.signal),
    );
    server.setRequestHandler('resources/list', () => ({ resources: listedResources }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
      const resource = resources.find((one) => one.uri === uri);
      if (resource === undefined) throw unknownResource(uri, resources);
      const text = await resource.read(ask, mcpReq.signal);
      return { contents: [{ uri, mimeType: resource.mimeType, text }] };
    });
    return server;
  };
}

export type NewServer = ReturnType<typeof createMcp>;

function failed(text: string) {
  return toolResult({ text, structured: undefined, isError: true, requests: 0 });
}

function toolResult({ text, structured, isError, requests }: Awaited<ReturnType<typeof runTool>>) {
  return {
    content: [{ type: 'text' as const, text }],
    ...(structured !== undefined && { structuredContent: structured }),
    isError,
    _meta: { [costKey]: requests },
  };
}

const plain = (schema: TObject) => jsonSchema(schema, (name) => name) as Tool['inputSchema'];

function listedTool(tool: AnyTool) {
  const { name, title, description, input } = tool;
  return {
    name,
    title,
    description,
    inputSchema: plain(input),
    outputSchema: plain(listedOutputSchema),
    annotations,
  };
}

function unknownTool(name: string, names: readonly string[]): ProtocolError {
  const nearest = nearestTo(name, names);
  const hint = nearest === undefined ? `Tools: ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name.slice(0, 60))}. ${hint}`,
  );
}

function unknownResource(uri: string, resources: readonly Resource[]): ProtocolError {
  const known = resources.map((resource) => resource.uri).join(', ');
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no resource ${JSON.stringify(uri.slice(0, 100))}. Resources: ${known}.`,
    { uri },
  );
}
