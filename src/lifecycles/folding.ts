import { readRowBinary } from '../analytics/row-binary.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';
import { lifecycleIds } from '../domain/lifecycle-id.ts';
import type { Span } from '../kernel/span.ts';
import { aboutSum } from './amount-sums.ts';
import {
  addressAt,
  type ChainPlace,
  type ChainStarts,
  type FoldPlan,
  keyAt,
  planChains,
} from './chain-plan.ts';
import { type ChainRun, createChainRun } from './chain-run.ts';
import type { ChainStart } from './chain-start.ts';
import { createEdgeSet, type EdgeMinutes } from './edge-minutes.ts';
import { type FillMoments, readMoments } from './fill-moments.ts';
import { createLifecycleSums, type LifecycleSums, lifecycleOf, sumPlaces } from './lifecycle-sums.ts';
import { type PricedSpan, type PriceHistory, unknownPrices, walletTail } from './price-history.ts';
import { createRowChanges, type WrittenRows } from './row-changes.ts';
import { readStored, type StoredLifecycle } from './stored-lifecycle.ts';
import { createUnpricedRows } from './unpriced-rows.ts';

export interface FoldedPage {
  fills: number;
  /** Where the next page starts; undefined after the last page. */
  next: ChainPlace | undefined;
}

export interface FoldTurn {
  /** Version of the written rows. */
  version: number;
  /** The turn reads all fills of its chains: deletes stored chains without fills. */
  isWhole: boolean;
  /** Prices may have changed as well: rewrites rows that differ only in their prices. */
  withPrices: boolean;
}

/** Wallets or coins, and the time span to query for them. */
export interface AwaitedSpan extends Span {
  names: string[];
}

export interface Awaited {
  /** Wallets whose liquidators are looked up. */
  victims: AwaitedSpan;
  /** Coins whose prices are loaded. */
  coins: AwaitedSpan;
  edges: EdgeMinutes;
}

/** The chains that a pass reads: all chains of some wallets, chains that restart among recent fills, or chains that restart earlier. */
export type FillPass = 'whole' | 'recent' | 'late';

/**
 * One turn of the fold over many chains, without I/O. Inputs are stored rows and fills in the engine's format; the output is the rows
 * to write. A page orders its fills by wallet, coin and time.
 */
export interface Folding {
  /** Adds the stored rows (`storedRow`) of the turn's chains, ordered by wallet, coin and number. */
  stored(bytes: Uint8Array): void;
  /**
   * Decides where each changed chain restarts. A chain whose new fills are all newer than its stored rows resumes after its newest
   * row; any other restarts at the lifecycle that was open at its first new fill.
   *
   * @param bytes rows of wallet, coin, unix milliseconds of the first and of the last new fill
   * @param lateBeforeMs chains that restart from here on are read as one time range; it also includes earlier chains if more than
   * 1,000 restart before
   */
  plan(bytes: Uint8Array, lateBeforeMs: number): FoldPlan;
  /**
   * Folds a page of fills. Ignores chains of another pass and fills before a chain's start.
   *
   * @param most size of a full page, in fills: a full page leaves its last millisecond to the next one
   */
  fills(bytes: Uint8Array, pass: FillPass, most: number): FoldedPage;
  /** The further reads of this turn; call after the last page of fills. */
  awaited(): Awaited;
  /** @param bytes rows of victim, coin, unix milliseconds, counterparty and size */
  liquidators(bytes: Uint8Array): void;
  finish(): WrittenRows;
}

interface Chain {
  /** Wallet and coin, in the bytes of a row. */
  head: Uint8Array;
  coin: string;
  /** Unix milliseconds; earlier fills are not folded. */
  fromMs: number;
  run: ChainRun;
  /** Stored rows that the fold may replace, by id and opening. */
  replaced: Map<string, StoredLifecycle>;
}

/** A lifecycle that waits until its liquidators, or prices, are known. */
interface Waiting {
  chain: Chain;
  lifecycle: Lifecycle;
  stored: StoredLifecycle | undefined;
  sizes: Map<string, bigint>;
}

