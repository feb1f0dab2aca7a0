import type { AddressInfo, Server } from 'node:net';

/** Where a server listens. */
export interface ListeningAddress {
  host: string;
  port: number;
  /** As it stands in a URL: `127.0.0.1:8080`, `[::1]:8080`. */
  authority: string;
}

/**
 * Lets a server listen.
 * @param port 0 takes any free one
 * @throws Error of the system where the address cannot be listened on
 */
export async function listen(server: Server, host: string, port: number): Promise<ListeningAddress> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return { host: address, port: taken, authority: `${shown}:${taken}` };
}
