import { AdminCallError, type AdminTarget } from './admin/transport.ts';
import type { Operations } from './operations.ts';
import { remoteOperations } from './remote-operations.ts';

/** Connects at the first call. @param url value of TIDEMARK_ADMIN_URL */
export function connectAdmin(url: string, token: string): Operations {
  const operations = remoteOperations(remoteTarget(url, token));
  return {
    ...operations,
    // The server would refuse the call, but only after receiving the paths.
    importPaths: async () => {
      throw new Error(
        `an import reads files of the machine that holds the data, and TIDEMARK_ADMIN_URL (${url}) may name another machine: run the import there, or name a data directory of this machine with --data`,
      );
    },
  };
}

function remoteTarget(url: string, token: string): AdminTarget {
  return {
    name: `the server at ${url}`,
    url: new URL(url),
    token,
    stranger: `the service at ${url} is not the admin surface of tidemark; TIDEMARK_ADMIN_URL must name the TIDEMARK_ADMIN_PORT of tidemark serve`,
    noAnswer: (fault) => new AdminCallError('NO_ANSWER', `no answer from ${url}: ${reasonOf(fault)}`, fault),
    refusals: {
      UNAUTHORIZED: `the server at ${url} refuses this TIDEMARK_ADMIN_TOKEN; use the token that the server was started with`,
    },
  };
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') {
    return 'nothing listens there; is tidemark serve running, with TIDEMARK_ADMIN_PORT set?';
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown host';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'the connection broke before the answer arrived; the operation may or may not be done';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `the port does not use TLS; try http:// (${message})`;
  if (code.startsWith('HPE_')) return 'the port does not use HTTP';
  return message;
}
