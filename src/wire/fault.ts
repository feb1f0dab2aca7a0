/** Characters of a text that a reason repeats. */
const shownCharactersLimit = 64;

/**
 * Formats the error of one payload field, as one line of bounded length.
 *
 * @param field Path of the field: `px`, `levels.0.3.sz`.
 * @param right Expected value: `a decimal above 0 such as "2014.3"`.
 */
export function fault(field: string, value: unknown, right: string): string {
  return value === undefined
    ? `${field} is missing, should be ${right}`
    : `${field} is ${shown(value)}, should be ${right}`;
}

/** A value as a reason shows it: short, and on one line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(
      value.length > shownCharactersLimit ? `${value.slice(0, shownCharactersLimit)}…` : value,
    );
  }
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
