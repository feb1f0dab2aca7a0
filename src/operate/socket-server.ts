import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { createInterface } from 'node:readline';
import type { Operations } from './operations.ts';
import {
  type ArgumentOf,
  argumentBytesLimit,
  argumentFault,
  heartbeatMs,
  isOperationName,
  type OperationEvent,
  type OperationName,
  protocolHeader,
  protocolVersion,
} from './protocol.ts';
import { placeSocket } from './socket-path.ts';

/** The operations of a data directory's owner, offered to the other commands on this machine. */
export interface OperationsSocket {
  readonly path: string;
  /** Takes nothing new and waits for what others asked for to end by itself. */
  drain(): Promise<void>;
  /** Takes nothing new, aborts what is under way, waits for it to end and removes the socket. May be called again. */
  close(): Promise<void>;
}

type Run = (
  operations: Operations,
  argument: never,
  onProgress: (data: unknown) => void,
  signal: AbortSignal,
) => Promise<unknown>;

const runs: { [Name in OperationName]: (...args: RunArguments<Name>) => Promise<unknown> } = {
  importPaths: (operations, request, onProgress, signal) =>
    operations.importPaths(request, onProgress, signal),
  audit: (operations, _, onProgress, signal) => operations.audit(onProgress, signal),
  createKey: (operations, request) => operations.createKey(request),
  listKeys: (operations, options) => operations.listKeys(options),
  revokeKey: (operations, { id }) => operations.revokeKey(id),
  rotateKey: (operations, { id, ...options }) => operations.rotateKey(id, options),
  migrate: (operations) => operations.migrate(),
  status: (operations) => operations.status(),
};
type RunArguments<Name extends OperationName> = [
  operations: Operations,
  argument: ArgumentOf<Name>,
  onProgress: (data: unknown) => void,
  signal: AbortSignal,
];

/**
 * Listens on the data directory's socket (mode 0600). Only the directory's owner may call this:
 * it replaces the socket that an owner killed before may have left.
 * @param options.dataDir absolute path of the claimed directory
 * @throws Error where the socket cannot be made
 */
export async function serveOperations(options: {
  dataDir: string;
  operations: Operations;
}): Promise<OperationsSocket> {
  const underWay = new Map<AbortController, Promise<void>>();
  let stopping = false;
  const server = createServer((request, response) => {
    const fault = requestFault(request, stopping);
    if (fault !== undefined) {
      response.writeHead(fault.status, { 'content-type': 'text/plain', connection: 'close' });
      response.end(fault.message);
      return;
    }
    const name = operationName(request) as OperationName;
    const abort = new AbortController();
    const done = answer(options.operations, name, request, response, abort).finally(() =>
      underWay.delete(abort),
    );
    underWay.set(abort, done);
  });
  server.requestTimeout = 0; // the request stays open for a cancel as long as its operation runs
  const place = placeSocket(options.dataDir);
  await listenPrivately(server, place.path);
  const drain = async (): Promise<void> => {
    stopping = true;
    while (underWay.size > 0) await Promise.allSettled(underWay.values());
  };
  return {
    path: place.path,
    drain,
    async close() {
      stopping = true;
      for (const abort of underWay.keys()) abort.abort();
      await drain();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      place.remove();
    },
  };
}

/** Runs one operation and writes its events. Never rejects. */
async function answer(
  operations: Operations,
  name: OperationName,
  request: IncomingMessage,
  response: ServerResponse,
  abort: AbortController,
): Promise<void> {
  response.on('close', () => abort.abort()); // gone before its answer; after it, nothing listens
  response.on('error', () => abort.abort());
  response.writeHead(200, { 'content-type': 'application/x-ndjson', connection: 'close' });
  response.flushHeaders();
  const send = (event: OperationEvent): void => {
    if (!response.destroyed) response.write(`${JSON.stringify(event)}\n`);
  };
  const heartbeat = setInterval(() => send({ event: 'heartbeat' }), heartbeatMs);
  try {
    const argument = await readArgument(request, name, abort);
    const onProgress = (data: unknown): void => {
      // A client that reads slowly misses steps of progress; it never makes the owner hold them.
      if (response.writableLength === 0) send({ event: 'progress', data });
    };
    const data = await (runs[name] as Run)(operations, argument as never, onProgress, abort.signal);
    send({ event: 'result', data });
  } catch (fault) {
    const { name: faultName, message } = fault instanceof Error ? fault : new Error(String(fault));
    send({ event: 'error', name: faultName, message });
  } finally {
    clearInterval(heartbeat);
    await new Promise<void>((resolve) => (response.destroyed ? resolve() : response.end(() => resolve())));
  }
}

/** The first line of the request; the lines after it are heard until the request ends. */
async function readArgument(
  request: IncomingMessage,
  name: OperationName,
  abort: AbortController,
): Promise<unknown> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > argumentBytesLimit) request.destroy();
  });
  const lines = createInterface({ input: request });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () =>
      reject(new Error(`no argument, or one of more than ${argumentBytesLimit} bytes`)),
    );
    request.on('error', reject);
    lines.on('error', reject); // readline passes its input's faults on
  });
  lines.on('line', (line) => {
    if (line === '{"cancel":true}') abort.abort();
  });
  const argument: unknown = JSON.parse(first);
  const fault = argumentFault(name, argument);
  if (fault !== undefined) throw new Error(fault);
  return argument;
}

function requestFault(
  request: IncomingMessage,
  stopping: boolean,
): { status: number; message: string } | undefined {
  if (stopping) return { status: 503, message: 'tidemark is stopping' };
  if (!isOperationName(operationName(request)) || request.method !== 'POST') {
    return { status: 404, message: `no operation ${request.method} ${request.url}` };
  }
  const spoken = request.headers[protocolHeader];
  if (spoken === protocolVersion) return undefined;
  return {
    status: 409,
    message: `the running tidemark speaks version ${protocolVersion} of the operations protocol, not ${spoken ?? 'none'}; restart it with this version`,
  };
}

function operationName(request: IncomingMessage): string {
  return /^\/operations\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
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
