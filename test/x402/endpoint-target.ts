import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';

/** A path and query that an endpoint takes: the examples of its parameters. */
export function targetOf({ path, params, pathParams }: AnyEndpoint): string {
  const sampleOf = (name: string): string => {
    const { example, schema } = params[name] as { example?: string; schema: { enum?: string[] } };
    return encodeURIComponent(example ?? schema.enum?.[0] ?? '1');
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => sampleOf(name));
  const needed = Object.keys(params).filter((name) => !pathParams.includes(name) && params[name].required);
  return `${filled}?${needed.map((name) => `${name}=${sampleOf(name)}`).join('&')}`;
}
