/**
 * The promise, or a rejection as soon as the signal aborts. Only this caller stops waiting; the work continues for others.
 *
 * @param signal undefined: returns the promise unchanged
 * @param reason called once on abort for the rejection; default: the reason of the signal
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
