import { redactKeys } from '../kernel/log.ts';

/** Values echoed in an error are cut here, so that an answer cannot be made large by its request. */
const echoLimit = 256;

/** A text as an error shows it: cut, and without the keys in it. */
export function echo(text: string): string {
  const shown = redactKeys(text);
  return shown.length > echoLimit ? `${shown.slice(0, echoLimit)}…` : shown;
}
