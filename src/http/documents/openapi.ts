import { type AnyEndpoint, placeholders } from '../../endpoints/endpoint.ts';
import type { Param } from '../../endpoints/params/param.ts';
import type { Registry } from '../../endpoints/registry.ts';
import { type JsonSchema, jsonSchema } from '../../endpoints/schema.ts';
import { problemSchemas } from '../problems/problem-schemas.ts';
import { responseHeaders, responseHeadersOf } from './openapi-headers.ts';

/** Version of the machine-readable description (interface.md, Versioning). */
export const descriptionVersion = '0.1.0';

const componentOf = (name: string) => `#/components/schemas/${name}`;

const errorTexts: Readonly<Record<number, string>> = {
  400: 'A value is not acceptable, or the request is malformed. A window longer than the tier allows answers with a LegacyError.',
  401: 'The key is missing, or not accepted.',
  403: 'The tier is too low.',
  404: 'There is no such coin or id, or no data about it.',
  422: 'At least one parameter breaks its schema; every fault is listed.',
  429: 'A limit of the account is used up.',
  500: 'The service failed.',
  502: 'The exchange did not answer.',
  503: 'The service is overloaded, or its source too far behind.',
  504: 'The answer took too long to make.',
};

/** Statuses with the legacy body (settled details §2); a 400 has either. */
const legacyStatuses = [401, 502];

/** Every status an endpoint may answer with, besides 200. */
export function errorStatuses(endpoint: AnyEndpoint): number[] {
  const common = [400, 401, 429, 500, 503, 504];
  if (endpoint.tier !== 'free') common.push(403);
  if (Object.keys(endpoint.params).length > 0) common.push(422);
  return [...new Set([...common, ...(endpoint.errors ?? [])])].sort((a, b) => a - b);
}

function errorResponse(status: number): JsonSchema {
  const description = errorTexts[status];
  if (description === undefined) throw new Error(`no description for status ${status}`);
  const problem = { 'application/problem+json': { schema: { $ref: componentOf('APIError') } } };
  const legacy = { 'application/json': { schema: { $ref: componentOf('LegacyError') } } };
  const content = legacyStatuses.includes(status)
    ? legacy
    : status === 400
      ? { ...problem, ...legacy }
      : problem;
  return { description, headers: responseHeadersOf(status), content };
}

function parameter(name: string, param: Param<unknown>, inPath: boolean): JsonSchema {
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || param.required,
    description: param.description,
    schema: jsonSchema(param.schema, componentOf),
    ...(param.example !== undefined && { example: param.example }),
  };
}

function operation(endpoint: AnyEndpoint): JsonSchema {
  const params = Object.entries(endpoint.params as Record<string, Param<unknown>>);
  const schema = jsonSchema(endpoint.response, componentOf, false);
  const example = endpoint.example === undefined ? {} : { example: endpoint.example };
  const errors = errorStatuses(endpoint).map((status) => [String(status), errorResponse(status)]);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    tags: [...endpoint.tags],
    'x-minimum-tier': endpoint.tier,
    'x-cost': endpoint.cost,
    parameters: params.map(([name, param]) => parameter(name, param, endpoint.pathParams.includes(name))),
    responses: {
      200: {
        description: endpoint.summary,
        headers: responseHeadersOf(200, endpoint.headers),
        content: { 'application/json': { schema, ...example } },
      },
      ...Object.fromEntries(errors),
    },
  };
}

/**
 * The OpenAPI 3.1.0 description of a registry. The same registry gives the same text: paths, tags and schemas are
 * sorted by name.
 *
 * @param baseUrl public address of the service; `/` in the committed file
 */
export function openApi(registry: Registry, baseUrl: string): JsonSchema {
  const byPath = [...registry.endpoints].sort((a, b) => (a.path < b.path ? -1 : 1));
  const named = [...registry.schemas, ...Object.entries(problemSchemas)].sort(([a], [b]) => (a < b ? -1 : 1));
  const tags = [...new Set(byPath.flatMap((endpoint) => endpoint.tags))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version: descriptionVersion,
      description: 'Trader and market analytics of the Hyperliquid exchange, read-only.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl }],
    security: [{ ApiKey: [] }],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(byPath.map((endpoint) => [endpoint.path, { get: operation(endpoint) }])),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: responseHeaders,
      schemas: Object.fromEntries(named.map(([name, type]) => [name, jsonSchema(type, componentOf)])),
    },
  };
}

/** Path of a route in the router's own spelling: `/trader/:address`. */
export function routerPath(path: string): string {
  return placeholders(path).reduce((text, name) => text.replace(`{${name}}`, `:${name}`), path);
}
