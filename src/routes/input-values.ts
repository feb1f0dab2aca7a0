import type { FaultDetail } from '../kernel/problem.ts';
import { echo } from './echo.ts';

/** Longest text within an input, in UTF-16 units: an attested passkey is the longest accepted text. */
export const longestText = 16_384;
/** Maximum nesting of objects and lists. */
const deepest = 32;

/**
 * Finds values that the stores and libraries cannot hold, in bodies of pages, webhooks, agents and the admin surface:
 * texts and field names with a NUL or half a character (a lone surrogate), or too long; numbers that are not finite;
 * too deep nesting.
 *
 * @param origin start of a fault's place: `body`
 * @returns the first fault; undefined if every value can be held
 */
export function unfitValue(origin: string, input: unknown): FaultDetail | undefined {
  const left: { location: string; depth: number; value: unknown }[] = [
    { location: origin, depth: 0, value: input },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { location, depth, value } = next;
    const message =
      scalarFault(value) ?? (depth > deepest ? `is nested over ${deepest} levels deep` : undefined);
    if (message !== undefined) return { location, message };
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const unfitName = scalarFault(name);
      if (unfitName !== undefined) return { location, message: `holds a name that ${unfitName}` };
      left.push({ location: `${location}.${echo(name)}`, depth: depth + 1, value: inner });
    }
  }
  return undefined;
}

function scalarFault(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is no finite number';
  if (typeof value !== 'string') return undefined;
  if (value.length > longestText) return `is longer than ${longestText} characters`;
  if (value.includes('\0')) return 'holds a NUL character';
  return value.isWellFormed() ? undefined : 'is no well-formed Unicode';
}
