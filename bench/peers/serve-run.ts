/** Loads a peer and answers the questions over HTTP, by a bare server: without keys, limits and a log. Started by peers.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { openDuckdb } from './duckdb.ts';
import { statementHeader } from './peer.ts';
import { openPostgres } from './postgres.ts';
import type { PeerData } from './question.ts';
import { peerQuestions } from './questions.ts';

export interface ServeTask {
  peer: 'DuckDB' | 'Postgres';
  shareDir: string;
  /** An empty directory. */
  dir: string;
  data: PeerData;
}

const { peer: name, shareDir, dir, data } = JSON.parse(process.argv[2]!) as ServeTask;
const questions = new Map(peerQuestions(data).map((question) => [question.name, question]));
const startMs = monotonicMs();
const peer = await (name === 'DuckDB' ? openDuckdb(shareDir, dir) : openPostgres(shareDir));
const loadedMs = monotonicMs() - startMs;

const server = createServer(async ({ url }, response) => {
  try {
    const [, question, n] = url!.split('/');
    const sql = questions.get(question!)!.sql(peer.dialect, Number(n));
    const requestedMs = monotonicMs();
    const rows = await peer.ask(sql);
    response.setHeader(statementHeader, monotonicMs() - requestedMs);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(rows));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`READY http://127.0.0.1:${port} ${loadedMs}\n`);
});
// In place of the harness's own end, which removes the directory under a server that may still write.
process.removeAllListeners('SIGTERM');
process.once('SIGTERM', async () => {
  await peer.close();
  process.exit(0);
});
