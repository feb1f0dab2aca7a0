/*
 * Paths with placeholders in braces: `/trader/{address}/daily`. Every surface spells its routes so; a router and a matcher
 * read them from here.
 */

const placeholder = /\{(\w+)\}/g;

export function placeholders(path: string): string[] {
  return [...path.matchAll(placeholder)].map((match) => match[1]!);
}

/** The path in the router's own spelling: `/trader/:address/daily`. */
export function routerPath(path: string): string {
  return path.replaceAll(placeholder, ':$1');
}

/** Two paths with the same shape (literal segments and placeholder positions) are ambiguous for a router. */
export function pathShape(path: string): string {
  return path.replaceAll(placeholder, '{}');
}

/** A pattern for the paths of a template: each placeholder matches one segment. */
export function pathPattern(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(placeholder, '[^/]+')}$`);
}

/**
 * The decoded values of a path's placeholders.
 *
 * @param path must match {@link pathPattern}
 * @throws URIError if a value is not percent-encoded UTF-8
 */
export function placeholderTexts(template: string, path: string): Record<string, string> {
  const segments = path.split('/');
  const texts: Record<string, string> = {};
  template.split('/').forEach((segment, i) => {
    const [name] = placeholders(segment);
    if (name !== undefined) texts[name] = decodeURIComponent(segments[i] ?? '');
  });
  return texts;
}

export const undecodablePath = 'The path is not percent-encoded UTF-8: %, then two hex digits.';

/** Bound on paths echoed in an error. */
const echoLimit = 200;

export function shownPath(path: string): string {
  return path.length > echoLimit ? `${path.slice(0, echoLimit)}…` : path;
}
