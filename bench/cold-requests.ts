import { createHash } from 'node:crypto';

/** Paths of one endpoint, each asked once. */
export interface ColdEndpoint {
  name: string;
  /** True if it is about a single wallet. */
  ofWallet: boolean;
  /** The path of request `n`; another one for each `n` below `paths`. */
  pathOf(n: number): string;
  paths: number;
  /** The same question in Postgres. */
  postgres(n: number): { text: string; values: unknown[] };
}

/** Data that the requests are about. */
export interface ColdData {
  wallets: number;
  coins: number;
  nowMs: number;
}

/** The address of wallet `n` of `engine-fills.ts` and `engine-chains.ts`, without 0x. */
export function addressOf(n: number): string {
  return createHash('sha1').update(String(n)).digest('hex');
}

const tradeColumns =
  'time, wallet, coin, side, dir, px, sz, px * sz, closed_pnl, fee * fee_px, tid, start_position';
const sums = 'sum(closed_pnl), count(*), sum((closed_pnl > 0)::int), sum(px * sz)';

/** Every endpoint over fills, with its question in the SQL that users of Postgres would write. */
export function coldEndpoints({ wallets, coins, nowMs }: ColdData): ColdEndpoint[] {
  // Spread over all wallets, without repeats: 7919 divides no number of wallets used here.
  const address = (n: number) => addressOf((n * 7_919) % wallets);
  const bytes = (n: number) => Buffer.from(address(n), 'hex');
  const now = new Date(nowMs);
  const ofWallet = (name: string, tail: string, text: string): ColdEndpoint => ({
    name,
    ofWallet: true,
    paths: wallets,
    pathOf: (n) => `trader/0x${address(n)}${tail}`,
    postgres: (n) => ({ text, values: [bytes(n)] }),
  });
  const pnl = (name: string, param: string, order: string, condition: string): ColdEndpoint => ({
    name,
    ofWallet: false,
    paths: 20_000,
    pathOf: (n) => `${name}?${param}${50_000 + n}&limit=${20 + (n % 480)}`,
    postgres: (n) => ({
      text: `select ${tradeColumns} from fills where ${condition} order by ${order}, time, seq, wallet limit $2`,
      values: [name === 'biggest-wins' ? 50_000 + n : -50_000 - n, 20 + (n % 480)],
    }),
  });
  const coin = (n: number) => `C${1 + (n % (coins - 1))}`;
  return [
    ofWallet('trader', '', `select ${sums}, min(time), max(time) from fills where wallet = $1`),
    ofWallet(
      'trader-daily',
      '/daily',
      `select time::date, ${sums} from fills where wallet = $1 group by 1 order by 1`,
    ),
    ofWallet(
      'trader-tokens',
      '/tokens',
      `select coin, ${sums} from fills where wallet = $1 group by 1 order by 2 desc`,
    ),
    ofWallet(
      'trader-trades',
      '/trades?since=30d',
      `select ${tradeColumns} from fills where wallet = $1 order by time desc, seq desc limit 50`,
    ),
    pnl('biggest-wins', 'minPnl=', 'closed_pnl desc', 'closed_pnl >= $1'),
    pnl('biggest-losses', 'maxPnl=-', 'closed_pnl', 'closed_pnl <= $1'),
    {
      name: 'trades-recent',
      ofWallet: false,
      paths: 20_000,
      pathOf: (n) => `trades/recent?since=${60 + n}m`,
      postgres: (n) => ({
        text: `select ${tradeColumns} from fills where time >= $1 and time <= $2
          order by abs(closed_pnl) desc, time desc, seq desc limit 50`,
        values: [new Date(nowMs - (60 + n) * 60_000), now],
      }),
    },
    {
      name: 'token-leaderboard',
      ofWallet: false,
      paths: (coins - 1) * 400,
      pathOf: (n) => `token-leaderboard/${coin(n)}?limit=${50 + Math.floor(n / (coins - 1))}`,
      postgres: (n) => ({
        text: `select wallet, ${sums} from fills where coin = $1 group by 1 order by 2 desc, 1 limit 50`,
        values: [coin(n)],
      }),
    },
    {
      name: 'most-traded',
      ofWallet: false,
      paths: 500,
      pathOf: (n) => `most-traded?limit=${1 + n}`,
      postgres: () => ({
        text: 'select coin, count(distinct wallet), count(*), sum(closed_pnl) from fills group by 1 order by 3 desc, 1 limit 20',
        values: [],
      }),
    },
    {
      name: 'leaderboard',
      ofWallet: false,
      paths: 100_000,
      pathOf: (n) => `leaderboard?period=week&limit=${1 + (n % 500)}&minTrades=${10 + Math.floor(n / 500)}`,
      postgres: () => ({
        text: `select wallet, ${sums} from fills where time >= $1 group by 1 having count(*) >= 10 order by 2 desc, 1 limit 20`,
        values: [new Date(nowMs - 7 * 86_400_000)],
      }),
    },
  ];
}
