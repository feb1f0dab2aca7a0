import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of what the server sends to the connections that listen for messages. */
export type Bus = 'prompt' | 'deaf' | 'silent' | { lateMs: number };

/** A way to a Postgres on which messages between processes (LISTEN and NOTIFY) can be late or lost. */
export interface SlowBus {
  readonly url: string;
  /** `deaf` loses the messages alone, `silent` all that is said on those connections, `lateMs` delays all of it. */
  set(bus: Bus): void;
  close(): Promise<void>;
}

/** NotificationResponse of the protocol, version 3. */
const notification = 'A'.charCodeAt(0);

/** Puts a proxy before the server of a Postgres URL; all but the connections that listen are passed on as they are. */
export async function openSlowBus(postgresUrl: string): Promise<SlowBus> {
  const target = new URL(postgresUrl);
  const sockets = new Set<Socket>();
  let bus: Bus = 'prompt';

  function serve(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    let listens = false;
    let rest = Buffer.alloc(0);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      listens ||= chunk.includes('listen tidemark');
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      const { messages, left } = split(Buffer.concat([rest, chunk]));
      rest = left;
      for (const message of messages) pass(message);
    });

    function pass(message: Buffer): void {
      const lost = bus === 'silent' || (bus === 'deaf' && message[0] === notification);
      if (!listens || bus === 'prompt') client.write(message);
      else if (typeof bus === 'object')
        setTimeout(() => client.write(message), bus.lateMs); // waits: the delay is what it is for
      else if (!lost) client.write(message);
    }
  }

  const proxy = createServer(serve).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    set(next) {
      bus = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** The whole messages at the start of what a server sent: a letter, then a length that counts itself. */
function split(bytes: Buffer): { messages: Buffer[]; left: Buffer<ArrayBuffer> } {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return { messages, left: Buffer.from(bytes.subarray(at)) };
}
