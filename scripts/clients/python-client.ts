import { type ApiOperation, type ApiParameter, schemaName } from './api-operations.ts';
import { operationDoc, pagesDoc, parameterDoc } from './call-docs.ts';
import { byGroup, snakeName, snakeWord } from './call-names.ts';
import { docstring, pythonKeywords, pythonType } from './python-types.ts';

/** The calls of the client: a class for each group, a method for each operation. */
export function pythonCalls(operations: readonly ApiOperation[]): string {
  const groups = byGroup(operations);
  const all = groups.map(([group]) => `        self.${group} = ${className(group)}(caller)`);
  const names = operations.map(
    (operation) => `    "${operation.id}": "${operation.id.split('.')[0]}.${snakeName(operation)}",`,
  );
  return [
    '# Written by scripts/openapi.ts from openapi.json: change that, not this.',
    '"""One method for each endpoint of the API."""',
    'from __future__ import annotations\n',
    'from collections.abc import Iterator, Sequence',
    'from typing import Any, Literal\n',
    'from ..answer import Answer',
    'from ..caller import CallOptions, Caller',
    importedBodies(operations),
    groups.map(([group, members]) => groupClass(group, members)).join('\n\n'),
    '\nclass Calls:',
    '    """Every endpoint of the API, by group."""\n',
    '    def __init__(self, caller: Caller) -> None:',
    `${all.join('\n')}\n\n`,
    '#: Method of each operation of openapi.json.',
    `METHODS: dict[str, str] = {\n${names.join('\n')}\n}\n`,
  ].join('\n');
}

/**
 * Types of the awaited calls: at run time they are the same classes over another caller, so only the types are written twice.
 */
export function pythonAsyncStub(operations: readonly ApiOperation[]): string {
  const groups = byGroup(operations);
  return [
    '# Written by scripts/openapi.ts from openapi.json: change that, not this.',
    'from collections.abc import AsyncIterator, Sequence',
    'from typing import Any, Literal\n',
    'from ..answer import Answer',
    'from ..async_caller import AsyncCaller',
    'from ..caller import CallOptions',
    importedBodies(operations),
    ...groups.map(([group, members]) =>
      [`class ${className(group)}:`, ...members.flatMap(awaited), ''].join('\n'),
    ),
    'class AsyncCalls:',
    ...groups.map(([group]) => `    ${group}: ${className(group)}`),
    '    def __init__(self, caller: AsyncCaller) -> None: ...\n',
  ].join('\n');
}

function awaited(operation: ApiOperation): string[] {
  const { parameters, body, pages } = operation;
  const name = snakeName(operation);
  const answer = `Answer[${pythonType(body)}]`;
  const [summary = ''] = operationDoc(operation);
  const one = signature(name, parameters, [], answer).replace('    def', '    async def');
  const call = [one, ...docstring(summary, 8)].join('\n');
  if (pages === undefined) return [call];
  const limited = ['max_rows: int | None = None'];
  return [
    call,
    `${signature(`${name}_pages`, parameters, [], `AsyncIterator[${answer}]`)} ...`,
    `${signature(`${name}_rows`, parameters, limited, `AsyncIterator[${pythonType(pages.row)}]`)} ...`,
  ];
}

function importedBodies(operations: readonly ApiOperation[]): string {
  return `from .bodies import (\n${[...bodyNames(operations)].map((name) => `    ${name},`).join('\n')}\n)\n\n`;
}

/** The bodies that the types of calls name. */
function bodyNames(operations: readonly ApiOperation[]): string[] {
  const schemas = operations.flatMap(({ body, pages }) => [
    body,
    ...(pages === undefined ? [] : [pages.row]),
  ]);
  const flat = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  const references = flat
    .flatMap(({ $ref, items }) => [$ref, items?.$ref])
    .filter((one) => one !== undefined);
  return [...new Set(references.map(schemaName))].sort();
}

function className(group: string): string {
  return `${group[0]!.toUpperCase()}${group.slice(1)}Calls`;
}

