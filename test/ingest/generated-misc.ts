import { isoNs } from '../../packages/exchange-simulator/src/node-line.ts';
import { seededNumbers, walletOf } from '../source-fills.ts';

/** One block of a node's misc events. */
export interface MiscBlock {
  number: number;
  timeMs: number;
  /** Payments of funding, and updates of a wallet. */
  payments: number;
  updates: number;
  text: string;
}

/**
 * Blocks of misc events, the same for the same options: in the first of an hour each wallet is paid in three coins, over two events; others
 * have deposits, transfers, staking, equal updates, types without a rule, or nothing.
 */
export function* generateMisc(options: {
  seed: number;
  blocks: number;
  wallets: number;
  startMs: number;
  stepMs: number;
}): Generator<MiscBlock> {
  const { seed, blocks, wallets, startMs, stepMs } = options;
  const below = seededNumbers(seed);
  let hour = -1;
  for (let index = 0; index < blocks; index++) {
    const timeMs = startMs + index * stepMs + 41;
    const time = isoNs(timeMs, 952_123);
    const events: object[] = [];
    let payments = 0;
    let updates = 0;
    const put = (inner: object, hash: string, of = 1) => {
      events.push({ time, hash, inner });
      updates += of;
    };
    if (Math.floor(timeMs / 3_600_000) !== hour) {
      hour = Math.floor(timeMs / 3_600_000);
      for (const half of [0, 1]) {
        const deltas = Array.from({ length: wallets }, (_, n) => n)
          .filter((n) => n % 2 === half)
          .flatMap((n) =>
            ['BTC', 'ETH', 'xyz:GOLD'].map((coin) => ({
              ...{ user: walletOf(1 + n), coin, funding_amount: `${below(2_000) - 1_000}.25` },
              ...{ szi: `-${1 + below(50)}.5`, funding_rate: '0.0000125' },
            })),
          );
        payments += deltas.length;
        events.push({ time, hash: `0x${'0'.repeat(64)}`, inner: { Funding: { deltas } } });
      }
    }
    const hash = `0x${index.toString(16).padStart(64, '5e')}`;
    const [user, destination] = [walletOf(1 + below(wallets)), walletOf(100 + below(wallets))];
    const usdc = `${1 + below(9_000)}.0`;
    if (index % 5 !== 4) put({ LedgerUpdate: { users: [user], delta: { type: 'deposit', usdc } } }, hash);
    if (index % 5 === 1) {
      const delta = { type: 'internalTransfer', usdc, user, destination, fee: '1.0' };
      put({ LedgerUpdate: { users: [user, destination], delta } }, hash, 2);
      put({ CDeposit: { user, amount: '2.5' } }, hash);
      put({ CDeposit: { user, amount: '2.5' } }, hash);
    }
    if (index % 5 === 2)
      put({ LedgerUpdate: { users: [user], delta: { type: 'newThing', amount: usdc } } }, hash);
    const head = `"local_time":"${isoNs(timeMs + 180, 1)}","block_time":"${time}"`;
    const number = 900_000_000 + index;
    yield {
      ...{ number, timeMs, payments, updates },
      text: `{${head},"block_number":${number},"events":${JSON.stringify(events)}}\n`,
    };
  }
}
