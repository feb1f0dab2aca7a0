import { refused } from '../kernel/problem.ts';

/*
 * Paths with placeholders in braces: `/trader/{address}/daily`. Every surface spells its routes so, and finds them here.
 */

const placeholder = /\{(\w+)\}/g;

export function placeholders(path: string): string[] {
  return [...path.matchAll(placeholder)].map((match) => match[1]!);
}

/** Two paths with the same shape (literal segments and placeholder positions) are ambiguous for a router. */
export function pathShape(path: string): string {
  return path.replaceAll(placeholder, '{}');
}

export interface PathMatch<R> {
  route: R;
  /** The decoded values of the path's placeholders. */
  texts: Record<string, string>;
}

/**
 * Finds the route of a path. A literal segment wins over a placeholder, which matches one segment with a text.
 * An address with its origin (RFC 9112 §3.2.2) counts as its path.
 */
export function pathMatcher<R>(routes: Iterable<readonly [template: string, route: R]>) {
  const known = Array.from(routes, ([template, route]) => {
    const parts = template.split('/').map((part) => ({ text: part, name: placeholders(part)[0] }));
    return { route, parts, open: placeholders(template).length };
  }).sort((a, b) => a.open - b.open);
  const byLength = Map.groupBy(known, ({ parts }) => parts.length);

  return (path: string): PathMatch<R> | undefined => {
    const segments = path
      .replace(/^https?:\/\/[^/]*/i, '')
      .split('/')
      .map((segment) => decoded(segment) ?? segment);
    const found = byLength
      .get(segments.length)
      ?.find(({ parts }) =>
        parts.every(({ text, name }, i) => (name === undefined ? text === segments[i] : segments[i] !== '')),
      );
    if (found === undefined) return undefined;
    const texts: Record<string, string> = {};
    found.parts.forEach(({ name }, i) => {
      if (name !== undefined) texts[name] = segments[i]!;
    });
    return { route: found.route, texts };
  };
}

/** @throws Problem 400 if the path is not percent-encoded UTF-8 */
export function refuseUndecodable(path: string): void {
  if (decoded(path) !== undefined) return;
  throw refused(400, 'BAD_REQUEST', 'The path is not percent-encoded UTF-8: %, then two hex digits.');
}

function decoded(text: string): string | undefined {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return undefined;
  }
}

/** A request's address without its query. */
export function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0]!;
}

/** Bound on paths echoed in an error. */
const echoLimit = 200;

export function shownPath(path: string): string {
  return path.length > echoLimit ? `${path.slice(0, echoLimit)}…` : path;
}
