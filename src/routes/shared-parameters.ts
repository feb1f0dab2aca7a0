import type { JsonSchema } from './json-schema.ts';
import { componentReference } from './openapi.ts';

export interface SharedParameters {
  components: Record<string, JsonSchema>;
  /** The parameter itself if used once, else a reference to its component. */
  reference(parameter: JsonSchema): JsonSchema;
}

/**
 * Finds the parameters that several operations have in the same form. A component's name is its parameter and default
 * (`limit-50`). Of several forms with the same name, the most used one becomes the component.
 *
 * @param parameters of all operations; their order does not matter
 */
export function sharedParameters(parameters: readonly JsonSchema[]): SharedParameters {
  const uses = new Map<string, { parameter: JsonSchema; count: number }>();
  for (const parameter of parameters) {
    const form = JSON.stringify(parameter);
    const known = uses.get(form);
    if (known === undefined) uses.set(form, { parameter, count: 1 });
    else known.count += 1;
  }
  const repeated = [...uses].filter(([, { count }]) => count > 1);
  repeated.sort(([formA, a], [formB, b]) => b.count - a.count || (formA < formB ? -1 : 1));
  const named = new Map<string, string>();
  const components = new Map<string, JsonSchema>();
  for (const [form, { parameter }] of repeated) {
    const name = componentName(parameter);
    if (components.has(name)) continue;
    components.set(name, parameter);
    named.set(form, name);
  }
  return {
    components: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    reference(parameter) {
      const name = named.get(JSON.stringify(parameter));
      return name === undefined ? parameter : componentReference('parameters', name);
    },
  };
}

/** A component name with only the letters that OpenAPI allows. */
function componentName({ name, schema }: JsonSchema): string {
  const fallback = (schema as { default?: unknown }).default;
  const text = fallback === undefined ? String(name) : `${name}-${fallback}`;
  return text.replaceAll(/[^\w.-]/g, '_');
}
