import { isoNs } from '../../packages/exchange-simulator/src/node-line.ts';
import { seededNumbers, walletOf } from '../source-fills.ts';

/** One block of a node's statuses of TWAP orders. */
export interface TwapBlock {
  number: number;
  timeMs: number;
  rows: number;
  text: string;
}

/** An event as a node writes it. */
export function twapEvent(timeMs: number, id: number, status: unknown, more: object = {}) {
  return {
    time: isoNs(timeMs, 952_123),
    twap_id: id,
    state: {
      coin: 'BTC',
      user: walletOf(1),
      side: 'B',
      sz: '2.5',
      executedSz: '0.0',
      executedNtl: '0.0',
      minutes: 30,
      reduceOnly: false,
      randomize: true,
      timestamp: timeMs,
      trigger: null,
      stopPx: null,
      ...more,
    },
    status,
  };
}

/** Blocks of TWAP statuses, the same for the same options: orders that begin, wait, end and fail; others are empty. */
export function* generateTwaps(options: {
  seed: number;
  blocks: number;
  wallets: number;
  startMs: number;
  stepMs: number;
}): Generator<TwapBlock> {
  const { seed, blocks, wallets, startMs, stepMs } = options;
  const below = seededNumbers(seed);
  for (let index = 0; index < blocks; index++) {
    const timeMs = startMs + index * stepMs + 41;
    const [id, user] = [1_500_000 + index, walletOf(1 + below(wallets))];
    const trigger = { px: `${1 + below(90_000)}.5`, above: index % 2 === 0 };
    const events: object[] = [];
    if (index % 4 === 0)
      events.push(
        twapEvent(timeMs, id, 'waitingForTrigger', { user, trigger, stopPx: '10.0' }),
        twapEvent(timeMs, id, 'activated', { user, trigger, stopPx: '10.0' }),
      );
    if (index % 4 === 1) events.push(twapEvent(timeMs, id, { error: 'Insufficient margin' }, { user }));
    if (index % 4 === 2)
      events.push(twapEvent(timeMs, id, 'finished', { user, executedSz: '2.5', executedNtl: '190000.25' }));
    const head = `"local_time":"${isoNs(timeMs + 180, 1)}","block_time":"${isoNs(timeMs, 952_123)}"`;
    const number = 900_000_000 + index;
    yield {
      number,
      timeMs,
      rows: events.length,
      text: `{${head},"block_number":${number},"events":${JSON.stringify(events)}}\n`,
    };
  }
}