function groupClass(group: string, members: readonly ApiOperation[]): string {
  const methods = members.flatMap((operation) => [
    method(operation),
    ...(operation.pages === undefined ? [] : [pagesMethod(operation), rowsMethod(operation)]),
  ]);
  return [
    `class ${className(group)}:`,
    `    """Calls of \`\`${group}\`\`."""\n`,
    '    def __init__(self, caller: Caller) -> None:',
    '        self._caller = caller\n',
    methods.join('\n'),
  ].join('\n');
}

function method(operation: ApiOperation): string {
  const { parameters } = operation;
  const docs = [
    operationDoc(operation).join('\n\n'),
    ...(parameters.length === 0
      ? []
      : [parameters.map((one) => `:param ${argument(one.name)}: ${parameterDoc(one)}`).join('\n')]),
  ].join('\n\n');
  const type = `Answer[${pythonType(operation.body)}]`;
  return [
    signature(snakeName(operation), parameters, [], type),
    ...docstring(docs, 8),
    returned('call', [...call(operation), 'options']),
  ].join('\n');
}

function pagesMethod(operation: ApiOperation): string {
  const type = `Iterator[Answer[${pythonType(operation.body)}]]`;
  return [
    signature(`${snakeName(operation)}_pages`, operation.parameters, [], type),
    ...docstring(`Pages of \`\`${snakeName(operation)}\`\`. ${pagesDoc(operation)}`, 8),
    returned('pages', [...call(operation), pageRule(operation), 'options']),
  ].join('\n');
}

function rowsMethod(operation: ApiOperation): string {
  const type = `Iterator[${pythonType(operation.pages!.row)}]`;
  return [
    signature(`${snakeName(operation)}_rows`, operation.parameters, ['max_rows: int | None = None'], type),
    ...docstring(
      `Rows of \`\`${snakeName(operation)}\`\`, at most \`\`max_rows\`\`. ${pagesDoc(operation)}`,
      8,
    ),
    returned('rows', [...call(operation), pageRule(operation), 'max_rows', 'options']),
  ].join('\n');
}

function signature(
  name: string,
  parameters: readonly ApiParameter[],
  more: readonly string[],
  type: string,
): string {
  const needed = parameters.filter(({ required }) => required);
  const others = parameters.filter(({ required }) => !required);
  const lines = [
    'self,',
    ...needed.map((one) => `${argument(one.name)}: ${parameterType(one)},`),
    '*,',
    ...others.map((one) => `${argument(one.name)}: ${parameterType(one)} | None = None,`),
    ...more.map((one) => `${one},`),
    'options: CallOptions | None = None,',
  ];
  return `    def ${name}(\n${lines.map((line) => `        ${line}`).join('\n')}\n    ) -> ${type}:`;
}

function parameterType({ schema }: ApiParameter): string {
  if (schema.type === 'array') return `Sequence[${pythonType(schema.items ?? {})}]`;
  return pythonType({ type: schema.type, ...(schema.enum !== undefined && { enum: schema.enum }) });
}

/** Template, values of the path and values of the query. */
function call({ path, parameters }: ApiOperation): string[] {
  const values = (place: string) => {
    const entries = parameters
      .filter((one) => one.in === place)
      .map(({ name }) => `"${name}": ${argument(name)}`);
    return `{${entries.join(', ')}}`;
  };
  return [`"${path}"`, values('path'), values('query')];
}

function returned(name: string, given: readonly string[]): string {
  return `        return self._caller.${name}(\n${given.map((one) => `            ${one},\n`).join('')}        )\n`;
}

function pageRule({ pages }: ApiOperation): string {
  const field = pages!.field === undefined ? 'None' : `"${pages!.field}"`;
  return `(${field}, ${pages!.limitMax}, ${pages!.offsetMax ?? 'None'})`;
}

/** The argument of a parameter. */
function argument(name: string): string {
  const word = snakeWord(name);
  return pythonKeywords.has(word) ? `${word}_` : word;
}