const rowKey = ({ id, openedMs }: Lifecycle | LifecycleSums) => `${id} ${openedMs}`;
const keyOf = ({ head, coin }: Chain) => keyAt(head, 0, coin);
const unknownStart: ChainStart = { fromMs: 0, after: undefined, count: 0, replaced: [] };

/**
 * @param options.prices loaded before the turn if `isWhole`, else after {@link Folding.awaited} names the coins
 */
export function createFolding(options: FoldTurn & { prices: PriceHistory }): Folding {
  const { isWhole, prices } = options;
  // Prices by the minute or the hour are less exact than the stored ones.
  const isExact = prices.grain === 'moments' || prices.grain === 'minutes and edges';
  const changes = createRowChanges({ ...options, withPrices: options.withPrices && isExact });
  const storedChains = new Map<string, StoredLifecycle[]>();
  let starts: ChainStarts = { recent: new Map(), late: new Map() };
  const waiting: Waiting[] = [];
  const unpriced = createUnpricedRows();
  /** Sums of the open lifecycle of the current chain. */
  const sums = createLifecycleSums();
  let current: Chain | undefined;

  function end(): void {
    const open = current?.run.open();
    if (open !== undefined) keep(current!, open);
    for (const stored of current?.replaced.values() ?? []) changes.remove(stored);
    current = undefined;
  }

  function keep(chain: Chain, lifecycle: Lifecycle | LifecycleSums): void {
    let stored: StoredLifecycle | undefined;
    if (chain.replaced.size > 0) {
      const key = rowKey(lifecycle);
      stored = chain.replaced.get(key);
      chain.replaced.delete(key);
    }
    if (lifecycle.liquidatedFills > 0 || (lifecycle.isClosed && !isWhole)) {
      const kept = 'sums' in lifecycle ? lifecycleOf(lifecycle) : lifecycle;
      waiting.push({ chain, lifecycle: kept, stored, sizes: new Map() });
    } else put(chain, lifecycle, stored);
  }

  function put(
    { head, coin }: Chain,
    lifecycle: Lifecycle | LifecycleSums,
    stored: StoredLifecycle | undefined,
    liquidator?: Uint8Array,
  ): void {
    // A stored row is compared including its prices; a new row gets its prices in `finish`.
    const span = lifecycle.isClosed && hasOpening(lifecycle) ? spanOfPrices(lifecycle) : undefined;
    const own = walletTail(head, 0);
    const known =
      span === undefined || stored === undefined ? unknownPrices : prices.excursion(own, coin, span);
    changes.put(head, lifecycle, liquidator === undefined ? known : { ...known, liquidator }, stored);
    if (span !== undefined && stored === undefined) unpriced.add(coin, changes.pricesPlace(), own, span);
  }

  function startOfPass({ bytes, headAt, coin }: FillMoments, pass: FillPass): ChainStart | undefined {
    if (pass === 'whole' && storedChains.size === 0) return unknownStart;
    const key = keyAt(bytes, headAt, coin);
    const replaced = storedChains.get(key);
    const start = pass === 'whole' ? { ...unknownStart, replaced: replaced ?? [] } : starts[pass].get(key);
    if (start !== undefined) storedChains.delete(key);
    return start;
  }

  /** Whether a page starts in the last chain of the previous page. */
  function isCurrent({ bytes, headAt, headLength }: FillMoments): boolean {
    return (
      current !== undefined && Buffer.compare(current.head, bytes.subarray(headAt, headAt + headLength)) === 0
    );
  }

  function begin(moments: FillMoments, pass: FillPass): Chain | undefined {
    const start = startOfPass(moments, pass);
    if (start === undefined) return undefined;
    const { bytes, headAt, headLength, coin } = moments;
    const { fromMs, replaced, after, count } = start;
    const chain: Chain = {
      coin,
      fromMs,
      head: bytes.slice(headAt, headAt + headLength),
      replaced: new Map(replaced.map((row) => [rowKey(row.lifecycle), row])),
      run: createChainRun({
        coin,
        sums,
        after,
        count,
        idOf: lifecycleIds(addressAt(bytes, headAt), coin),
        onClosed: (lifecycle) => keep(chain, lifecycle),
      }),
    };
    return chain;
  }

  return {
    stored(bytes) {
      for (const { walletAt, coin, rows } of readStored(readRowBinary(bytes))) {
        storedChains.set(keyAt(bytes, walletAt, coin), rows);
      }
    },
    plan(bytes, lateBeforeMs) {
      const planned = planChains(bytes, lateBeforeMs, storedChains);
      starts = planned.starts;
      return planned.plan;
    },
    fills(bytes, pass, most) {
      const moments = readMoments(bytes);
      let fills = 0;
      for (let isFirst = true; moments.next(); isFirst = false) {
        const { headAt, coin, timeMs } = moments;
        if (fills + moments.fills >= most && moments.isLast()) {
          // The next page may have more fills of this millisecond, so it starts there.
          return { fills, next: { wallet: addressAt(bytes, headAt), coin, timeMs } };
        }
        if (isFirst ? !isCurrent(moments) : !moments.isSameChain) {
          end();
          current = begin(moments, pass);
        }
        fills += moments.fills;
        if (current !== undefined && timeMs >= current.fromMs) current.run.add(moments);
      }
      end();
      return { fills, next: undefined };
    },
    awaited() {
      const liquidated = waiting.filter(({ lifecycle }) => lifecycle.liquidatedFills > 0);
      const closed = isWhole ? [] : waiting.filter(({ lifecycle }) => lifecycle.isClosed);
      const edges = createEdgeSet();
      for (const { chain, lifecycle } of closed) edges.add(chain.coin, lifecycle.openedMs, lifecycle.lastMs);
      return {
        victims: { names: namesOf(liquidated, ({ head }) => addressAt(head, 0)), ...spanOf(liquidated) },
        coins: { names: namesOf(closed, ({ coin }) => coin), ...spanOf(closed) },
        edges: edges.take(),
      };
    },
    liquidators(bytes) {
      const rows = readRowBinary(bytes);
      const byChain = Map.groupBy(waiting, ({ chain }) => keyOf(chain));
      while (!rows.done) {
        const key = keyAt(bytes, rows.wallet(), rows.text());
        const timeMs = rows.int64();
        const takerAt = rows.wallet();
        const size = rows.decimal128();
        const one = byChain.get(key)?.find(({ lifecycle: { liquidatedFills, openedMs, lastMs } }) => {
          return liquidatedFills > 0 && openedMs <= timeMs && timeMs <= lastMs;
        });
        const taker = Buffer.from(bytes.buffer, bytes.byteOffset + takerAt, 20).toString('latin1');
        one?.sizes.set(taker, (one.sizes.get(taker) ?? 0n) + size);
      }
    },
    finish() {
      for (const { chain, lifecycle, stored, sizes } of waiting) {
        // Ties: the lowest address, so that every rebuild names the same liquidator.
        const [largest] = [...sizes].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
        const liquidator = largest && Buffer.from(largest[0], 'latin1');
        put(chain, lifecycle, stored, liquidator);
      }
      unpriced.price(prices, changes);
      if (isWhole) for (const rows of storedChains.values()) for (const row of rows) changes.remove(row);
      return changes.take();
    },
  };
}

/** False if no opening fill is stored: the entry is then unknown. */
function hasOpening(one: Lifecycle | LifecycleSums): boolean {
  return 'sums' in one ? aboutSum(one.sums, sumPlaces.openedSize) > 0 : one.openedSize > 0n;
}

function spanOfPrices(one: Lifecycle | LifecycleSums): PricedSpan {
  const { openedMs, lastMs, isLong } = one;
  return { openedMs, lastMs, isLong, lowPx: Number(one.lowPx), highPx: Number(one.highPx) };
}

function namesOf(waiting: readonly Waiting[], name: (chain: Chain) => string): string[] {
  return [...new Set(waiting.map(({ chain }) => name(chain)))];
}

function spanOf(waiting: readonly Waiting[]) {
  let [fromMs, toMs] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { lifecycle } of waiting) {
    fromMs = Math.min(fromMs, lifecycle.openedMs);
    toMs = Math.max(toMs, lifecycle.lastMs);
  }
  return { fromMs, toMs };
}
