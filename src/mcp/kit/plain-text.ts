/**
 * Fields with texts chosen by users of the exchange: account names, titles and descriptions of outcomes. Agents get them as untrusted data,
 * never as text of this service.
 */
export const chosenFields: ReadonlySet<string> = new Set([
  'name',
  'displayName',
  'description',
  'builderName',
  'headline',
]);

/** Maximum characters of a user-chosen text; longer ones are truncated. */
const chosenTextLimit = 500;

/**
 * Invisible and direction-changing characters: controls, formats (category Cf: joiners, bidirectional controls, and tags that can spell
 * hidden text), private use, lone surrogates, line and paragraph separators, variation selectors and blank fillers.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]|[\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

/** Fast path: most texts are addresses, coins and times. */
const printable = /^[ -~]*$/;

/** Removes hidden characters and replaces line breaks with spaces. */
export function plainText(text: string): string {
  if (printable.test(text)) return text;
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(hidden, '');
}

/**
 * Quotes a user-chosen text for a sentence, in guillemets that the text itself cannot contain.
 *
 * @param limitChars Maximum characters; longer texts are truncated.
 */
export function quoted(text: string, limitChars = 80): string {
  return `«${plainText(text).replaceAll(/[«»]/g, "'").slice(0, limitChars)}»`;
}

/**
 * Cleans all texts of a body and drops `$schema`.
 * @returns `chosen`: whether the body has user-chosen texts.
 */
export function plainBody(body: unknown): { body: unknown; chosen: boolean } {
  let chosen = false;
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      const plain = plainText(value);
      if (!chosenFields.has(key)) return plain;
      chosen = true;
      return plain.length > chosenTextLimit ? `${plain.slice(0, chosenTextLimit)}…` : plain;
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value !== 'object' || value === null) return value;
    const plain: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      if (name !== '$schema') plain[name] = typeof item === 'number' ? item : walk(item, name);
    }
    return plain;
  };
  return { body: walk(body, ''), chosen };
}
