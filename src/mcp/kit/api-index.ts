import { versionPrefix } from '../../endpoints/registry.ts';
import type { JsonSchema } from '../../routes/json-schema.ts';
import { nearestPath } from '../../routes/nearest-path.ts';
import { pathMatcher } from '../../routes/path-template.ts';

export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

export interface ApiOperation {
  /** Path template without the version: `/pulse/trader/{address}`. */
  path: string;
  summary: string;
  description: string;
  tags: readonly string[];
  tier: string;
  cost: number;
  parameters: readonly ApiParameter[];
  /** JSON Schema of the 200 body, with the document's references. */
  response: JsonSchema;
  example: unknown;
}

export interface ApiIndex {
  readonly operations: readonly ApiOperation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Endpoint of a path or template, with or without the version prefix. */
  match(path: string): ApiOperation | undefined;
  /** Template nearest to an unknown path. */
  nearest(path: string): string | undefined;
  /** Endpoints that match the words, best first. */
  search(words: string): readonly ApiOperation[];
}

interface OpenApiOperation {
  summary: string;
  description?: string;
  tags: string[];
  'x-minimum-tier': string;
  'x-cost': number;
  parameters: ({ $ref: string } | ApiParameter)[];
  responses: { 200: { content: { 'application/json': { schema: JsonSchema; example?: unknown } } } };
}

/** The used parts of the OpenAPI document. */
export interface OpenApiDocument {
  paths: Record<string, { get?: OpenApiOperation }>;
  components: { parameters?: Record<string, ApiParameter>; schemas: Record<string, JsonSchema> };
}

const prefix = new RegExp(`^${versionPrefix}(?=/)`);

/** Tools can call every GET endpoint of the document. */
export function createApiIndex({ paths, components }: OpenApiDocument): ApiIndex {
  const operations = Object.entries(paths).flatMap(([path, { get }]) =>
    get !== undefined && prefix.test(path)
      ? [operationOf(path.replace(prefix, ''), get, components.parameters ?? {})]
      : [],
  );
  const find = pathMatcher(operations.map((operation) => [operation.path, operation]));
  const bare = (path: string) => path.replace(prefix, '');
  return {
    operations,
    schemas: components.schemas,
    match: (path) => operations.find((operation) => operation.path === bare(path)) ?? find(bare(path))?.route,
    nearest: (path) =>
      nearestPath(
        bare(path),
        operations.map((operation) => operation.path),
        '',
      ),
    search: (words) => searched(operations, words),
  };
}

function operationOf(
  path: string,
  get: OpenApiOperation,
  named: Readonly<Record<string, ApiParameter>>,
): ApiOperation {
  const { schema, example } = get.responses[200].content['application/json'];
  return {
    path,
    summary: get.summary,
    description: get.description ?? '',
    tags: get.tags,
    tier: get['x-minimum-tier'],
    cost: get['x-cost'],
    parameters: get.parameters.map((parameter) =>
      '$ref' in parameter ? named[parameter.$ref.split('/').at(-1)!]! : parameter,
    ),
    response: schema,
    example,
  };
}

/** Scores matches: a word in the path counts more than one in the summary or description. */
function searched(operations: readonly ApiOperation[], text: string): ApiOperation[] {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  const scored = operations.map((operation) => {
    const path = operation.path.toLowerCase();
    const summary = `${operation.summary} ${operation.tags.join(' ')}`.toLowerCase();
    const description = operation.description.toLowerCase();
    const score = words
      .map((word) => word.replace(/s$/, ''))
      .reduce(
        (sum, word) =>
          sum +
          (path.includes(word) ? 4 : 0) +
          (summary.includes(word) ? 3 : 0) +
          (description.includes(word) ? 1 : 0),
        0,
      );
    return { operation, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation);
}
