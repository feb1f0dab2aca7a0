/** URN that names one occurrence of a problem, by the id of its request. */
export function requestUrn(requestId: string): string {
  return `urn:tidemark:request:${requestId}`;
}
