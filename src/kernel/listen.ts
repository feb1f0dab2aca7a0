import type { AddressInfo, Server } from 'node:net';

export interface ListeningAddress {
  host: string;
  port: number;
  /** Host and port as written in a URL: `127.0.0.1:8080`, `[::1]:8080`. */
  authority: string;
}

/**
 * Length of the accept queue; the system may allow less (Linux: net.core.somaxconn, 4096 by default). Node's default is 511: beyond it,
 * a burst is dropped, and clients retry after 1, 3, 7 … up to 63 s, honest clients included.
 */
const backlog = 4_096;

/**
 * @param port 0 picks a free port
 * @throws Error of the system if the address is unavailable
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
