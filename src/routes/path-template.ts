/*
 * Paths with placeholders in braces: `/trader/{address}/daily`. Every surface spells its routes so; a router and a matcher
 * read them from here.
 */

const placeholder = /\{(\w+)\}/g;

/** Names of the placeholders of a path, in order. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(placeholder)].map((match) => match[1]!);
}

/** The path in the router's own spelling: `/trader/:address/daily`. */
export function routerPath(path: string): string {
  return path.replaceAll(placeholder, ':$1');
}

/** What two paths share where a router cannot distinguish them: their literal segments, and where placeholders stand. */
export function pathShape(path: string): string {
  return path.replaceAll(placeholder, '{}');
}

/** A pattern that accepts what the path stands for: any segment in place of a placeholder. */
export function pathPattern(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(placeholder, '[^/]+')}$`);
}

/**
 * The texts that stand in place of a path's placeholders, decoded.
 *
 * @param path one that {@link pathPattern} accepts
 * @throws URIError where it is not percent-encoded UTF-8
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

/** What an error says of a path that cannot be decoded. */
export const undecodablePath = 'The path is not percent-encoded UTF-8: %, then two hex digits.';

/** Paths echoed in an error are cut here. */
const echoLimit = 200;

/** A path as an error shows it. */
export function shownPath(path: string): string {
  return path.length > echoLimit ? `${path.slice(0, echoLimit)}…` : path;
}
