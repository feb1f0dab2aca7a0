import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { firstMarks, type StoredBatch } from '../changes/batches.ts';
import { dayMs, minuteMs } from '../kernel/clock.ts';
import { loadPricesOf, pricesLimit, type Turn, type TurnParts } from './fold-turn.ts';
import { lane, storedUnder } from './lifecycle-queries.ts';

/** Maximum combined time span of the price batches of one step; a single batch may exceed the limit. */
const spanLimitMs = 7 * dayMs;
/** Approximate rows of one engine response. */
const rangeRows = 100_000;

/** By coin: number of closed lifecycles that were open in a span, their first opening and last close. */
const coinsUnder = query({
  name: 'lifecycle_coins_under_marks',
  params: { since: 'TimeMs', until: 'TimeMs' },
  row: Type.Object({
    name: Type.String(),
    lifecycles: Type.String(),
    first_ms: Type.String(),
    last_ms: Type.String(),
  }),
  limits: { deadlineMs: 120_000, maxRows: 100_000 },
  sql: `
    SELECT CAST(coin, 'String') AS name, toString(count()) AS lifecycles,
      toString(toUnixTimestamp64Milli(min(opened))) AS first_ms, toString(toUnixTimestamp64Milli(max(closed))) AS last_ms
    FROM lifecycles_by_close FINAL
    WHERE NOT deleted AND closed >= {since:TimeMs} AND opened <= {until:TimeMs}
    GROUP BY name
    ORDER BY toInt64(last_ms) - toInt64(first_ms), name
    SETTINGS do_not_merge_across_partitions_select_final = 1`,
});

interface CoinGroup {
  coins: string[];
  lifecycles: number;
  since: number;
  until: number;
}

/** The price batches at the start of a list, up to `spanLimitMs` in total. */
export function leadingMarks(batches: readonly StoredBatch[]): StoredBatch[] {
  const leading: StoredBatch[] = [];
  let [since, until] = [Number.MAX_SAFE_INTEGER, 0];
  for (const batch of batches) {
    since = Math.min(since, batch.firstMs);
    until = Math.max(until, batch.lastMs);
    if (!batch.isMarks || (leading.length > 0 && until - since > spanLimitMs)) break;
    leading.push(batch);
  }
  return leading;
}

/**
 * Recomputes worst and best prices of closed lifecycles that were open in the span of changed prices. Reads no fills, because the stored
 * rows suffice. Each turn loads the prices of one group of coins, by the minute.
 *
 * @param batches price batches
 */
export async function* repriceUnder(
  parts: TurnParts,
  batches: readonly StoredBatch[],
  version: number,
): AsyncGenerator<Turn> {
  const { store, thread, signal } = parts;
  const since = Math.min(...batches.map((batch) => batch.firstMs));
  const until = Math.max(...batches.map((batch) => batch.lastMs));
  const coins = await store.rows(coinsUnder, { since, until }, { ...lane, signal });
  for (const group of coinGroups(coins)) {
    for (const range of walletRanges(Math.ceil(group.lifecycles / rangeRows))) {
      signal.throwIfAborted();
      const requests = { since, until, coins: group.coins, ...range };
      const rows = await store.bytes(storedUnder, requests, { ...lane, signal });
      const written = await thread.call(async (folding) => {
        const span = { names: group.coins, fromMs: group.since, toMs: group.until };
        await loadPricesOf(folding, { store, signal }, span, await folding.edgesOfRows(rows));
        return folding.reprice(rows, version);
      });
      yield { fills: 0, written };
    }
  }
}

function coinGroups(
  coins: readonly { name: string; lifecycles: string; first_ms: string; last_ms: string }[],
): CoinGroup[] {
  const groups: CoinGroup[] = [];
  for (const { name, lifecycles, first_ms, last_ms } of coins) {
    const last = groups.at(-1);
    const since = Math.min(last?.since ?? Number.MAX_SAFE_INTEGER, Number(first_ms));
    const until = Math.max(last?.until ?? 0, Number(last_ms));
    // One mark and one trade price per minute.
    const rows = (2 * ((last?.coins.length ?? 0) + 1) * (until - since)) / minuteMs;
    if (last === undefined || rows > pricesLimit) {
      const alone = { since: Number(first_ms), until: Number(last_ms) };
      groups.push({ coins: [name], lifecycles: Number(lifecycles), ...alone });
    } else {
      last.coins.push(name);
      last.lifecycles += Number(lifecycles);
      Object.assign(last, { since, until });
    }
  }
  return groups;
}

/** The newest batch that a full fold may count as done. Price batches after it are applied after the fold. */
export async function lastBeforeMarks(
  store: AnalyticsStore,
  range: { after: number; upTo: number },
): Promise<number> {
  const [first] = await store.rows(firstMarks, { after: range.after }, lane);
  return first === undefined ? range.upTo : Math.min(range.upTo, Number(first.first_seq) - 1);
}
