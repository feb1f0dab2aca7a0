import type { AddressInfo, Server } from 'node:net';

/** Where a server listens. */
export interface ListeningAddress {
  host: string;
  port: number;
  /** As it stands in a URL: `127.0.0.1:8080`, `[::1]:8080`. */
  authority: string;
}

/**
 * Connections that wait to be taken; the system may allow fewer (Linux: net.core.somaxconn, 4096 by default). Beyond Node's 511
 * a burst is dropped on the way, and who connects tries again after 1, 3, 7 … up to 63 s, an honest caller among others.
 */
const backlog = 4_096;

/**
 * Lets a server listen.
 * @param port 0 takes any free one
 * @throws Error of the system where the address cannot be listened on
 */
export async function listen(server: Server, host: string, port: number): Promise<ListeningAddress> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return { host: address, port: taken, authority: `${shown}:${taken}` };
}
