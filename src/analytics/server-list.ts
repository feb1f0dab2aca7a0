const serverLimit = 64;

export const serverListExpectation =
  'an address like https://host:port, or several between commas, without path or options';

/** An address safe to show: scheme, host and port, without user, password, path or query. */
export function shownServer(server: URL): string {
  return `${server.protocol}//${server.host}`;
}

/** The addresses of a list, as texts. A comma within a password parts nothing: what follows one of the list is a scheme. */
export function splitServers(text: string): string[] {
  return text.split(/,\s*(?=[a-z][a-z0-9+.-]*:\/\/)/i).map((address) => address.trim());
}

/**
 * Reads `http(s)://user:password@host:port`, one or several between commas, in the order in which they are used.
 * @returns the addresses, or the first invalid address as typed, with an error message
 */
export function readServers(text: string): URL[] | { address: string; message: string } {
  const addresses = splitServers(text);
  if (addresses.length > serverLimit) {
    return { address: addresses[serverLimit]!, message: `is more than ${serverLimit} addresses` };
  }
  const servers: URL[] = [];
  for (const address of addresses) {
    const server = URL.canParse(address) ? new URL(address) : undefined;
    // The client would read a database from the path and options from the query, silently over ours.
    if (server === undefined || !isServer(server) || address.includes('#')) {
      return { address, message: `is not ${serverListExpectation}` };
    }
    if (servers.some(({ host }) => host === server.host)) return { address, message: 'is repeated' };
    servers.push(server);
  }
  return servers;
}

function isServer({ protocol, pathname, search }: URL): boolean {
  return /^https?:$/.test(protocol) && pathname === '/' && search === '';
}
