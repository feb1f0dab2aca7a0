import { redactKeys } from '../kernel/log.ts';

/** Bound on values echoed in an error, so that a request cannot inflate its answer. */
const echoLimit = 256;

/** A text for an error message: truncated, and without keys. */
export function echo(text: string): string {
  const shown = redactKeys(text);
  return shown.length > echoLimit ? `${shown.slice(0, echoLimit)}…` : shown;
}
