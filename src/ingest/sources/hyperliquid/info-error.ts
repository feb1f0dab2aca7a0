/**
 * Why a request got no answer.
 *
 * - `refused`: the exchange does not take it (4xx); asking again would be refused again.
 * - `malformed`: the answer is not of its schema, or larger than allowed.
 * - `unavailable`: no usable answer after all attempts (5xx, deadline, connection, 429).
 * - `overloaded`: too many requests wait already.
 * - `closed`: the client was closed.
 */
export type InfoFailure = 'refused' | 'malformed' | 'unavailable' | 'overloaded' | 'closed';

export class InfoError extends Error {
  readonly failure: InfoFailure;

  /** @param request Its type: `userFillsByTime`. */
  constructor(failure: InfoFailure, request: string, message: string, cause?: unknown) {
    super(`${request}: ${message}`, { cause });
    this.name = 'InfoError';
    this.failure = failure;
  }
}
