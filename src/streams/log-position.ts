import { batchOf } from '../changes/fill-log.ts';

/** A position in a log, from which a stream resumes. */
export interface LogPosition {
  /** `past`: fills in the order of their times, up to the start of a replay. */
  of: 'fills' | 'past' | 'changes';
  /** Of fills a place of their log; otherwise unix milliseconds. */
  place: number;
  /**
   * Of fills the token of the batch, or its end, which detects cursors of another store or of a store restored from an older copy. Of
   * changes their number in the minute before, base 36.
   */
  token: string;
}

const marks = { fills: '', past: '@', changes: '!' } as const;
/** Tokens of batches may have any printable ASCII: those of price batches and changed fills are words with hyphens. */
const forms: Readonly<Record<LogPosition['of'], RegExp>> = {
  fills: /^([0-9a-z]{1,11})\.([!-~]{0,8})$/,
  past: /^@([0-9a-z]{1,10})()$/,
  changes: /^!([0-9a-z]{1,10})\.([0-9a-z]{1,6})$/,
};

/** Upper bound for times in cursors, unix milliseconds. */
export const endOfTimeMs = Date.UTC(2200, 0);

/** The part of a batch's token that a cursor holds. */
export const tokenEnd = (token: string) => token.slice(-8);

export function cursorText({ of, place, token }: LogPosition): string {
  const text = `${marks[of]}${place.toString(36)}${of === 'past' ? '' : `.${tokenEnd(token)}`}`;
  return Buffer.from(text).toString('base64url');
}

/** @returns undefined if the text is no cursor of this log */
export function readCursor(of: LogPosition['of'], text: string): LogPosition | undefined {
  if (text.length > 64) return undefined;
  const parts = forms[of].exec(Buffer.from(text, 'base64url').toString('latin1'));
  const place = parts === null ? Number.NaN : Number.parseInt(parts[1]!, 36);
  const isValid = of === 'fills' ? Number.isSafeInteger(place) && batchOf(place) >= 0 : place <= endOfTimeMs;
  return isValid ? { of, place, token: parts![2]! } : undefined;
}
