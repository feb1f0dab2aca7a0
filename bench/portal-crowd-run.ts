/**
 * Visitors with the overview open, in their own process: each has its own address and sends the page's requests, at the pace of each part
 * and with the ETag of its last answer. Real browsers would cost more than the measured load.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listMs } from '../portal/src/frame/pace.ts';
import { tellResult } from './child.ts';

export interface CrowdTask {
  url: string;
  visitors: number;
  /** Duration after all visitors have arrived. */
  seconds: number;
}

export interface CrowdRun {
  requests: number;
  /** Answered with 304. */
  unchanged: number;
}

/** Polled requests of the overview with their intervals, as in portal/src/home. */
const requested: readonly (readonly [path: string, everyMs: number])[] = [
  ['/api/public/v1/pulse/market-overview', listMs],
  ['/api/public/v1/pulse/stats', listMs],
  ['/api/public/v1/live/risk/liquidations/recent?since=1h&limit=10', 3_000],
  ['/api/public/v1/pulse/leaderboard?sort=pnl&period=day&limit=5', listMs],
  ['/api/public/v1/pulse/leaderboard?sort=losers&period=day&limit=5', listMs],
  ['/api/public/v1/pulse/leaderboard?sort=volume&period=day&limit=5', listMs],
  ['/api/public/v1/exchange/positions', 30_000],
  ['/api/public/v1/exchange/active-traders', 30_000],
  ['/portal/api/status', 5_000],
];

interface Answered {
  status: number;
  etag: string | undefined;
  text: string;
}

const { url, visitors, seconds } = JSON.parse(process.argv[2]!) as CrowdTask;
const agent = new Agent({ keepAlive: true });
const counts = { requests: 0, unchanged: 0, refused: 0 };
const refusals = new Map<string, number>();

function ask(path: string, headers: Record<string, string>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode: status = 0, headers: got } = answer;
        resolve({ status, etag: got.etag, text: Buffer.concat(pieces).toString() });
      });
    });
    sent.on('error', reject).end();
  });
}

async function arrive(visitor: number): Promise<void> {
  const from = { 'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}` };
  const session = JSON.parse((await ask('/portal/api/session', from)).text) as { key: { secret: string } };
  const headers = { ...from, 'accept-encoding': 'br', 'x-api-key': session.key.secret };
  for (const [path, everyMs] of requested) {
    let etag: string | undefined;
    const again = async () => {
      const got = await ask(path, { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) });
      etag = got.etag ?? etag;
      counts.requests += 1;
      if (got.status === 304) counts.unchanged += 1;
      else if (got.status !== 200) {
        counts.refused += 1;
        const refusal = `${got.status} ${path}`;
        refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
      }
    };
    await again();
    setInterval(() => void again().catch(() => counts.refused++), everyMs);
  }
}

for (let visitor = 0; visitor < visitors; visitor++) await arrive(visitor);
Object.assign(counts, { requests: 0, unchanged: 0, refused: 0 });
process.stdout.write('arrived\n');
await delay(seconds * 1_000);
const { requests, unchanged, refused } = counts;
if (refused > 0) {
  const why = JSON.stringify(Object.fromEntries(refusals));
  throw new Error(`${refused} of ${requests} requests were refused: ${why}`);
}
tellResult({ requests, unchanged } satisfies CrowdRun);
process.exit(0);
