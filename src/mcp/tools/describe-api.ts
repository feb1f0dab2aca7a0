import { Type } from 'typebox';
import type { JsonSchema } from '../../routes/json-schema.ts';
import type { ApiIndex, ApiOperation } from '../kit/api-index.ts';
import { detail } from '../kit/inputs.ts';
import { unknownPath } from '../kit/section.ts';
import { InputFault, tool } from '../kit/tool.ts';
import { bodyIn, counted, rowsIn } from '../kit/wording.ts';

/** Levels of a body whose fields are described. */
const depthLimit = 4;

export const describeApi = tool({
  name: 'describe_api',
  title: 'Find and explain endpoints',
  description:
    'Lists the REST endpoints behind all tools, by words or all of them; with a path: its parameters with bounds, its tier and every field of its answer. Costs one request. Use it before query_api.',
  input: Type.Object(
    {
      words: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Search words: "liquidations by coin"',
        }),
      ),
      path: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'One endpoint: /pulse/trader/{address}' }),
      ),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    endpoints: 'Endpoints with summary and tier',
    endpoint: 'One endpoint: description, tier, cost',
    parameters: 'Its parameters',
    fields: 'Fields of its answer, with type and meaning',
  },
  plan: () => ({}),
  derive(_found, { words, path }, api) {
    if (path !== undefined) return described(path, api);
    const operations = words === undefined ? api.operations : api.search(words).slice(0, 12);
    return {
      endpoints: operations.map((operation) => ({
        path: operation.path,
        summary: operation.summary,
        tier: operation.tier,
      })),
    };
  },
  finding({ endpoints, endpoint, parameters }, { words }) {
    if (endpoint !== undefined) {
      const { path, summary, tier } = bodyIn(endpoint);
      const names = rowsIn(parameters).map(
        ({ name, required }) => `${name}${required === true ? ' (required)' : ''}`,
      );
      return [`${path}: ${summary}. Tier ${tier}. Parameters: ${names.join(', ') || 'none'}.`];
    }
    const rows = rowsIn(endpoints);
    if (rows.length === 0)
      return [`No endpoint matches ${JSON.stringify(words)}. Without words all are listed.`];
    return [
      `${counted(rows.length, 'endpoint')}${words === undefined ? '' : ', best match first'}: ${rows
        .slice(0, 8)
        .map(({ path }) => path)
        .join(', ')}`,
    ];
  },
});

function described(path: string, api: ApiIndex): Record<string, unknown> {
  const operation = api.match(path);
  if (operation === undefined) throw new InputFault(unknownPath(path, api));
  const { summary, description, tier, cost } = operation;
  return {
    endpoint: { path: operation.path, summary, about: description, tier, cost },
    parameters: operation.parameters.map(({ name, in: place, required, description: about, schema }) => ({
      name,
      in: place,
      required,
      about,
      ...bounds(schema),
    })),
    fields: fieldsOf(operation, api),
  };
}

function bounds(schema: JsonSchema): JsonSchema {
  const { type, enum: values, minimum, maximum, default: fallback, pattern } = schema;
  const reported = Object.entries({ type, enum: values, minimum, maximum, default: fallback, pattern });
  return Object.fromEntries(reported.filter(([, value]) => value !== undefined));
}

function fieldsOf(operation: ApiOperation, api: ApiIndex) {
  const fields: { field: string; type: string; about: string }[] = [];
  const walk = (sent: JsonSchema, at: string, depth: number, about: string) => {
    const schema = resolved(sent, api);
    const meaning = about || String(schema.description ?? '');
    if (schema.type === 'array') return walk(schema.items as JsonSchema, `${at}[]`, depth, meaning);
    const properties = schema.properties as Record<string, JsonSchema> | undefined;
    if (properties === undefined)
      return void fields.push({ field: at, type: typeOf(schema), about: meaning });
    if (depth > depthLimit) return void fields.push({ field: at, type: 'object', about: meaning });
    for (const [name, field] of Object.entries(properties)) {
      if (name !== '$schema')
        walk(field, at === '' ? name : `${at}.${name}`, depth + 1, String(field.description ?? ''));
    }
  };
  walk(operation.response, '', 0, '');
  return fields;
}

/** What a reference means, and what a value is that may also be null. */
function resolved(schema: JsonSchema, api: ApiIndex): JsonSchema {
  const { $ref, anyOf } = schema as { $ref?: string; anyOf?: JsonSchema[] };
  if ($ref !== undefined) return resolved(api.schemas[$ref.split('/').at(-1)!] ?? {}, api);
  const option = anyOf?.find(({ type }) => type !== 'null');
  return option === undefined ? schema : resolved(option, api);
}

function typeOf({ type, enum: values }: JsonSchema): string {
  if (Array.isArray(values)) return values.map(String).join(' | ');
  return typeof type === 'string' ? type : 'any';
}
