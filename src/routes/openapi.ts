import type { JsonSchema } from './json-schema.ts';

/*
 * Parts of an OpenAPI 3.1 document, as every surface of the service describes itself.
 */

export type ComponentKind = 'headers' | 'parameters' | 'responses' | 'schemas';

export interface ApiTag {
  name: string;
  description?: string;
}

export interface ApiDescription {
  title: string;
  version: string;
  description: string;
  /** Base address of the paths. */
  server: string;
  /** The only authentication scheme, by its name. */
  security: { readonly [name: string]: JsonSchema };
  tags: readonly ApiTag[];
  paths: { readonly [path: string]: JsonSchema };
  components: { readonly [kind in ComponentKind]?: { readonly [name: string]: JsonSchema } };
}

export function openApiDocument(description: ApiDescription): JsonSchema {
  const { title, version, server, security, tags, paths, components } = description;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: description.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: server }],
    security: Object.keys(security).map((name) => ({ [name]: [] })),
    tags: [...tags],
    paths,
    components: { securitySchemes: security, ...components },
  };
}

export function componentAddress(kind: ComponentKind, name: string): string {
  return `#/components/${kind}/${name}`;
}

export function componentReference(kind: ComponentKind, name: string): JsonSchema {
  return { $ref: componentAddress(kind, name) };
}

/** The component names of headers equal their names on the wire. */
export function headerReferences(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, componentReference('headers', name)]));
}

export interface ParameterDescription {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string | undefined;
  schema: JsonSchema;
  example?: string | undefined;
}

/** A parameter without its undefined fields. A list is a single text with commas. */
export function parameterObject({ description, example, ...parts }: ParameterDescription): JsonSchema {
  const { schema, ...origin } = parts;
  return {
    ...origin,
    ...(description !== undefined && { description }),
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
    ...(example !== undefined && { example: typedExample(example, schema) }),
  };
}

/** @param example as written in an address */
function typedExample(example: string, { type }: JsonSchema): unknown {
  if (type === 'integer' || type === 'number') return Number(example);
  if (type === 'boolean') return example === 'true';
  return type === 'array' ? example.split(',') : example;
}
