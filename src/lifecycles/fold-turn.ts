import type { ParamsOf } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import type { StartedThread } from '../kernel/started-thread.ts';
import type { ChainPlace } from './chain-plan.ts';
import type { EdgeMinutes } from './edge-minutes.ts';
import type { FoldThread } from './fold-worker.ts';
import type { AwaitedSpan, FillPass } from './folding.ts';
import {
  chainsToFold,
  lane,
  lateFills,
  liquidatorsOf,
  priceCount,
  pricesByHour,
  pricesByMinute,
  pricesByMoment,
  pricesOfEdges,
  recentFills,
  sharedLateFills,
  sharedRecentFills,
  storedOfChanged,
} from './lifecycle-queries.ts';
import { readAhead } from './read-ahead.ts';
import type { WrittenRows } from './row-changes.ts';
import type { TokenChains } from './token-chains.ts';

export interface TurnParts {
  store: AnalyticsStore;
  thread: StartedThread<FoldThread>;
  signal: AbortSignal;
  /** Maximum fills of one engine response; doubled if a single millisecond exceeds the limit. */
  pageFills: number;
  tokens: TokenChains;
}

export interface Turn {
  fills: number;
  written: WrittenRows;
}

/** Chains that restart this long before the newest fill are read one by one, all others as one time range. */
const lateMs = hourMs;
/** Sorts before every coin and every fill. */
export const chainsFrom = { coin: '', timeMs: 0 };
const firstWallet = `0x${'0'.repeat(40)}`;
const listLimit = 500;
const edgesLimit = 2_000;
/** Maximum price rows in memory; a row takes about 36 bytes. */
export const pricesLimit = 8_000_000;
const pricesSpanMs = 7 * dayMs;

/**
 * Folds the chains that batches changed; see `Folding.plan` for where each chain restarts.
 *
 * @param batches range of batch numbers (`after` excluded); `newestMs`: time of the newest fill, unix milliseconds
 */
export async function foldChanged(
  parts: TurnParts,
  batches: { after: number; upTo: number; newestMs: number },
  version: number,
): Promise<Turn> {
  const { store, signal, tokens } = parts;
  const { after, upTo, newestMs } = batches;
  const options = { ...lane, signal };
  const changed = { after, upTo, ...tokens };
  const isShared = tokens.pairs.length > 0;
  return parts.thread.call(async (thread) => {
    await thread.begin({ version, isWhole: false, withPrices: false });
    await thread.stored(await store.bytes(storedOfChanged, changed, options));
    const chains = await store.bytes(chainsToFold, changed, options);
    const { recentFromMs, late } = await thread.plan(chains, newestMs - lateMs);
    let fills = 0;
    if (recentFromMs !== undefined) {
      const from: ChainPlace = { wallet: firstWallet, ...chainsFrom };
      for (const pages of isShared ? [recentFills, sharedRecentFills] : [recentFills]) {
        fills += await readPages(parts, thread, 'recent', from, ({ wallet, coin, timeMs }, most) => {
          const page = { from: wallet, coin, at: timeMs, most };
          return store.bytes(pages, { ...changed, since: recentFromMs, ...page }, options);
        });
      }
    }
    const sharing = new Set(tokens.chains);
    const own = late.filter(({ coin }) => !sharing.has(coin));
    fills += await readLate(parts, thread, own, (lists) => store.bytes(lateFills, lists, options));
    const shared = late.filter(({ coin }) => sharing.has(coin));
    const readShared = (lists: ChainLists) => store.bytes(sharedLateFills, { ...lists, ...tokens }, options);
    fills += await readLate(parts, thread, shared, readShared);
    return { fills, written: await finishTurn(parts, thread) };
  });
}

type ChainLists = ParamsOf<typeof lateFills>;

/** Reads each chain from its own start. @returns number of fills read */
async function readLate(
  parts: TurnParts,
  thread: FoldThread,
  late: readonly ChainPlace[],
  read: (lists: ChainLists) => Promise<Uint8Array>,
): Promise<number> {
  let fills = 0;
  for (let at = 0; at < late.length; at += listLimit) {
    const places = late.slice(at, at + listLimit);
    fills += await readPages(parts, thread, 'late', { ...places[0]!, timeMs: 0 }, (from, most) => {
      const left = places.filter((place) => isBehind(place, from));
      const fromMs = left.map((place, i) =>
        Math.max(place.timeMs, i === 0 && isSame(place, from) ? from.timeMs : 0),
      );
      const least = fromMs.reduce((a, b) => Math.min(a, b));
      const lists = { wallets: left.map(({ wallet }) => wallet), coins: left.map(({ coin }) => coin) };
      return read({ ...lists, from_ms: fromMs, least, most });
    });
  }
  return fills;
}

