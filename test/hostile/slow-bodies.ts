import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monotonicMs } from '../../src/kernel/clock.ts';

/** Result of an unfinished request. */
export interface SlowEnd {
  /** Milliseconds from its first byte to the end of its socket. */
  lastedMs: number;
  /** Status of the answer; undefined without an answer. */
  status: number | undefined;
}

export interface SlowBody {
  readonly socket: Socket;
  readonly ended: Promise<SlowEnd>;
}

export interface SlowBodyOptions {
  host: string;
  port: number;
  path: string;
  /** Lines after the request line and Host. */
  headers: readonly string[];
  /** Part of the body that is sent with the head. */
  body: string;
  /** A space is sent after each of these; 0 sends nothing more. */
  dripMs?: number;
  /** Address to send from, where it is one of this machine. */
  localAddress?: string;
}

/** Sends a POST whose body never ends, and waits for the service's reaction. */
export async function sendSlowBody(options: SlowBodyOptions): Promise<SlowBody> {
  const { host, port, path, headers, body, dripMs = 0, localAddress } = options;
  const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
  let received = '';
  socket.setEncoding('latin1').on('error', () => {});
  socket.on('data', (chunk: string) => (received += chunk));
  await once(socket, 'connect');
  const startMs = monotonicMs();
  const drip = dripMs === 0 ? undefined : setInterval(() => socket.write(' '), dripMs);
  const ended = new Promise((resolve) => socket.once('close', resolve)).then(() => {
    clearInterval(drip);
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
    return { lastedMs: monotonicMs() - startMs, status: status === undefined ? undefined : Number(status) };
  });
  socket.write([`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n'));
  return { socket, ended };
}
