import { unacceptable } from '../kernel/problem.ts';

/** True for a body that no form of a web page can send. */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json(;|$)/i.test(contentType ?? '');
}

/** Parses a JSON body; an empty body has no fields. @throws Problem 400 */
export function readJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw unacceptable([{ location: 'body', message: 'must be valid JSON' }]);
  }
}
