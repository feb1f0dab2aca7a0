import type { Server } from 'node:http';
import { createLog, type Log } from '../kernel/log.ts';
import { createAdminSurface } from './admin/surface.ts';
import type { Operations } from './operations.ts';
import { placeSocket } from './socket-path.ts';

export interface OperationsSocket {
  readonly path: string;
  /** Accepts no new requests and waits for running ones to finish. */
  drain(): Promise<void>;
  /** Accepts no new requests, aborts and awaits running ones, and removes the socket. Idempotent. */
  close(): Promise<void>;
}

/**
 * Listens on the data directory's socket (mode 0600, in a directory of mode 0700). Only the user who owns the data can connect, so no
 * token is needed. For the directory's owner only: replaces a socket left by a killed owner.
 * @param options.dataDir absolute path of the claimed directory
 * @throws Error if the socket cannot be created
 */
export async function serveOperations(options: {
  dataDir: string;
  operations: Operations;
  log?: Log;
}): Promise<OperationsSocket> {
  const { dataDir, operations, log = createLog({ level: 'silent' }) } = options;
  const { server, drain, close } = createAdminSurface({ operations, log, isOwnMachine: true });
  const place = placeSocket(dataDir);
  await listenPrivately(server, place.path);
  // The socket is removed once, while the directory is still claimed.
  let closing: Promise<void> | undefined;
  return {
    path: place.path,
    drain,
    close: () => (closing ??= close().then(() => place.remove())),
  };
}

/** Binds under a umask, so that the socket is private from the start. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault) =>
      reject(new Error(`cannot listen on ${path}: ${fault.message}`, { cause: fault })),
    );
    const mask = process.umask(0o177);
    try {
      server.listen(path, resolve); // binds synchronously; only the event comes later
    } finally {
      process.umask(mask);
    }
  });
}
