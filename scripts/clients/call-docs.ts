import type { ApiOperation, ApiParameter } from './api-operations.ts';

/**
 * Meaning and range of a parameter: `The most rows to return. 1 to 500; 50 by default.` The unit is in the description, as in the
 * reference.
 */
export function parameterDoc({ description, schema }: ApiParameter): string {
  const { minimum, maximum, enum: words } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined
          ? `at most ${maximum}`
          : undefined;
  const fallback = schema.default === undefined ? undefined : `${String(schema.default)} by default`;
  const parts = [words === undefined ? range : `one of ${words.join(', ')}`, fallback];
  const taken = parts.filter((part) => part !== undefined).join('; ');
  const sentence = taken === '' ? '' : ` ${taken[0]!.toUpperCase()}${taken.slice(1)}.`;
  return `${description.replace(/[^.]$/, '$&.')}${sentence}`;
}

/** Summary, description and address of an operation, a paragraph each. */
export function operationDoc({ summary, description, path, tier }: ApiOperation): string[] {
  const whole = description === undefined ? [] : [description];
  return [`${summary}.`, ...whole, `GET ${path}, from the tier ${tier} on.`];
}

/** Documentation of a list's `pages` method. */
export function pagesDoc({ pages }: ApiOperation): string {
  const end = pages?.offsetMax === undefined ? '' : ` The service pages to offset ${pages.offsetMax}.`;
  return `Every row of it, page by page: a request for each ${pages?.limitMax} rows unless \`limit\` says otherwise.${end}`;
}

/** Wraps text at `width` characters; a longer word gets its own line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
