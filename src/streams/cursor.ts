import { batchOf } from '../changes/fill-log.ts';

/**
 * A place of the log as clients keep it: with what only this store has of its batch, so that one of another store, or of a store that was
 * restored from an older copy, is known.
 */

/** Later moments are no places of any log, unix milliseconds. */
export const endOfTimeMs = Date.UTC(2200, 0);
/** Of a batch's token, what a cursor holds of it. */
const tokenLength = 8;
/** A token may have any sign that is seen: those of batches of prices, and of changed fills, are words with hyphens. */
const form = /^([0-9a-z]{1,11})\.([!-~]{0,8})$/;

/** @param token of the batch that the place is of; empty where none is stored */
export function cursorText(place: number, token: string): string {
  return Buffer.from(`${place.toString(36)}.${token.slice(-tokenLength)}`).toString('base64url');
}

/** @returns undefined where it is no cursor */
export function readCursor(text: string): { place: number; isOf(token: string): boolean } | undefined {
  const parts = text.length <= 64 ? form.exec(Buffer.from(text, 'base64url').toString('latin1')) : null;
  const place = parts === null ? Number.NaN : Number.parseInt(parts[1]!, 36);
  if (!Number.isSafeInteger(place) || batchOf(place) < 0) return undefined;
  return { place, isOf: (token) => token.slice(-tokenLength) === parts![2] };
}

/** The same of a replay: behind all fills of a millisecond. */
export function replayCursor(timeMs: number): string {
  return Buffer.from(`@${timeMs.toString(36)}`).toString('base64url');
}

/** @returns the millisecond; undefined where it is no cursor of a replay */
export function readReplayCursor(text: string): number | undefined {
  const [, digits] =
    /^@([0-9a-z]{1,10})$/.exec(Buffer.from(text.slice(0, 64), 'base64url').toString('latin1')) ?? [];
  const timeMs = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return timeMs <= endOfTimeMs ? timeMs : undefined;
}
