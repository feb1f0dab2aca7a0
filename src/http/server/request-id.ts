/** Ids of requests, unique over processes: an instance prefix and a counter, which costs a tenth of a UUID. */
export function createRequestIds(instanceId: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${instanceId}-${count.toString(36)}`;
  };
}
