import { request } from 'node:http';
import { monotonicMs } from '../src/kernel/clock.ts';
import { cpuSeconds } from './child.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, importedDir, type Service, startService } from './service.ts';

const path = '/api/public/v1/pulse/leaderboard?limit=20';
/** Clients that wait for their answer before they ask again. */
const clients = 16;

/** A tool call as sent by a client of the newest version. */
const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'query_api',
    arguments: { path: '/pulse/leaderboard', params: { limit: 20 } },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'query_api',
};

/** Cost of a tool call over its cached answer, and the rate of tool calls. */
export async function benchMcp(results: Results, workDir: string, quick: boolean): Promise<object> {
  const [fills, calls, rounds] = quick ? [10_000, 100, 1] : [200_000, 10_000, 5];
  const service = await startService(importedDir(workDir, 'mcp', fills));
  try {
    const found = { rest: [] as Round[], tool: [] as Round[] };
    const rest = () =>
      fetchBytes(service.url + path, { 'x-api-key': service.key }).then(({ status }) => status);
    const tool = () => called(service);
    // The first round of each warms it up and is not kept.
    for (let round = -1; round < rounds; round++) {
      const [one, other] = [await run(service, rest, calls), await run(service, tool, calls)];
      if (round < 0) continue;
      found.rest.push(one);
      found.tool.push(other);
    }
    report(results, found);
    return { clients, calls, ...found };
  } finally {
    await service.stop();
  }
}

interface Round {
  /** With one client at a time. */
  medianMs: number;
  perSecond: number;
  /** Processor time of the server per call. */
  cpuMicros: number | undefined;
}

async function run(service: Service, ask: () => Promise<number>, calls: number): Promise<Round> {
  const singly: number[] = [];
  for (let i = 0; i < calls / 10; i++) {
    const startMs = monotonicMs();
    checkStatus(await ask());
    singly.push(monotonicMs() - startMs);
  }
  const before = cpuSeconds(service.child.pid);
  const startMs = monotonicMs();
  let left = calls;
  const client = async () => {
    while (left-- > 0) checkStatus(await ask());
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (monotonicMs() - startMs) / 1_000;
  const after = cpuSeconds(service.child.pid);
  const spent = before === undefined || after === undefined ? undefined : after - before;
  return {
    medianMs: percentile(singly, 50),
    perSecond: calls / seconds,
    cpuMicros: spent === undefined ? undefined : (spent / calls) * 1e6,
  };
}

function checkStatus(status: number): void {
  if (status !== 200) throw new Error(`answered ${status}`);
}

/** A tool call. @throws Error if the tool answers with an error */
function called({ url, key }: Service): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/mcp`,
      { method: 'POST', headers: { ...headers, 'X-API-Key': key } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (text.includes('"isError":false')) resolve(response.statusCode ?? 0);
          else reject(new Error(text.slice(0, 300)));
        });
      },
    );
    sent.on('error', reject).end(message);
  });
}

function report(results: Results, { rest, tool }: { rest: Round[]; tool: Round[] }): void {
  const all = { 'cached answer over REST': rest, 'tool call': tool };
  for (const [name, runs] of Object.entries(all)) {
    results.measure(
      'mcp',
      `${name}: median`,
      'ms',
      runs.map(({ medianMs }) => medianMs),
    );
    results.measure(
      'mcp',
      `${name}: rate, ${clients} clients`,
      '/s',
      runs.map(({ perSecond }) => perSecond),
    );
    const cpu = runs.flatMap(({ cpuMicros }) => (cpuMicros === undefined ? [] : [cpuMicros]));
    if (cpu.length > 0) results.measure('mcp', `${name}: processor time of the server`, 'µs', cpu);
  }
  const added = tool.map(({ medianMs }, round) => medianMs - rest[round]!.medianMs);
  results.hold('mcp', 'a tool call adds at the median', 'ms', percentile(added, 50), '≤', 2);
  const rate = percentile(
    tool.map(({ perSecond }) => perSecond),
    50,
  );
  results.hold('mcp', 'tool calls', '/s', rate, '≥', 500);
}
