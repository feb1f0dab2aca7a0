import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { IssuedKey, KeySummary } from '../control/store.ts';
import type { AuditProgress, AuditReport } from '../jobs/audit.ts';
import type {
  ImportProgress,
  ImportSummary,
  MigrationReport,
  Operations,
  OwnerStatus,
} from './operations.ts';
import {
  type ArgumentOf,
  type OperationEvent,
  type OperationName,
  protocolHeader,
  protocolVersion,
  silenceLimitMs,
} from './protocol.ts';
import { findSocket } from './socket-path.ts';

/** The owner refused an operation, or it failed there; the message is the owner's. */
export class RemoteOperationError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Nobody listens: no socket, one left by a killed process, or an owner about to go. */
class OwnerAbsent extends Error {}

interface CallOptions {
  onProgress?: (data: unknown) => void;
  signal?: AbortSignal;
}
type Call = <Name extends OperationName>(
  name: Name,
  argument: ArgumentOf<Name>,
  options?: CallOptions,
) => Promise<unknown>;

/**
 * The operations of the process that owns a data directory.
 * @param dataDir absolute path
 * @returns undefined where nobody listens. What a killed owner left is removed by the next owner,
 *   under its lock: a client that did so could remove the socket of one just starting.
 * @throws Error where the owner speaks another version or belongs to another user
 */
export async function connectOperations(dataDir: string): Promise<Operations | undefined> {
  const call: Call = (name, argument, options) =>
    callOwner(findSocket(dataDir), name, JSON.stringify(argument), options ?? {});
  try {
    await call('status', {});
  } catch (fault) {
    if (fault instanceof OwnerAbsent) return undefined;
    throw fault;
  }
  return remoteOperations(call);
}

function remoteOperations(call: Call): Operations {
  return {
    importPaths: async (request, onProgress, signal) =>
      (await call('importPaths', request, {
        onProgress: (data) => onProgress(data as ImportProgress),
        signal,
      })) as ImportSummary,
    audit: async (onProgress, signal) =>
      (await call(
        'audit',
        {},
        {
          onProgress: (data) => onProgress(data as AuditProgress),
          signal,
        },
      )) as AuditReport,
    createKey: async (request) => (await call('createKey', request)) as IssuedKey,
    listKeys: async (options = {}) => (await call('listKeys', options)) as KeySummary[],
    revokeKey: async (id) => (await call('revokeKey', { id })) as KeySummary,
    rotateKey: async (id, options = {}) => (await call('rotateKey', { id, ...options })) as IssuedKey,
    migrate: async () => (await call('migrate', {})) as MigrationReport,
    status: async () => (await call('status', {})) as OwnerStatus,
  };
}

async function callOwner(
  socketPath: string | undefined,
  name: OperationName,
  argument: string,
  options: CallOptions,
): Promise<unknown> {
  if (socketPath === undefined) throw new OwnerAbsent(ownerWentAway);
  const request = httpRequest({
    socketPath,
    path: `/operations/${name}`,
    method: 'POST',
    agent: false,
    timeout: silenceLimitMs,
    headers: { [protocolHeader]: protocolVersion, 'content-type': 'application/x-ndjson' },
  });
  const cancel = (): void => void request.end('{"cancel":true}\n');
  try {
    const response = await openStream(request, `${argument}\n`);
    if (options.signal?.aborted) cancel();
    options.signal?.addEventListener('abort', cancel, { once: true });
    return await readEvents(response, options.onProgress ?? (() => {}));
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    request.destroy();
  }
}

function openStream(request: ClientRequest, firstLine: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('error', (fault: NodeJS.ErrnoException) => {
      const absent = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTDIR'].includes(fault.code ?? '');
      reject(absent ? new OwnerAbsent(ownerWentAway) : fault);
    });
    request.on('timeout', () => {
      request.destroy(new Error(`the running tidemark gave no sign for ${silenceLimitMs / 1000} s`));
    });
    request.once('response', (response) => {
      if (response.statusCode === 200) resolve(response);
      else refusal(response).then(reject, reject);
    });
    request.write(firstLine);
  });
}

async function refusal(response: IncomingMessage): Promise<Error> {
  const message = Buffer.concat(await response.toArray()).toString('utf8');
  return response.statusCode === 503 ? new OwnerAbsent(message) : new Error(message);
}

const ownerWentAway =
  'the tidemark process that owns the data directory went away before it answered; try again, nothing that it confirmed is lost';

async function readEvents(response: IncomingMessage, onProgress: (data: unknown) => void): Promise<unknown> {
  let broken: unknown;
  try {
    for await (const line of createInterface({ input: response })) {
      const event = JSON.parse(line) as OperationEvent;
      if (event.event === 'progress') onProgress(event.data);
      else if (event.event === 'result') return event.data;
      else if (event.event === 'error') throw new RemoteOperationError(event.name, event.message);
    }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ECONNRESET') throw fault;
    broken = fault;
  }
  throw new Error(ownerWentAway, { cause: broken });
}
