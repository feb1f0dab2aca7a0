/** The fields of all answers, from the schemas of the endpoints. */
import type { TSchema } from 'typebox';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { jsonSchema, namedSchemas, schemaName } from '../src/routes/json-schema.ts';

export interface AnswerField {
  /** Names from the schema on, joined by dots. */
  path: string;
  /** Description with formula and unit; undefined if there is none. */
  what: string | undefined;
  /** Named schema of its content, if it is no plain value. */
  holds: string | undefined;
}

export interface AnswerSchema {
  name: string;
  fields: AnswerField[];
  /** Ids of the endpoints whose answers have it. */
  answers: string[];
}

interface Node {
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

/** Every named schema of the answers, with its fields, by name. */
export function answerSchemas(): AnswerSchema[] {
  const found = new Map<string, AnswerSchema>();
  for (const { id, response } of catalogue) {
    for (const [name, type] of namedSchemas([response as TSchema])) {
      const known = found.get(name) ?? { name, fields: fieldsOf(type), answers: [] };
      known.answers.push(id);
      found.set(name, known);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fieldsOf(type: TSchema): AnswerField[] {
  const node = jsonSchema(type, (name) => name) as Node;
  if (schemaName(type) === undefined) throw new Error('a schema of an answer has no name');
  return Object.entries(node.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, property]) => within(name, property));
}

/** A field, or those of the object that it holds. */
function within(path: string, node: Node): AnswerField[] {
  const parts = partsOf(node);
  const inner = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  if (inner.length > 0) return inner.flatMap(([name, property]) => within(`${path}.${name}`, property));
  const what = parts.find(({ description }) => description !== undefined)?.description;
  return [{ path, what, holds: parts.find(({ $ref }) => $ref !== undefined)?.$ref }];
}

/** A node with all that it may be: branches of a union, items of a list. */
function partsOf(node: Node): Node[] {
  return [
    node,
    ...(node.anyOf ?? []).flatMap(partsOf),
    ...(node.items === undefined ? [] : partsOf(node.items)),
  ];
}
