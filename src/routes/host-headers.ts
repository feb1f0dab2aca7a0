interface RequestHead {
  httpVersion: string;
  /** Names and values alternate, in the order received. */
  rawHeaders: readonly string[];
}

/**
 * Why the Host headers of a request are refused (RFC 9112, section 3.2): a proxy in front may have read a different one.
 * @returns undefined for a single Host header, or for none in a request older than HTTP/1.1
 */
export function hostFault({ httpVersion, rawHeaders }: RequestHead): string | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'A request must carry one Host header, not several.';
  return hosts === 0 && httpVersion === '1.1' ? 'An HTTP/1.1 request must carry a Host header.' : undefined;
}
