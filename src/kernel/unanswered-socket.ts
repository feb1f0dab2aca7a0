import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The first of a server's connections that waits for no answer: idle, or with a request whose head is not whole.
 * @param sockets the oldest first
 */
export function firstUnanswered(sockets: Iterable<Socket>): Socket | undefined {
  for (const socket of sockets) {
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (!socket.destroyed && (answer === undefined || answer === null)) return socket;
  }
  return undefined;
}
