/**
 * The promise, or a rejection as soon as the signal aborts: one caller stops waiting, the work goes on for others.
 *
 * @param signal undefined: the promise as it is
 * @param reason what the caller gets, asked once, when it leaves; default: the reason of the signal
 */
export function withAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  reason: () => unknown = () => signal?.reason,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(reason());
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
