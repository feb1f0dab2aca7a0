/** What stands in the placeholders of a path, by name. */
export type RouteMatch = Readonly<Record<string, string>>;

/**
 * Matches paths against a template like `accounts/{account}/keys/{key}`.
 * @returns undefined for another path; names hold letters, digits, `-` and `_` alone, as every id here does
 */
export function routePattern(template: string): (path: string) => RouteMatch | undefined {
  const source = template.replace(/\{(\w+)\}/g, '(?<$1>[\\w-]{1,64})');
  const pattern = new RegExp(`^${source}$`);
  return (path) => {
    const found = pattern.exec(path);
    return found === null ? undefined : { ...found.groups };
  };
}
