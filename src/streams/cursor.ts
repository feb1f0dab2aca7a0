import { batchOf } from '../changes/fill-log.ts';

/**
 * Cursor: a log position plus part of its batch's token, which detects cursors of another store or of a store restored from an older copy.
 */

/** Upper bound for times in cursors, unix milliseconds. */
export const endOfTimeMs = Date.UTC(2200, 0);
/** Characters at the end of a batch's token that a cursor holds. */
const tokenLength = 8;
/** Tokens may have any printable ASCII: those of price batches and changed fills are words with hyphens. */
const form = /^([0-9a-z]{1,11})\.([!-~]{0,8})$/;

/** @param token Token of the position's batch; empty if not stored. */
export function cursorText(place: number, token: string): string {
  return Buffer.from(`${place.toString(36)}.${token.slice(-tokenLength)}`).toString('base64url');
}

/** @returns undefined if the text is no cursor */
export function readCursor(
  text: string,
): { place: number; token: string; isOf(token: string): boolean } | undefined {
  const parts = text.length <= 64 ? form.exec(Buffer.from(text, 'base64url').toString('latin1')) : null;
  const place = parts === null ? Number.NaN : Number.parseInt(parts[1]!, 36);
  if (!Number.isSafeInteger(place) || batchOf(place) < 0) return undefined;
  const end = parts![2]!;
  return { place, token: end, isOf: (token) => token.slice(-tokenLength) === end };
}

/** Cursor of a replay, after all fills of a millisecond. */
export function replayCursor(timeMs: number): string {
  return Buffer.from(`@${timeMs.toString(36)}`).toString('base64url');
}

/** @returns unix milliseconds; undefined if the text is no replay cursor */
export function readReplayCursor(text: string): number | undefined {
  const [, digits] =
    /^@([0-9a-z]{1,10})$/.exec(Buffer.from(text.slice(0, 64), 'base64url').toString('latin1')) ?? [];
  const timeMs = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return timeMs <= endOfTimeMs ? timeMs : undefined;
}
