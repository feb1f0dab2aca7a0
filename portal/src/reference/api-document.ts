import { useEffect, useState } from 'preact/hooks';

/** A JSON schema, as far as openapi.json and asyncapi.json use the language. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  anyOf?: readonly Schema[];
  deprecated?: boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'subscription';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

/** An operation with its references to parameters and responses resolved. */
export interface Operation {
  id: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The least plan that may call it. */
  tier: string;
  /** Requests that a call counts as. */
  cost: number;
  parameters: readonly Parameter[];
  /** Schema of a 200. */
  answer: Schema;
  example: unknown;
  /** Headers of a 200, with their descriptions. */
  headers: readonly (readonly [name: string, what: string])[];
  /** Refusal statuses, with their meanings. */
  refusals: readonly (readonly [status: number, what: string])[];
}

/** The part of openapi.json that the pages use. */
export interface ApiDocument {
  info: { version: string };
  tags: readonly { name: string; description: string }[];
  operations: readonly Operation[];
  schemas: Readonly<Record<string, Schema>>;
  /** Format of a value by schema and field, such as `unix-ms`. */
  forms: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface RawHeader {
  $ref?: string;
  description?: string;
}

interface RawResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, RawHeader>;
  content?: Record<string, { schema: Schema; example?: unknown }>;
}

interface RawOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  'x-minimum-tier': string;
  'x-cost': number;
  parameters: readonly (Parameter & { $ref?: string })[];
  responses: Readonly<Record<string, RawResponse>>;
}

interface RawDocument {
  info: { version: string };
  tags: ApiDocument['tags'];
  paths: Readonly<Record<string, { get?: RawOperation }>>;
  components: {
    headers: Record<string, RawHeader>;
    parameters: Record<string, Parameter>;
    responses: Record<string, RawResponse>;
    schemas: Record<string, Schema>;
  };
  'x-value-forms': ApiDocument['forms'];
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

function resolved<Part extends { $ref?: string }>(part: Part, known: Readonly<Record<string, Part>>): Part {
  return part.$ref === undefined ? part : (known[nameIn(part.$ref)] ?? part);
}

function operationOf(path: string, raw: RawOperation, { components }: RawDocument): Operation {
  const responses = Object.entries(raw.responses).map(
    ([status, response]) => [Number(status), resolved(response, components.responses)] as const,
  );
  const answer = responses.find(([status]) => status === 200)?.[1];
  const body = answer?.content?.['application/json'];
  return {
    id: raw.operationId,
    path,
    tag: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description,
    tier: raw['x-minimum-tier'],
    cost: raw['x-cost'],
    parameters: raw.parameters.map((one) => resolved(one, components.parameters)),
    answer: body?.schema ?? {},
    example: body?.example,
    headers: Object.entries(answer?.headers ?? {}).map(
      ([name, header]) => [name, resolved(header, components.headers).description ?? ''] as const,
    ),
    refusals: responses.flatMap(([status, { description = '' }]) =>
      status >= 400 ? [[status, description] as const] : [],
    ),
  };
}

/** Converts openapi.json into the pages' form. */
export function apiDocument(raw: unknown): ApiDocument {
  const document = raw as RawDocument;
  return {
    info: document.info,
    tags: document.tags,
    schemas: document.components.schemas,
    forms: document['x-value-forms'] ?? {},
    operations: Object.entries(document.paths).flatMap(([path, { get }]) =>
      get === undefined ? [] : [operationOf(path, get, document)],
    ),
  };
}

const loading = new Map<string, Promise<unknown>>();

/** Loads a JSON document of the service once; failures are not cached. @throws Error with the status of a failure */
export function loadDocument(path: string): Promise<unknown> {
  const known = loading.get(path);
  if (known !== undefined) return known;
  const asked = fetch(path).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
    return answer.json() as Promise<unknown>;
  });
  loading.set(path, asked);
  asked.catch(() => loading.delete(path));
  return asked;
}

let parsed: { raw: unknown; api: ApiDocument } | undefined;

/** openapi.json in the pages' form; undefined while loading, 'failed' after a failure. */
export function useApiDocument(): ApiDocument | 'failed' | undefined {
  const [api, setApi] = useState<ApiDocument | 'failed' | undefined>(parsed?.api);
  useEffect(() => {
    loadDocument('/openapi.json').then(
      (raw) => {
        if (parsed?.raw !== raw) parsed = { raw, api: apiDocument(raw) };
        setApi(parsed!.api);
      },
      () => setApi('failed'),
    );
  }, []);
  return api;
}
