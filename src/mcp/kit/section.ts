import type { Answered, Ask } from '../../endpoints/ask.ts';
import { versionPrefix } from '../../endpoints/registry.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import type { ApiIndex, ApiOperation } from './api-index.ts';
import { InputFault, type SectionRequest, streamPath } from './tool.ts';

export interface SectionAnswer {
  /** The request in REST form: `GET /path?query`. */
  request: string;
  answer: Answered;
  /** Rows that were read over all pages, and whether there may be more. */
  more: boolean;
}

/** Maximum pages per section; the bound on `rows` keeps it sufficient. */
const pagesLimit = 10;

/** Requests one section, page by page if more rows are wanted than one page holds. */
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
  // The list inside the first answer; rows of further pages are appended to it.
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
    // A failed page ends the list: earlier rows are kept and `more` is set.
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

/** Builds path and query of a request. @throws InputFault for a missing or unknown parameter */
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
    // Escapes dots, because `.` and `..` segments would change the path.
    return /^\.+$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text.toWellFormed());
  });
  return `${versionPrefix}${path}${values.size === 0 ? '' : `?${queryOf([...values])}`}`;
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value));

/** Omits undefined values. */
function queryOf(params: readonly (readonly [name: string, value: unknown])[]): string {
  return params
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value).toWellFormed())}`)
    .join('&');
}

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

/** The paged list: the body itself, or the first list in it. */
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
