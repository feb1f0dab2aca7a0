/**
 * What people on the exchange chose: names of accounts, titles and descriptions of outcomes. It reaches an agent as data, never as
 * words of this service.
 */
export const chosenFields: ReadonlySet<string> = new Set([
  'name',
  'displayName',
  'description',
  'builderName',
  'headline',
]);

/** Longer texts of the chain are cut. */
const chosenTextLimit = 500;

/**
 * Invisible characters, or those that turn the reading direction: controls, joiners and other formats (category Cf, which holds the
 * bidirectional ones and the tags that can spell hidden text), private use, lone surrogates, line and paragraph separators, and
 * variation selectors.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]|[\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

/** Most texts are addresses, coins and times. */
const printable = /^[ -~]*$/;

/** A text without hidden characters; blanks in place of line breaks. */
export function plainText(text: string): string {
  if (printable.test(text)) return text;
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(hidden, '');
}

/**
 * A text that people chose, as it stands in a sentence: in marks that it cannot hold itself.
 *
 * @param limitChars of the text; what is longer is cut
 */
export function quoted(text: string, limitChars = 80): string {
  return `«${plainText(text).replaceAll(/[«»]/g, "'").slice(0, limitChars)}»`;
}

/**
 * A body with plain texts everywhere and without `$schema`.
 * @returns `chosen` is true where it holds texts that people chose
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
