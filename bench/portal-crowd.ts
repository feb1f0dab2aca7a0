import { Agent, request } from 'node:http';

/** What the overview asks again while it is open, with its pace: as portal/src/home does. */
const asked: readonly (readonly [path: string, everyMs: number])[] = [
  ['/api/public/v1/pulse/market-overview', 5_000],
  ['/api/public/v1/pulse/stats', 5_000],
  ['/api/public/v1/live/risk/liquidations/recent?since=1h&limit=10', 3_000],
  ['/api/public/v1/pulse/leaderboard?sort=pnl&period=day&limit=5', 5_000],
  ['/api/public/v1/pulse/leaderboard?sort=losers&period=day&limit=5', 5_000],
  ['/api/public/v1/pulse/leaderboard?sort=volume&period=day&limit=5', 5_000],
  ['/api/public/v1/exchange/positions', 30_000],
  ['/api/public/v1/exchange/active-traders', 30_000],
  ['/portal/api/status', 5_000],
];

interface Told {
  status: number;
  etag: string | undefined;
  text: string;
}

/**
 * Visitors with the overview open, each from an address of its own, who ask as its pages do: at the pace of each part, with the
 * tag of what they have. Browsers would cost more than what they look at.
 */
export async function crowdOf(url: string, visitors: number) {
  const agent = new Agent({ keepAlive: true });
  const timers: ReturnType<typeof setInterval>[] = [];
  const counts = { total: 0, unchanged: 0, refused: 0 };

  function ask(path: string, headers: Record<string, string>): Promise<Told> {
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { agent, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0, headers: told } = answer;
          resolve({ status, etag: told.etag, text: Buffer.concat(pieces).toString() });
        });
      });
      sent.on('error', reject).end();
    });
  }

  async function arrive(visitor: number): Promise<void> {
    const from = { 'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`, 'accept-encoding': 'br' };
    const session = JSON.parse(
      (await ask('/portal/api/session', { ...from, 'accept-encoding': 'identity' })).text,
    );
    const key = { ...from, 'x-api-key': (session as { key: { secret: string } }).key.secret };
    for (const [path, everyMs] of asked) {
      let etag: string | undefined;
      const again = async () => {
        const told = await ask(path, { ...key, ...(etag !== undefined && { 'if-none-match': etag }) });
        etag = told.etag ?? etag;
        counts.total += 1;
        if (told.status === 304) counts.unchanged += 1;
        else if (told.status !== 200) counts.refused += 1;
      };
      await again();
      timers.push(setInterval(() => void again().catch(() => counts.refused++), everyMs));
    }
  }

  for (let visitor = 0; visitor < visitors; visitor++) await arrive(visitor);
  Object.assign(counts, { total: 0, unchanged: 0, refused: 0 });
  return {
    /** Since all of them are there. @throws Error where one was refused */
    asked() {
      if (counts.refused > 0) throw new Error(`${counts.refused} of ${counts.total} requests were refused`);
      return { ...counts };
    },
    async leave(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      agent.destroy();
    },
  };
}
