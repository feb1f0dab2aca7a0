import { unacceptable } from '../kernel/problem.ts';

/** Parses a JSON body; an empty body has no fields. @throws Problem 400 */
export function readJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw unacceptable([{ location: 'body', message: 'must be valid JSON' }]);
  }
}
