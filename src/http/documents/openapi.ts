import type { TSchema } from 'typebox';
import { type ValueForm, valueFormsOf } from '../../endpoints/bodies/fields.ts';
import type { AnyEndpoint } from '../../endpoints/endpoint.ts';
import type { Param } from '../../endpoints/params/param.ts';
import type { Registry } from '../../endpoints/registry.ts';
import { type JsonSchema, jsonSchema } from '../../routes/json-schema.ts';
import { type ApiTag, componentAddress, openApiDocument, parameterObject } from '../../routes/openapi.ts';
import { type SharedParameters, sharedParameters } from '../../routes/shared-parameters.ts';
import { problemSchemas } from '../problems/problem-schemas.ts';
import { errorComponents, errorReferences } from './error-responses.ts';
import { responseHeaders, responseHeadersOf } from './openapi-headers.ts';

/** Version of the machine-readable description (docs/contract.md#routes). */
export const descriptionVersion = '0.1.0';

const schemaAddress = (name: string) => componentAddress('schemas', name);

function parametersOf(endpoint: AnyEndpoint): JsonSchema[] {
  return Object.entries(endpoint.params as Record<string, Param<unknown>>).map(([name, param]) => {
    const inPath = endpoint.pathParams.includes(name);
    const { description, example, required } = param;
    const origin = {
      name,
      in: inPath ? ('path' as const) : ('query' as const),
      required: inPath || required,
    };
    return parameterObject({
      ...origin,
      description,
      schema: jsonSchema(param.schema, schemaAddress),
      example,
    });
  });
}

/** Parts of an operation that are the same for every caller, and its answer. */
export function operationParts(endpoint: AnyEndpoint, shared: SharedParameters) {
  const schema = jsonSchema(endpoint.response, schemaAddress, false);
  const example = endpoint.example === undefined ? {} : { example: endpoint.example };
  return {
    described: {
      summary: endpoint.summary,
      ...(endpoint.description !== undefined && { description: endpoint.description }),
      tags: [...endpoint.tags],
    },
    parameters: parametersOf(endpoint).map(shared.reference),
    content: { 'application/json': { schema, ...example } },
  };
}

function operation(endpoint: AnyEndpoint, shared: SharedParameters): JsonSchema {
  const { described, parameters, content } = operationParts(endpoint, shared);
  return {
    operationId: endpoint.id,
    ...described,
    'x-minimum-tier': endpoint.tier,
    'x-cost': endpoint.cost,
    parameters,
    responses: {
      200: { description: endpoint.summary, headers: responseHeadersOf(200, endpoint.headers), content },
      ...errorReferences(endpoint),
    },
  };
}

const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'The key that asks: its tier and limits.',
  Assets: 'One exposure over all venues that list it.',
  Builders: 'Front ends by what fills paid them: revenue, users, retention, overlap.',
  Cohorts:
    'Groups of traders by realized PnL and by volume: what they hold and trade, their bias and history.',
  Coverage: 'Covered spans and gaps of the record, by feed.',
  Entities: 'Masters with their sub-accounts and vaults, and the comparison of positions with the chain.',
  Exchange: 'Totals of the exchange: volume, open interest, positions, active traders, leaders of the day.',
  'HIP-4': 'Outcome contracts (prediction markets): trades, holders, settlements, overlap with perps.',
  Live: 'Open positions of all wallets at mark: longs and shorts, heatmaps, liquidations, open interest.',
  Market: "The exchange's own state: prices, order books, a wallet's positions.",
  Pulse: 'Traders: leaderboards, archetypes, lifecycles, fills, the daily edition.',
  Search: 'What a text means.',
};

function describedTag(name: string): ApiTag {
  const description = tagDescriptions[name];
  return description === undefined ? { name } : { name, description };
}

/** Value forms that the JSON type does not express, by schema and field. */
function formsOf(named: readonly [string, TSchema][]): Record<string, Record<string, ValueForm>> {
  const forms = named.map(([name, type]): [string, Record<string, ValueForm>] => [name, valueFormsOf(type)]);
  return Object.fromEntries(forms.filter(([, fields]) => Object.keys(fields).length > 0));
}

export function documentParts(registry: Registry) {
  const byPath = [...registry.endpoints].sort((a, b) => (a.path < b.path ? -1 : 1));
  const named = [...registry.schemas, ...Object.entries(problemSchemas)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    byPath,
    shared: sharedParameters(byPath.flatMap(parametersOf)),
    schemas: Object.fromEntries(named.map(([name, type]) => [name, jsonSchema(type, schemaAddress)])),
    valueForms: formsOf(named),
    tags: [...new Set(byPath.flatMap((endpoint) => endpoint.tags))].sort().map(describedTag),
  };
}

/**
 * The OpenAPI 3.1.0 description of a registry. The same registry gives the same text: paths, tags and components are
 * sorted by name. Parts shared by several operations are listed once, under `components`; otherwise a document of a
 * hundred endpoints would be twice as large.
 *
 * @param baseUrl public address of the service; `/` in the committed file
 */
export function openApi(registry: Registry, baseUrl: string): JsonSchema {
  const { byPath, shared, schemas, valueForms, tags } = documentParts(registry);
  const document = openApiDocument({
    title: 'Tidemark',
    version: descriptionVersion,
    description:
      'Trader and market analytics of the Hyperliquid exchange, read-only. Every 200 and 429 carries the headers of limits ' +
      'and billing: a 200 lists those that are always sent; headers of daily and monthly caps, of routes with a limit of ' +
      'their own and of billing are listed at the response TooManyRequests. X-Data-Source says where the ' +
      'data are not of the real exchange.',
    server: baseUrl,
    security: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    tags,
    paths: Object.fromEntries(
      byPath.map((endpoint) => [endpoint.path, { get: operation(endpoint, shared) }]),
    ),
    components: {
      headers: responseHeaders,
      parameters: shared.components,
      responses: errorComponents(),
      schemas,
    },
  });
  return { ...document, 'x-value-forms': valueForms };
}
