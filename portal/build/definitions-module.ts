import type { Plugin } from 'vite';
import { answerSchemas } from '../../scripts/answer-fields.ts';

const name = 'virtual:definitions';

/** What every field of every answer is, in the words of its schema: those of docs/methodology/fields.md. */
export function fieldDefinitions(): Record<string, string> {
  const rows = answerSchemas().flatMap((schema) =>
    schema.fields.flatMap(({ path, what }) => (what === undefined ? [] : [[`${schema.name}.${path}`, what]])),
  );
  return Object.fromEntries(rows);
}

/** `import('virtual:definitions')`: a file of its own, loaded when the first definition is asked for. */
export function definitionsModule(): Plugin {
  return {
    name: 'definitions',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(fieldDefinitions()))})`
        : undefined,
  };
}
