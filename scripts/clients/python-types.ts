import { type ApiDocument, type ApiSchema, schemaName } from './api-operations.ts';
import { wrapped } from './call-docs.ts';

/** Words that are no names in Python. */
export const pythonKeywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** The type of a value, as Python writes it. */
export function pythonType(schema: ApiSchema): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref);
  if (schema.anyOf !== undefined) {
    const members = schema.anyOf.map(pythonType);
    // A type that may be anything includes None.
    return members.includes('Any') ? 'Any' : members.join(' | ');
  }
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.type === 'array') return `list[${pythonType(schema.items ?? {})}]`;
  const names: Record<string, string> = {
    boolean: 'bool',
    integer: 'int',
    number: 'float',
    string: 'str',
    null: 'None',
    object: 'dict[str, Any]',
  };
  return schema.type === undefined ? 'Any' : names[schema.type]!;
}

function literal(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

/** Every schema of the API as a TypedDict. */
export function pythonBodies({ components }: ApiDocument): string {
  const dicts = Object.entries(components.schemas).map(([name, schema]) => typedDict(name, schema));
  return [
    '# Written by scripts/openapi.ts from openapi.json: change that, not this.',
    '"""Bodies of the answers, field by field."""',
    'from __future__ import annotations\n',
    'from typing import Any, Literal, NotRequired, TypedDict\n\n',
    dicts.join('\n\n'),
  ].join('\n');
}

function typedDict(name: string, schema: ApiSchema): string {
  // The schema's address is no data.
  const fields = Object.entries(schema.properties ?? {}).filter(([field]) => field !== '$schema');
  const required = new Set(schema.required);
  const typed = fields.map(([field, of]): [string, string, string | undefined] => {
    const type = pythonType(of);
    return [field, required.has(field) ? type : `NotRequired[${type}]`, descriptionOf(of)];
  });
  if (typed.some(([field]) => pythonKeywords.has(field))) return functional(name, typed);
  const lines = typed.flatMap(([field, type, description]) => [
    `    ${field}: ${type}`,
    ...(description === undefined ? [] : docstring(description, 4)),
  ]);
  return `class ${name}(TypedDict):\n${(lines.length === 0 ? ['    pass'] : lines).join('\n')}\n`;
}

/** For a dict with a field that is a keyword of the language. */
function functional(name: string, fields: [string, string, string | undefined][]): string {
  const lines = fields.flatMap(([field, type, description]) => [
    ...(description === undefined ? [] : wrapped(description, 104).map((line) => `        # ${line}`)),
    `        "${field}": "${type.replaceAll('"', "'")}",`,
  ]);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n)\n`;
}

function descriptionOf(schema: ApiSchema): string | undefined {
  return (
    schema.description ?? schema.anyOf?.map(({ description }) => description).find((one) => one !== undefined)
  );
}

/** The lines of a docstring. */
export function docstring(text: string, indent: number): string[] {
  const space = ' '.repeat(indent);
  const [first = '', ...rest] = text
    .split('\n')
    .flatMap((line) => (line === '' ? [''] : wrapped(line, 108 - indent)));
  const safe = [first, ...rest].map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  if (rest.length === 0) return [`${space}"""${safe[0]!.replace(/"$/, "'")}"""`];
  return [
    `${space}"""${safe[0]}`,
    ...safe.slice(1).map((line) => `${space}${line}`.trimEnd()),
    `${space}"""`,
  ];
}
