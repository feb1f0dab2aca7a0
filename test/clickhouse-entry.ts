import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from '../src/kernel/listen.ts';

/** Response of an entry to a statement: rows, an error code of the engine, a cut connection, or no answer. */
export type Turn = { rows: string } | { code: number } | 'cut' | 'silent';

/** An address that speaks as a ClickHouse server does, as far as the client needs it, and answers as the test sets. */
export async function openEntry(options: { turn: Turn; identity?: string; port?: number }) {
  const { identity = 'a database' } = options;
  const entry = {
    turn: options.turn,
    /** Statements other than probes, each with its token if it has one. */
    asked: [] as { sql: string; token: string | null }[],
    probes: 0,
    /** Called after each probe and each statement. */
    onAsked: () => {},
  };
  const sockets = new Set<Socket>();

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url!, 'http://entry');
    const body = await text(req);
    const sql = url.searchParams.get('query') ?? body;
    if (/CREATE DATABASE|generateUUIDv4/.test(sql)) return void res.end('prefix\n');
    if (sql.startsWith('KILL')) return void res.end();
    const isProbe = sql.includes('system.databases');
    if (isProbe) entry.probes += 1;
    else entry.asked.push({ sql, token: url.searchParams.get('insert_deduplication_token') });
    const { turn } = entry;
    if (turn === 'cut') req.socket.destroy();
    else if (isProbe && turn !== 'silent') res.end(`${identity}\n`);
    else if (turn !== 'silent' && 'rows' in turn) res.end(turn.rows);
    else if (turn !== 'silent') {
      res.writeHead(500, { 'X-ClickHouse-Exception-Code': String(turn.code) });
      res.end(`Code: ${turn.code}. DB::Exception: said so. (SAID_SO)`);
    }
    entry.onAsked();
  }

  const server = createServer((req, res) => void answer(req, res));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const { port } = await listen(server, '127.0.0.1', options.port ?? 0);
  return Object.assign(entry, {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
