import { maxListItems } from '../analytics/param-value.ts';
import type { AnyQuery, ParamsOf } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { WalletRange } from '../analytics/wallet-ranges.ts';
import type { PositionFill } from '../domain/open-position.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createYielder } from '../kernel/breather.ts';
import { readChains } from './fill-rows.ts';
import type { ChainStart } from './position-book.ts';
import { chainFills, chainsOfWallets, lane, openChains } from './position-queries.ts';

/** A chain of fills in the store. */
export interface StoredChain {
  wallet: number;
  coin: string;
  /** Of its newest fill, unix milliseconds. */
  lastMs: number;
  /** From where it has to be read to know its open position; 0 for its first fill. */
  fromMs: number;
  /** False where it certainly ends flat. */
  mayBeOpen: boolean;
}

export type OnChain = (
  coin: string,
  wallet: number,
  fills: readonly PositionFill[],
  start: ChainStart,
) => void;

/** Reads chains of fills from the store, however long they are, in bounded pieces. */
export interface ChainReader {
  /** Chains that are open, or that a state shows open. */
  openChains(range: WalletRange): Promise<StoredChain[]>;
  /** All chains of some wallets, at most as many as one list takes. */
  chainsOf(wallets: readonly string[]): Promise<StoredChain[]>;
  /** The fills of chains, each from where it has to be read. */
  read(chains: readonly StoredChain[], onChain: OnChain): Promise<void>;
}

/** Fills of one answer: some ten megabytes. */
const pageFills = 100_000;

interface Rest {
  chain: StoredChain;
  fromMs: number;
  isBegun: boolean;
}

export function createChainReader(options: {
  store: Pick<AnalyticsStore, 'bytes'>;
  wallets: WalletIndex;
  pageFills?: number;
}): ChainReader {
  const { store, wallets } = options;
  const page = options.pageFills ?? pageFills;

  async function starts<Q extends AnyQuery>(query: Q, params: ParamsOf<Q>): Promise<StoredChain[]> {
    const rows = readRowBinary(await store.bytes(query, params, lane));
    const yieldToEventLoop = createYielder();
    const chains: StoredChain[] = [];
    while (!rows.done) {
      const wallet = wallets.rowOf(rows.bytes, rows.wallet());
      const coin = rows.text();
      const [lastMs, fromMs] = [rows.int64(), rows.int64()];
      chains.push({ wallet, coin, lastMs, fromMs, mayBeOpen: rows.uint8() === 1 });
      await yieldToEventLoop();
    }
    return chains;
  }

  /** Reads a page of the chains and takes what is complete of it away. */
  async function readPage(rests: Rest[], most: number, onChain: OnChain): Promise<Rest[]> {
    const params = {
      wallets: rests.map(({ chain }) => wallets.address(chain.wallet)),
      coins: rests.map(({ chain }) => chain.coin),
      from_ms: rests.map(({ fromMs }) => fromMs),
      least: rests.reduce((least, { fromMs }) => Math.min(least, fromMs), Number.MAX_SAFE_INTEGER),
      most,
    };
    const bytes = await store.bytes(chainFills, params, lane);
    const yieldToEventLoop = createYielder();
    const byChain = new Map(rests.map((rest) => [keyOf(rest.chain), rest]));
    let rows = 0;
    let last: { rest: Rest; fills: PositionFill[] } | undefined;
    const take = ({ rest, fills }: NonNullable<typeof last>) => {
      if (fills.length > 0) onChain(rest.chain.coin, rest.chain.wallet, fills, rest.isBegun ? 'held' : 'new');
    };
    for (const read of readChains(bytes, wallets)) {
      if (last !== undefined) take(last);
      const rest = byChain.get(keyOf(read))!;
      byChain.delete(keyOf(read));
      last = { rest, fills: read.fills };
      rows += read.fills.length;
      await yieldToEventLoop();
    }
    if (last === undefined) return [];
    const { rest, fills } = last;
    if (rows < most) {
      take(last);
      return [];
    }
    // Cut off: its last millisecond may go on, and chains behind it were not read.
    const cutMs = fills.at(-1)!.timeMs;
    const whole = fills.filter(({ timeMs }) => timeMs < cutMs);
    take({ rest, fills: whole });
    return [{ ...rest, fromMs: cutMs, isBegun: rest.isBegun || whole.length > 0 }, ...byChain.values()];
  }

  return {
    openChains: (range) => starts(openChains, range),
    chainsOf: (list) => starts(chainsOfWallets, { wallets: list }),
    async read(chains, onChain) {
      for (let from = 0; from < chains.length; from += maxListItems) {
        let most = page;
        let rests: Rest[] = chains
          .slice(from, from + maxListItems)
          .map((chain) => ({ chain, fromMs: chain.fromMs, isBegun: false }));
        while (rests.length > 0) {
          const left: Rest[] = await readPage(rests, most, onChain);
          // A page that was no longer than one millisecond.
          if (left.length === rests.length && left[0]!.fromMs === rests[0]!.fromMs) most *= 2;
          rests = left;
        }
      }
    },
  };
}

function keyOf({ coin, wallet }: { coin: string; wallet: number }): string {
  return `${wallet} ${coin}`;
}
