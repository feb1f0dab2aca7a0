/** A parameter of an operation, as the description of the API has it. */
export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: ParameterSchema;
}

export interface ParameterSchema {
  type: 'array' | 'boolean' | 'integer' | 'number' | 'string';
  items?: ApiSchema;
  enum?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

/** JSON Schema, as far as the description of the API uses it. */
export interface ApiSchema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly string[];
  items?: ApiSchema;
  anyOf?: readonly ApiSchema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, ApiSchema>>;
}

/** Paging of a list. */
export interface ApiPages {
  /** Field that holds the rows; undefined if the body is the list. */
  field: string | undefined;
  /** Maximum `limit`. */
  limitMax: number;
  /** Maximum `offset`: the service does not page further. */
  offsetMax: number | undefined;
  row: ApiSchema;
}

/** A GET of the API. */
export interface ApiOperation {
  /** `pulse.trader-daily`. */
  id: string;
  /** Template of its path. */
  path: string;
  summary: string;
  description: string | undefined;
  /** Least tier that may call it. */
  tier: string;
  parameters: readonly ApiParameter[];
  body: ApiSchema;
  pages: ApiPages | undefined;
}

/** An OpenAPI document that was read, as far as the clients are made from it. */
export interface ApiDocument {
  paths: Record<string, { get: DescribedOperation }>;
  /** Forms of values beyond their JSON types, by schema and field. */
  'x-value-forms'?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  components: { parameters: Record<string, ApiParameter>; schemas: Record<string, ApiSchema> };
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  'x-minimum-tier'?: string;
  parameters?: readonly (ApiParameter | { $ref: string })[];
  responses: Record<string, { content?: Record<string, { schema: ApiSchema }> }>;
}

/** Path prefix of the calls with a key. Paid calls are the same under another prefix. */
export const apiPrefix = '/api/public/v1/';

/** Every operation with a key, in the order of their names. */
export function apiOperations(document: ApiDocument): ApiOperation[] {
  const found = Object.entries(document.paths).filter(([path]) => path.startsWith(apiPrefix));
  const read = found.map(([path, { get }]) => apiOperation(document, path, get));
  return read.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function apiOperation(document: ApiDocument, path: string, get: DescribedOperation): ApiOperation {
  const parameters = (get.parameters ?? []).map((parameter) => parameterOf(document, parameter));
  const body = get.responses['200']?.content?.['application/json']?.schema;
  if (body === undefined) throw new Error(`${get.operationId} has no body`);
  return {
    id: get.operationId,
    path,
    summary: get.summary,
    description: get.description,
    tier: get['x-minimum-tier'] ?? 'free',
    parameters,
    body,
    pages: pagesOf(document, get.operationId, parameters, body),
  };
}

function parameterOf(document: ApiDocument, parameter: ApiParameter | { $ref: string }): ApiParameter {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1)!;
  const found = document.components.parameters[name];
  if (found === undefined) throw new Error(`${parameter.$ref} leads nowhere`);
  return found;
}

/** @throws Error if a paged list does not declare the field that holds its rows */
function pagesOf(
  document: ApiDocument,
  id: string,
  parameters: readonly ApiParameter[],
  body: ApiSchema,
): ApiPages | undefined {
  const [limit, offset] = ['limit', 'offset'].map((name) => parameters.find((one) => one.name === name));
  if (limit === undefined || offset === undefined) return undefined;
  const limitMax = limit.schema.maximum;
  if (limitMax === undefined) throw new Error(`${id}: its limit has no maximum`);
  const bounds = { limitMax, offsetMax: offset.schema.maximum };
  const whole = rowOf(body);
  if (whole !== undefined) return { field: undefined, row: whole, ...bounds };
  const fields = Object.entries(schemaOf(document, body).properties ?? {});
  const lists = fields.flatMap(([field, schema]) => {
    const row = rowOf(schema);
    return row === undefined ? [] : [{ field, row }];
  });
  if (lists.length !== 1) throw new Error(`${id} has pages, and ${lists.length} lists: one is needed`);
  return { ...lists[0]!, ...bounds };
}

/** Item schema of a list; undefined if the schema is no list. */
function rowOf(schema: ApiSchema): ApiSchema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find(({ type }) => type === 'array')?.items;
}

function schemaOf(document: ApiDocument, schema: ApiSchema): ApiSchema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[schemaName(schema.$ref)];
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  return found;
}

/** `LeaderboardBody` of `#/components/schemas/LeaderboardBody`. */
export function schemaName(reference: string): string {
  return reference.split('/').at(-1)!;
}
