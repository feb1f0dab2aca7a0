import { type ApiDocument, type ApiSchema, schemaName } from './api-operations.ts';

/** Field kinds of every schema; data frames derive their types from them. */
export function pythonColumns({ components, 'x-value-forms': forms = {} }: ApiDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, { properties = {} }]) => {
    // The schema's address is no data.
    const fields = Object.entries(properties).filter(([field]) => field !== '$schema');
    const lines = fields.map(
      ([field, schema]) => `        "${field}": "${forms[name]?.[field] ?? kindOf(schema)}",\n`,
    );
    return `    "${name}": {\n${lines.join('')}    },\n`;
  });
  return [
    '# Written by scripts/openapi.ts from openapi.json: change that, not this.',
    '"""Kinds of the fields of every body: a word, the name of another body, or a list of them."""',
    'from __future__ import annotations\n',
    `COLUMNS: dict[str, dict[str, str]] = {\n${schemas.join('')}}\n`,
  ].join('\n');
}

/** Kind of a value by its JSON type; `any` without a type. */
function kindOf(schema: ApiSchema): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref);
  if (schema.anyOf !== undefined) {
    const kinds = schema.anyOf.filter(({ type }) => type !== 'null').map(kindOf);
    return kinds.length === 1 ? kinds[0]! : 'any';
  }
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  if (schema.type === 'string') return schema.format === 'date-time' ? 'instant' : 'text';
  return schema.type === undefined || schema.type === 'object' ? 'any' : schema.type;
}
