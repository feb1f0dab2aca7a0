import { createServer } from 'node:net';

/** A port of the loopback that nobody listens on; somebody else may take it before it is used. */
export async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const address = listener.address();
  await new Promise((closed) => listener.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
