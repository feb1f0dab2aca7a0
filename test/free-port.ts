import { createServer } from 'node:net';
import { secureRng } from '../src/kernel/rng.ts';

/**
 * Below the ports that systems give where none is named (Linux: 32768 and up), and above those of services: a server
 * that a test stops and starts again finds its port as it left it, whatever connections others have opened meanwhile.
 */
const from = 20_000;
const count = 12_000;

/** A port of the loopback without a listener; only another caller of this function could take it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const [high, low] = secureRng.bytes(2);
    const port = from + ((high! * 256 + low!) % count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const listener = createServer();
    listener.once('error', () => answer(false));
    listener.listen(port, '127.0.0.1', () => listener.close(() => answer(true)));
  });
}
