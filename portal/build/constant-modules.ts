import type { Plugin } from 'vite';
import { answerSchemas } from '../../scripts/answer-fields.ts';
import { tiers } from '../../src/domain/tier.ts';
import { ages } from '../../src/endpoints/ages.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { errorCodes } from '../../src/http/problems/error-codes.ts';
import { docIndex } from './doc-index.ts';

/** What every field of every answer is, in the words of its schema: those of docs/methodology/fields.md. */
function fieldDefinitions(): Record<string, string> {
  const rows = answerSchemas().flatMap((schema) =>
    schema.fields.flatMap(({ path, what }) => (what === undefined ? [] : [[`${schema.name}.${path}`, what]])),
  );
  return Object.fromEntries(rows);
}

/** Which endpoints each plan opens beyond the one below it, as the catalogue declares them. */
function planEndpoints(): { tier: string; endpoints: { id: string; summary: string }[] }[] {
  return tiers.map((tier) => ({
    tier,
    endpoints: catalogue
      .filter((endpoint) => endpoint.tier === tier)
      .map(({ id, summary }) => ({ id, summary })),
  }));
}

/** Statuses that a GET of a known route never has, or has only where calls are sold one by one. */
const ofTransport = new Set([402, 405, 408, 413, 414, 417, 431]);

/** What the reference says beyond openapi.json: the codes of refusals, and how old an answer may be. */
function referenceFacts() {
  return {
    codes: Object.entries(errorCodes).flatMap(([code, { status, meaning, remedy }]) =>
      ofTransport.has(status) || code === 'ORIGIN_REFUSED' ? [] : [{ code, status, meaning, remedy }],
    ),
    lagMs: Object.fromEntries(catalogue.map(({ id, age }) => [id, ages[age].lagMs])),
  };
}

const constants: Readonly<Record<string, () => unknown>> = {
  'virtual:definitions': fieldDefinitions,
  'virtual:plans': planEndpoints,
  'virtual:doc-index': docIndex,
  'virtual:reference': referenceFacts,
};

/** `import('virtual:definitions')` and the like: what the service declares, as files of their own, loaded when they are asked for. */
export function constantModules(): Plugin {
  return {
    name: 'tidemark-constants',
    resolveId: (id) => (id in constants ? `\0${id}` : undefined),
    load(id) {
      const read = constants[id.slice(1)];
      if (read === undefined) return undefined;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(read()))})`;
    },
  };
}
