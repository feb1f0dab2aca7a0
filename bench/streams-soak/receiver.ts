import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EventKey, elementKey } from './truth.ts';

/** Takes the messages of alerts, and answers some of them with a fault the first time. */
export interface AlertReceiver {
  url: string;
  /** Events of an alert in the order of their messages, each message once. */
  eventsOf(name: string): EventKey[];
  messages(): number;
  faults: string[];
  close(): void;
}

export async function startReceiver(random: () => number): Promise<AlertReceiver> {
  const events = new Map<string, EventKey[]>();
  const taken = new Map<string, string>();
  const failed = new Set<string>();
  const faults: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const isFirst = !failed.has(id) && !taken.has(id);
      const draw = random();
      if (isFirst && draw < 0.02) {
        failed.add(id);
        if (draw < 0.01) response.writeHead(429, { 'retry-after': '1' }).end();
        else request.socket.destroy();
        return;
      }
      take(request.url!.slice(1), id, text);
      // It may have been taken, and its sender never knows.
      if (isFirst && draw < 0.03) request.socket.destroy();
      else response.writeHead(204).end();
    });
  });

  function take(name: string, id: string, text: string): void {
    const before = taken.get(id);
    if (before !== undefined && before !== text) faults.push(`alert ${name}: ${id} has two texts`);
    if (before !== undefined) return;
    taken.set(id, text);
    const { type, data } = JSON.parse(text) as { type: string; data: { events: unknown[] } };
    if (type === 'alert.gap') faults.push(`alert ${name}: ${text.slice(0, 400)}`);
    else events.set(name, [...(events.get(name) ?? []), ...data.events.map(elementKey)]);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    eventsOf: (name) => events.get(name) ?? [],
    messages: () => taken.size,
    faults,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
