import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The first connection of a server without a request in progress: idle, or with an incomplete request head.
 * @param sockets the oldest first
 */
export function firstUnanswered(sockets: Iterable<Socket>): Socket | undefined {
  for (const socket of sockets) {
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (!socket.destroyed && (answer === undefined || answer === null)) return socket;
  }
  return undefined;
}
