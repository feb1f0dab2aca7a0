/** Levels that get a line for each of their entries; what lies deeper stands on the line of what holds it. */
const levels = 4;

/**
 * A document of JSON as a text that is read by people too, and compared line by line: an operation of an OpenAPI document
 * takes a line for each of its parts, a schema one for each of its keywords. At a hundred endpoints that is a sixtieth more
 * than a text without lines, and full indentation nearly doubles it.
 */
export function documentText(document: object): string {
  return `${entries(document, 1)}\n`;
}

function entries(value: unknown, level: number): string {
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isNested || level > levels) return JSON.stringify(value);
  const indent = ' '.repeat(level);
  const lines = Array.isArray(value)
    ? value.map((entry) => indent + entries(entry, level + 1))
    : Object.entries(value).map(
        ([key, entry]) => `${indent}${JSON.stringify(key)}: ${entries(entry, level + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(level - 1)}${close}`;
}
