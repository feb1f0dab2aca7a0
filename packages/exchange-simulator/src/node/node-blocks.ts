import { seededRng } from '../../../../src/kernel/rng.ts';
import { blockNumberAt, blockStartMs, blockTimeMs } from '../block-time.ts';
import type { Block, FundingPayment, TwapEvent } from '../events.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { fundingEvents, ledgerEvents, stakingEvent } from './misc-events.ts';
import type { MiscEvent, NodeBlock } from './node-block.ts';

/**
 * Every block of an exchange in order, with consecutive numbers, as a node has them (docs/exchange.md#blocks). The exchange produces blocks
 * only for events; the blocks between them are empty.
 */
export interface NodeBlocks {
  /** Delivers all blocks that end by this time, unix milliseconds; the exchange must have reached it. */
  flush(untilMs: number): void;
  /** Ends listening to the exchange. */
  close(): void;
}

interface Happened {
  block?: Block;
  /** Time of the block; undefined for an empty block. */
  timeMs?: number;
  misc: MiscEvent[];
  twaps: TwapEvent[];
}

/** A node writes a block so long after its time, ms. */
const leastDelayMs = 150;
const delaySpreadMs = 100;

/**
 * @param options.seed of the times of empty blocks
 * @param options.onBlock called for every block, from the exchange's current block on
 */
export function createNodeBlocks(options: {
  record: ExchangeRecord;
  seed: string;
  onBlock(block: NodeBlock): void;
}): NodeBlocks {
  const { record, onBlock } = options;
  const { wallets } = record.exchange;
  const rng = seededRng(`${options.seed}/node/blocks`);
  const happened = new Map<number, Happened>();
  // The first step of a new exchange is still to come, and is at its start.
  let next = blockNumberAt(record.exchange.timeMs) + (record.exchange.fills > 0 ? 1 : 0);
  let writtenMs = 0;
  let payments: FundingPayment[] = [];

  function at(number: number): Happened {
    const known = happened.get(number) ?? { misc: [], twaps: [] };
    happened.set(number, known);
    return known;
  }
  function during(timeMs: number): Happened {
    return Object.assign(at(blockNumberAt(timeMs)), { timeMs });
  }
  /** Puts the first dex into the block that paid, each other dex one block later: a node splits an hour, too. */
  function settle(): void {
    for (const ofDex of Map.groupBy(payments, ({ timeMs, market }) => `${timeMs}/${market.dex}`).values()) {
      const { timeMs, market } = ofDex[0]!;
      during(timeMs);
      at(blockNumberAt(timeMs) + market.dex).misc.push(...fundingEvents(ofDex, wallets));
    }
    payments = [];
  }
  const unsubscribe = record.subscribe({
    block: (block) => void Object.assign(during(block.timeMs), { block }),
    funding: (payment) => void payments.push(payment),
    staking: (event) => void during(event.timeMs).misc.push(stakingEvent(event, wallets)),
    twap: (event) => void during(event.timeMs).twaps.push(event),
    ledger: (update) => void during(update.timeMs).misc.push(...ledgerEvents(update, wallets)),
  });

  function made(number: number): NodeBlock {
    // Drawn for every block, so that the events of a block change nothing in the others.
    const [offset, ns, delay] = [rng.below(blockTimeMs), rng.below(1_000_000), rng.below(delaySpreadMs)];
    const none: Happened = { misc: [], twaps: [] };
    const { block, misc, twaps, timeMs = blockStartMs(number) + offset } = happened.get(number) ?? none;
    happened.delete(number);
    writtenMs = Math.max(writtenMs + 1, timeMs + leastDelayMs + delay);
    return { number, timeMs, timeNs: block?.timeNs ?? ns, writtenMs, fills: block?.fills ?? [], misc, twaps };
  }

  return {
    flush(untilMs) {
      settle();
      for (const end = blockNumberAt(untilMs); next < end; next++) onBlock(made(next));
    },
    close: unsubscribe,
  };
}