/** @returns number of fills read */
export async function readPages(
  { signal, pageFills }: TurnParts,
  thread: FoldThread,
  pass: FillPass,
  from: ChainPlace,
  read: (from: ChainPlace, most: number) => Promise<Uint8Array>,
): Promise<number> {
  let fills = 0;
  let most = pageFills;
  for (let at: ChainPlace | undefined = from; at !== undefined; ) {
    signal.throwIfAborted();
    const page = await thread.fills(await read(at, most), pass, most);
    fills += page.fills;
    // The whole page was one millisecond: retries with a larger page.
    if (page.fills === 0) most *= 2;
    at = page.next;
  }
  return fills;
}

export async function finishTurn({ store, signal }: TurnParts, thread: FoldThread): Promise<WrittenRows> {
  const { victims, coins, edges } = await thread.awaited();
  const options = { ...lane, signal };
  for (let at = 0; at < victims.names.length; at += listLimit) {
    const params = {
      wallets: victims.names.slice(at, at + listLimit),
      since: victims.fromMs,
      until: victims.toMs,
    };
    await thread.liquidators(await store.bytes(liquidatorsOf, params, options));
  }
  if (coins.names.length > 0) await loadPricesOf(thread, { store, signal }, coins, edges);
  return thread.finish();
}

/** Loads prices of some coins by the minute, and by millisecond in the minutes in which lifecycles open or close. */
export async function loadPricesOf(
  thread: FoldThread,
  { store, signal }: Pick<TurnParts, 'store' | 'signal'>,
  { names, fromMs, toMs }: AwaitedSpan,
  { coins, minutes }: EdgeMinutes,
): Promise<void> {
  await thread.beginPrices('minutes and edges');
  for (let at = 0; at < names.length; at += listLimit) {
    const params = { coins: names.slice(at, at + listLimit), since: fromMs, until: toMs };
    await thread.prices(await store.bytes(pricesByMinute, params, { ...lane, signal }));
  }
  for (let at = 0; at < coins.length; at += edgesLimit) {
    const chunk = minutes.slice(at, at + edgesLimit);
    const span = { since: chunk[0]! * minuteMs, until: chunk.at(-1)! * minuteMs + minuteMs - 1 };
    const params = { coins: coins.slice(at, at + edgesLimit), minutes: chunk, ...span };
    await thread.edgePrices(await store.bytes(pricesOfEdges, params, { ...lane, signal }));
  }
}

/** Loads prices of all coins by millisecond, or by minute or hour if more than `pricesLimit` rows would be needed. */
export async function loadPrices({ store, thread, signal }: TurnParts): Promise<void> {
  const options = { ...lane, signal };
  const [size] = await store.rows(priceCount, {}, options);
  const { moments, minutes, marks } = size!;
  const fits = (rows: string) => Number(rows) + Number(marks) <= pricesLimit;
  const grain = fits(moments) ? 'moments' : fits(minutes) ? 'minutes' : 'hours';
  const pricesBy = { moments: pricesByMoment, minutes: pricesByMinute, hours: pricesByHour }[grain];
  const [firstMs, lastMs] = [Number(size!.first_ms), Number(size!.last_ms)];
  await thread.call(async (folding) => {
    await folding.beginPrices(grain);
    const spans: number[] = [];
    for (let since = firstMs; since <= lastMs && lastMs > 0; since += pricesSpanMs) spans.push(since);
    const read = (since: number) => {
      const params = { coins: [], since, until: since + pricesSpanMs - 1 };
      return store.bytes(pricesBy, params, options);
    };
    for await (const [, prices] of readAhead(spans, read)) await folding.prices(prices);
  });
}

const isSame = (a: ChainPlace, b: ChainPlace) => a.wallet === b.wallet && a.coin === b.coin;
const isBehind = (a: ChainPlace, b: ChainPlace) =>
  a.wallet === b.wallet ? a.coin >= b.coin : a.wallet > b.wallet;
