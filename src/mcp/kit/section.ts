import type { Answered, Ask } from '../../endpoints/ask.ts';
import { versionPrefix } from '../../endpoints/registry.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import type { ApiIndex, ApiOperation } from './api-index.ts';
import { InputFault, type SectionRequest, streamPath } from './tool.ts';

/** What a section was answered. */
export interface SectionAnswer {
  /** The request as REST would spell it. */
  request: string;
  answer: Answered;
  /** Rows that were read over all pages, and whether there may be more. */
  more: boolean;
}

/** Pages read for one section; `rows` is bounded so that it suffices. */
const pagesLimit = 10;

/** Asks for one section, page by page where more rows are wanted than one holds. */
export async function askSection(
  wanted: SectionRequest,
  api: ApiIndex,
  ask: Ask,
  signal: AbortSignal,
): Promise<SectionAnswer> {
  if (wanted.path === '/ready')
    return { request: 'GET /ready', answer: await ask('/ready', signal), more: false };
  if (wanted.path === streamPath) {
    const target = `${versionPrefix}${streamPath}?${queryOf(Object.entries(wanted.params ?? {}))}`;
    return { request: `GET ${target}`, answer: await ask(target, signal), more: false };
  }
  const operation = api.match(wanted.path);
  if (operation === undefined) throw new InputFault(unknownPath(wanted.path, api));
  const { params = {}, rows } = wanted;
  const page = pageOf(operation, rows);
  const target = targetOf(operation, wanted.path, { ...params, ...page });
  const answer = await ask(target, signal);
  const request = `GET ${target}`;
  if (page === undefined || rows === undefined || answer.status !== 200)
    return { request, answer, more: false };
  // Of this answer alone: what further pages hold is added to its list.
  const read = rowsOf(answer.body);
  let last = read?.length ?? 0;
  let stopped = false;
  const canPage = operation.parameters.some(({ name }) => name === 'offset');
  for (let pages = 1; canPage && read !== undefined && last === page.limit && read.length < rows; pages++) {
    stopped = pages >= pagesLimit;
    if (stopped) break;
    const limit = Math.min(page.limit, rows - read.length);
    const next = await ask(
      targetOf(operation, wanted.path, {
        ...params,
        limit,
        offset: Number(params.offset ?? 0) + read.length,
      }),
      signal,
    );
    // A page that is refused ends the list: what was read stands, and there may be more.
    stopped = next.status !== 200;
    if (stopped) break;
    const found = rowsOf(next.body) ?? [];
    read.push(...found);
    last = found.length;
    if (last < limit) break;
  }
  const full = read !== undefined && last > 0 && read.length >= rows;
  return { request, answer, more: full || stopped };
}

/** The path and query of a request. @throws InputFault naming what is wrong */
export function targetOf(
  operation: ApiOperation,
  sentPath: string,
  params: Readonly<Record<string, unknown>>,
): string {
  const names = operation.parameters.map(({ name }) => name);
  const sent = Object.entries({ ...pathTexts(operation.path, sentPath), ...params }).filter(
    ([, value]) => value !== undefined,
  );
  for (const [name] of sent) {
    if (!names.includes(name)) throw new InputFault(unknownParameter(operation.path, name, names));
  }
  const values = new Map(sent.map(([name, value]) => [name, textOf(value)]));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = values.get(name);
    if (text === undefined || text === '') throw new InputFault(`${operation.path} needs ${name}.`);
    values.delete(name);
    // A path of dots is another path.
    return /^\.+$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text.toWellFormed());
  });
  return `${versionPrefix}${path}${values.size === 0 ? '' : `?${queryOf([...values])}`}`;
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

/** What is undefined is left out. */
function queryOf(params: readonly (readonly [name: string, value: unknown])[]): string {
  return params
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value).toWellFormed())}`)
    .join('&');
}

/** What stands in place of the placeholders of a template, where the path was sent filled in. */
function pathTexts(template: string, sent: string): Record<string, string> {
  const segments = sent.replace(versionPrefix, '').split('/');
  const texts: Record<string, string> = {};
  template.split('/').forEach((segment, i) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    const text = segments[i] ?? '';
    if (name !== undefined && !/^\{\w+\}$/.test(text)) texts[name] = decoded(text);
  });
  return texts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pageOf(operation: ApiOperation, rows: number | undefined): { limit: number } | undefined {
  const limit = operation.parameters.find(({ name }) => name === 'limit');
  if (rows === undefined || limit === undefined) return undefined;
  return { limit: Math.max(1, Math.min(rows, Number(limit.schema.maximum ?? rows))) };
}

/** The list that an endpoint pages: its whole body, or the one list in it. */
export function rowsOf(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  return Object.values(Object(body)).find((value) => Array.isArray(value)) as unknown[] | undefined;
}

export function unknownPath(path: string, api: ApiIndex): string {
  const nearest = api.nearest(path);
  const hint =
    nearest === undefined ? 'describe_api finds endpoints by words.' : `The nearest is ${nearest}.`;
  return `There is no endpoint ${JSON.stringify(path.slice(0, 120))}. ${hint}`;
}

function unknownParameter(path: string, name: string, names: readonly string[]): string {
  const nearest = nearestTo(name, names);
  const known = names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
  const shown = JSON.stringify(name.slice(0, 60));
  return `${path} takes no parameter ${shown}. ${nearest === undefined ? known : `Did you mean ${nearest}?`}`;
}
