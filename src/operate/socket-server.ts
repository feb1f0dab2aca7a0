import type { Server } from 'node:http';
import { createLog, type Log } from '../kernel/log.ts';
import { createAdminSurface } from './admin/surface.ts';
import type { Operations } from './operations.ts';
import { placeSocket } from './socket-path.ts';

/** The admin surface of a data directory's owner, on a socket for the other commands of the same user. */
export interface OperationsSocket {
  readonly path: string;
  /** Takes nothing new and waits for what others asked for to end by itself. */
  drain(): Promise<void>;
  /** Takes nothing new, aborts what is under way, waits for it to end and removes the socket. May be called again. */
  close(): Promise<void>;
}

/**
 * Listens on the data directory's socket (mode 0600, in a directory of mode 0700): a client that can connect is the user who
 * owns the data, so no token is asked for. Only the directory's owner may call this: it replaces the socket that an owner
 * killed before may have left.
 * @param options.dataDir absolute path of the claimed directory
 * @throws Error where the socket cannot be made
 */
export async function serveOperations(options: {
  dataDir: string;
  operations: Operations;
  log?: Log;
}): Promise<OperationsSocket> {
  const { dataDir, operations, log = createLog({ level: 'silent' }) } = options;
  const { server, drain, close } = await createAdminSurface({ operations, log, isOwnMachine: true });
  const place = placeSocket(dataDir);
  await listenPrivately(server, place.path);
  // The socket is removed while the directory is still claimed, and never again after it.
  let closing: Promise<void> | undefined;
  return {
    path: place.path,
    drain,
    close: () => (closing ??= close().then(() => place.remove())),
  };
}

/** Binds under a mask, so that the socket is private from its first moment on. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault) =>
      reject(new Error(`cannot listen on ${path}: ${fault.message}`, { cause: fault })),
    );
    const mask = process.umask(0o177);
    try {
      server.listen(path, resolve); // binds before it returns; only its event is late
    } finally {
      process.umask(mask);
    }
  });
}
