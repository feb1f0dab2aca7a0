import { createServer } from 'node:net';

/**
 * Fails as listening on the address would: a start may have minutes of work before it listens, which would be lost. Somebody else
 * may take the port until then.
 *
 * @throws Error with the system's code, such as EADDRINUSE
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}
