import { Type } from 'typebox';
import type { Fill } from '../../packages/exchange-simulator/src/events.ts';
import type { NodeBlock } from '../../packages/exchange-simulator/src/node/node-block.ts';
import type { ExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';

/** What the fills are of. */
interface OfExchange {
  record: ExchangeRecord;
}

/** Fills by block, as they are stored. */
export async function storedBlocks(analytics: AnalyticsStore): Promise<Map<number, number>> {
  const rows = await analytics.rows(blockCounts, {}, { lane: 'heavy' });
  return new Map(rows.map(({ block, fills }) => [Number(block), Number(fills)]));
}

const blockCounts = query({
  name: 'stored_blocks',
  params: {},
  limits: { deadlineMs: 60_000, maxRows: 500_000 },
  row: Type.Object({ block: Type.String(), fills: Type.String() }),
  sql: 'SELECT toString(block) AS block, toString(count()) AS fills FROM fills GROUP BY block',
});

/** The blocks as they are stored: with those of their fills that are. */
export async function withStoredFills(
  { record }: OfExchange,
  analytics: AnalyticsStore,
  blocks: Iterable<NodeBlock>,
): Promise<NodeBlock[]> {
  const rows = await analytics.rows(fillKeys, {}, { lane: 'heavy' });
  const stored = new Set(rows.map(({ key }) => key));
  const isStored = (number: number, { wallet, market, oid, tid }: Fill) =>
    stored.has(`${number}/${record.exchange.wallets[wallet]!.address}/${market.coin}/${oid}/${tid}`);
  return [...blocks].map((block) => ({
    ...block,
    fills: block.fills.filter((fill) => isStored(block.number, fill)),
  }));
}

const fillKeys = query({
  name: 'stored_fill_keys',
  params: {},
  limits: { deadlineMs: 60_000, maxRows: 500_000 },
  row: Type.Object({ key: Type.String() }),
  sql: `
    SELECT concat(toString(block), '/0x', lower(hex(wallet)), '/', coin, '/', toString(oid), '/', toString(tid)) AS key
    FROM fills`,
});

/** The position after the newest stored fill of each wallet and perp that is not flat, as `0x…/coin`. */
export async function storedPositions(analytics: AnalyticsStore): Promise<Map<string, number>> {
  const rows = await analytics.rows(newestPositions, {}, { lane: 'heavy' });
  return new Map(rows.map(({ chain, size }) => [chain, Number(size)]));
}

const newestPositions = query({
  name: 'newest_positions',
  params: {},
  limits: { deadlineMs: 60_000, maxRows: 500_000 },
  row: Type.Object({ chain: Type.String(), size: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet)), '/', coin) AS chain,
      toString(argMax(start_position + if(side = 'B', sz, -sz), (time, seq))) AS size
    FROM fills WHERE NOT match(coin, '[@#/]') GROUP BY wallet, coin HAVING toFloat64(size) != 0`,
});

/** The same of fills of these blocks, in their order. */
export function positionsOf({ record }: OfExchange, blocks: Iterable<NodeBlock>): Map<string, number> {
  const held = new Map<string, number>();
  for (const { fills } of blocks) {
    for (const { wallet, market, isBuy, sz, start } of fills) {
      if (market.kind !== 'perp') continue;
      const chain = `${record.exchange.wallets[wallet]!.address}/${market.coin}`;
      const size = (start + (isBuy ? sz : -sz)) / 10 ** market.szDecimals;
      if (size === 0) held.delete(chain);
      else held.set(chain, size);
    }
  }
  return held;
}
