import { maxListItems } from '../analytics/param-value.ts';
import type { AnyQuery, ParamsOf } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { WalletRange } from '../analytics/wallet-ranges.ts';
import type { PositionFill } from '../domain/open-position.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createYielder } from '../kernel/yielder.ts';
import { readChains } from './fill-rows.ts';
import type { ChainStart } from './position-book.ts';
import { chainFills, chainsOfWallets, lane, openChains } from './position-queries.ts';

export interface StoredChain {
  wallet: number;
  coin: string;
  /** Time of the newest fill, unix milliseconds. */
  lastMs: number;
  /** Where reading must start to derive the open position, unix milliseconds; 0 = the first fill. */
  fromMs: number;
  /** False if the chain certainly ends flat. */
  mayBeOpen: boolean;
}

export type OnChain = (
  coin: string,
  wallet: number,
  fills: readonly PositionFill[],
  start: ChainStart,
) => void;

/** Reads chains of fills of any length from the store in bounded pages. */
export interface ChainReader {
  /** Chains that are open by their fills or by a state. */
  openChains(range: WalletRange): Promise<StoredChain[]>;
  /** All chains of the wallets; at most {@link maxListItems} wallets. */
  chainsOf(wallets: readonly string[]): Promise<StoredChain[]>;
  /** Reads the fills of each chain from its `fromMs`. */
  read(chains: readonly StoredChain[], onChain: OnChain): Promise<void>;
}

/** Fills per page, about 10 MB. */
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

  /** Reads a page of fills and returns the chains that are not complete yet. */
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
    // The page is full: its last millisecond may be incomplete, and the chains after it are unread.
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
          // No progress: a single millisecond fills the page.
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
