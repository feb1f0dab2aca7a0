import { createRequire } from 'node:module';
import type { ApiDocument, ApiOperation } from './api-operations.ts';
import { apiPrefix } from './api-operations.ts';
import { operationDoc, pagesDoc, parameterDoc, wrapped } from './call-docs.ts';
import { byGroup, camelName } from './call-names.ts';

const header = '// Written by scripts/openapi.ts from openapi.json: change that, not this.\n';
const width = 108;

/**
 * Types of all parameters and bodies, by openapi-typescript. Examples and headers are omitted: they make up two fifths of it, and the
 * client returns the header values in its answers.
 * @throws Error with the install command if openapi-typescript is missing
 */
export async function typescriptTypes(document: ApiDocument): Promise<string> {
  const { default: openapiTS, astToString } = loadGenerator();
  const ast = await openapiTS(lean(document) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  return header + withoutNever(astToString(ast));
}

/** Typed here, because the package's location is unknown at compile time: it is installed with the compiler that it needs. */
interface Generator {
  default: (document: never, options: object) => Promise<never>;
  astToString: (ast: never) => string;
}

function loadGenerator(): Generator {
  const from = new URL('../../clients/typescript/package.json', import.meta.url);
  try {
    return createRequire(from)('openapi-typescript') as Generator;
  } catch (cause) {
    throw new Error('the clients need the package openapi-typescript. Run: npm ci', { cause });
  }
}

/** The document reduced to what a client calls and reads. */
function lean(document: ApiDocument): unknown {
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, never> & ApiDocument;
  for (const [path, { get }] of Object.entries(copy.paths)) {
    if (!path.startsWith(apiPrefix)) delete copy.paths[path];
    const { 200: success } = get.responses as Record<string, { headers?: unknown; content?: object }>;
    delete success?.headers;
    for (const content of Object.values(success?.content ?? {}) as { example?: unknown }[])
      delete content.example;
  }
  const { responses } = copy.components as unknown as { responses: Record<string, { headers?: unknown }> };
  for (const response of Object.values(responses)) delete response.headers;
  delete (copy.components as { headers?: unknown }).headers;
  return copy;
}

/** Removes the lines for each path's unsupported methods. */
function withoutNever(text: string): string {
  return text.replaceAll(
    /^ +(put|post|delete|options|head|patch|trace|cookie|header|requestBody)\?: never;\n/gm,
    '',
  );
}

/** The calls of the client: an interface with docs, and the table that it is made from. */
export function typescriptCalls(operations: readonly ApiOperation[]): string {
  const groups = byGroup(operations);
  const interfaces = groups.map(([group, members]) => {
    const calls = members.map(
      (operation) => `${comment(operation)}  readonly ${camelName(operation)}: ${typeOf(operation)};\n`,
    );
    return `/** Calls of \`${group}\`. */\nexport interface ${interfaceName(group)} {\n${calls.join('\n')}}\n`;
  });
  const all = groups.map(([group]) => `  readonly ${group}: ${interfaceName(group)};\n`);
  const table = groups.map(
    ([group, members]) => `  ${group}: {\n${members.map((one) => `    ${entry(one)},\n`).join('')}  },\n`,
  );
  return [
    header,
    "import type { Call, CallTable, PagedCall } from '../call.ts';\n",
    `${interfaces.join('\n')}`,
    `/** Every endpoint of the API. */\nexport interface Calls {\n${all.join('')}}\n`,
    `/** What each call asks for. */\nexport const callTable: CallTable = {\n${table.join('')}};\n`,
  ].join('\n');
}

function interfaceName(group: string): string {
  return `${group[0]!.toUpperCase()}${group.slice(1)}Calls`;
}

function typeOf({ id, pages }: ApiOperation): string {
  if (pages === undefined) return `Call<'${id}'>`;
  return `PagedCall<'${id}'${pages.field === undefined ? '' : `, '${pages.field}'`}>`;
}

function comment(operation: ApiOperation): string {
  const paragraphs = operationDoc(operation).map((text) => wrapped(text, width));
  if (operation.pages !== undefined) paragraphs.push(wrapped(`\`.rows()\`: ${pagesDoc(operation)}`, width));
  const items = operation.parameters.flatMap((parameter) => {
    const [first, ...rest] = wrapped(`\`${parameter.name}\`: ${parameterDoc(parameter)}`, width - 2);
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  if (items.length > 0) paragraphs.push(items);
  const lines = paragraphs.flatMap((paragraph, i) => (i === 0 ? paragraph : ['', ...paragraph]));
  // A description must not end the comment.
  const safe = lines.map((line) => `   * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
  return `  /**\n${safe.join('\n')}\n   */\n`;
}

function entry(operation: ApiOperation): string {
  const { id, path, parameters, pages } = operation;
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `'${name}'`);
  const parts = [`id: '${id}'`, `path: '${path}'`, `inPath: [${inPath.join(', ')}]`];
  if (pages !== undefined) {
    const field = pages.field === undefined ? '' : `, field: '${pages.field}'`;
    const end = pages.offsetMax === undefined ? '' : `, offsetMax: ${pages.offsetMax}`;
    parts.push(`pages: { limitMax: ${pages.limitMax}${end}${field} }`);
  }
  return `${camelName(operation)}: { ${parts.join(', ')} }`;
}
