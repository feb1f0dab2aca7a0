/** An operation, as openapi.json describes it. */
export interface Operation {
  operationId: string;
  summary?: string;
  tags?: readonly string[];
}

/** What the pages read of openapi.json. */
export interface ApiDocument {
  openapi: string;
  info: unknown;
  paths: Readonly<Record<string, { get?: Operation }>>;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface NamedOperation extends Operation {
  path: string;
  tag: string;
}

/** Its operations, in the order of their paths. */
export function operationsOf({ paths }: ApiDocument): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ ...get, path, tag: get.tags?.[0] ?? '' }],
  );
}

const references = /"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g;

/**
 * One operation with the components that it refers to: a document of a few kilobytes. What a reader makes of a whole document takes
 * seconds of processor time.
 */
export function partOf(api: ApiDocument, { path, tag: _, ...operation }: NamedOperation): ApiDocument {
  // Which key a call takes is the page's own matter.
  const get = { ...operation, security: undefined };
  const components: Record<string, Record<string, unknown>> = {};
  const waiting: unknown[] = [get];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, kind, name] of JSON.stringify(next).matchAll(references)) {
      const found = api.components?.[kind!]?.[name!];
      if (found === undefined || components[kind!]?.[name!] !== undefined) continue;
      components[kind!] = { ...components[kind!], [name!]: found };
      waiting.push(found);
    }
  }
  return { openapi: api.openapi, info: api.info, paths: { [path]: { get } }, components };
}
