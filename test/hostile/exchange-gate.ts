import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the exchange that can be cut as if its process were killed: connections are reset, new ones refused. */
export interface ExchangeGate {
  readonly url: string;
  readonly wsUrl: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** @param target `http://host:port` of the exchange */
export async function openExchangeGate(target: string): Promise<ExchangeGate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let server: Server;
  let ownPort = 0;

  function join(own: Socket): void {
    const other = connect(Number(port), hostname);
    for (const socket of [own, other]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        own.destroy();
        other.destroy();
      });
    }
    own.pipe(other).pipe(own);
  }
  async function listen(): Promise<void> {
    server = createServer(join).listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    ownPort = (server.address() as AddressInfo).port;
  }
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }
  await listen();
  return {
    url: `http://127.0.0.1:${ownPort}`,
    wsUrl: `ws://127.0.0.1:${ownPort}/ws`,
    cut,
    mend: listen,
    close: cut,
  };
}
