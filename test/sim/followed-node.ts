import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { NodeBlock, NodeKind } from '../../packages/exchange-simulator/src/node/node-block.ts';
import { nodeFaultRates } from '../../packages/exchange-simulator/src/node/node-fault-rates.ts';
import { createNodeLedger, type NodeLedger } from '../../packages/exchange-simulator/src/node/node-ledger.ts';
import {
  createSimulatedNode,
  type SimulatedNode,
} from '../../packages/exchange-simulator/src/node/simulated-node.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
} from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import type { CoverageInterval } from '../../src/coverage/interval.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { type FollowState, followNode } from '../../src/ingest/node/follow.ts';
import { minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { type SeededRng, seededRng } from '../../src/kernel/rng.ts';
import { type Fate, fate, Killed, mortalJournal, mortalStore } from '../ingest/crash-points.ts';
import { sized } from '../size.ts';
import { until } from '../until.ts';

/** Two ends of an hour, so that files of old hours are removed and compressed. */
const startMs = Date.UTC(2026, 4, 1, 22, 50);
const lengthMs = sized({ check: 77, campaign: 150 }) * minuteMs;
const kind: NodeKind = 'node_fills_by_block';
const pace = { pollMs: 5, commitMs: 0, holdMs: 5, missingMs: 5, lateLookMs: 5, allLookMs: 5, quietMs: 0 };
/** Steps of the store and the journal that a reader lives at most. */
const lifeLimit = 200;
/** Moments that a reader is gone for at most. */
const goneLimit = 6;

/** A directory of a node with faults, and what became of it in a store. */
export interface FollowedNode {
  record: ExchangeRecord;
  ledger: NodeLedger;
  node: SimulatedNode;
  blocks: ReadonlyMap<number, NodeBlock>;
  /** Puts the files of the archive into the directory, and lets the reader read them. */
  heal(): Promise<void>;
  kills: number;
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

/** Gaps of blocks that are recorded and not healed. */
export async function openGaps(analytics: AnalyticsStore): Promise<CoverageInterval[]> {
  const ledger = createCoverageLedger({ analytics, clock: systemClock });
  const found = await ledger.read({
    feed: 'node_fills',
    fromMs: 0,
    toMs: Date.UTC(2100, 0),
    states: ['open'],
  });
  await ledger.close();
  return found;
}

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
export function positionsOf(
  { record }: Pick<FollowedNode, 'record'>,
  blocks: Iterable<NodeBlock>,
): Map<string, number> {
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

/**
 * Lets a node write for some hours, its reader follow, and both die now and then: the node by its faults, the reader at any step that
 * leaves a trace outside the process.
 */
export async function followNodeWithFaults(options: {
  seed: string;
  dir: string;
  analytics: AnalyticsStore;
}): Promise<FollowedNode> {
  const { seed, dir, analytics } = options;
  const rng = seededRng(`${seed}/reader`);
  const nodeDir = join(dir, 'hl');
  const archiveDir = join(dir, 'archive');
  const blocks = new Map<number, NodeBlock>();
  const record = createExchangeRecord({
    ...{ seed, startMs, wallets: 60, coins: 4, fillsPerSecond: 1, tickMs: 30_000 },
  });
  const ledger = createNodeLedger();
  const node = createSimulatedNode({
    ...{ record, seed, ledger, dir: nodeDir, kinds: [kind], keepHours: 1 },
    rates: nodeFaultRates('heavy')!,
    archive: { dir: archiveDir },
    onBlock: (block) => void blocks.set(block.number, block),
  });
  const reader = createReader({ nodeDir, journalDir: join(dir, 'journal'), analytics, rng });

  async function look(): Promise<void> {
    if (!reader.isUp()) return;
    // It may die with some of it.
    ledger.look(false);
    const wanted = ledger.pending(kind);
    if (await reader.hasRead(wanted, blocks)) ledger.look();
  }

  try {
    for (let atMs = startMs; atMs < startMs + lengthMs; ) {
      atMs = Math.min(startMs + lengthMs, atMs + 1_000 + rng.below(180_000));
      record.advance(atMs);
      while (!node.runToLoss(atMs)) await look();
      await look();
    }
    reader.comeBack();
    reader.spare();
    await look();
    node.close();
  } finally {
    await reader.stop();
  }
  async function heal(): Promise<void> {
    cpSync(archiveDir, nodeDir, { recursive: true });
    const archived = [...blocks.values()].filter(({ writtenMs }) => writtenMs < node.archive!.untilMs);
    reader.isUp();
    try {
      await reader.hasRead(
        archived.map(({ number }) => number),
        blocks,
      );
    } finally {
      await reader.stop();
    }
  }
  return { record, ledger, node, blocks, heal, kills: reader.kills() };
}

/** @param gap of blocks */
export function holds({ fromBlock = 0, toBlock = 0 }: CoverageInterval, block: number): boolean {
  return fromBlock <= block && block <= toBlock;
}

interface Reader {
  /** Begins once more where it has been gone for long enough. */
  isUp(): boolean;
  comeBack(): void;
  /** From now on it does not die. */
  spare(): void;
  /** @returns false where it died before */
  hasRead(wanted: readonly number[], blocks: ReadonlyMap<number, NodeBlock>): Promise<boolean>;
  kills(): number;
  stop(): Promise<void>;
}

function createReader(options: {
  nodeDir: string;
  journalDir: string;
  analytics: AnalyticsStore;
  rng: SeededRng;
}): Reader {
  const { nodeDir, journalDir, analytics, rng } = options;
  mkdirSync(journalDir, { recursive: true });
  let kills = 0;
  let gone = 0;
  let isImmortal = false;
  let life: { isOver: boolean; state: FollowState | undefined; stop(): Promise<void> } | undefined;

  function begin(): void {
    const mortal: Fate = fate(isImmortal ? Number.POSITIVE_INFINITY : 1 + rng.below(lifeLimit));
    const abort = new AbortController();
    const own: NonNullable<typeof life> = {
      isOver: false,
      state: undefined,
      async stop() {
        abort.abort();
        await ended;
      },
    };
    const ended = followNode({
      dir: nodeDir,
      store: createBatchStore(mortalStore(analytics, mortal)),
      ledger: createCoverageLedger({ analytics: mortalStore(analytics, mortal), clock: systemClock }),
      journal: mortalJournal(openJournal(journalDir), mortal),
      signal: abort.signal,
      pace,
      report: (state) => {
        own.state = state;
      },
    })
      .catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        kills += 1;
        gone = rng.below(goneLimit);
      })
      .finally(() => {
        own.isOver = true;
      });
    life = own;
  }

  return {
    kills: () => kills,
    isUp() {
      if (life?.isOver === false) return true;
      if (gone-- > 0) return false;
      begin();
      return true;
    },
    comeBack() {
      gone = 0;
    },
    spare() {
      isImmortal = true;
    },
    async hasRead(wanted, blocks) {
      const own = life!;
      const newest = wanted.at(-1) ?? 0;
      const withFills = wanted.filter((number) => blocks.get(number)!.fills.length > 0);
      let lacks = '';
      const isThere = async (): Promise<boolean> => {
        if (own.isOver) return true;
        const stored = await storedBlocks(analytics);
        const unread = withFills.filter((number) => stored.get(number) !== blocks.get(number)!.fills.length);
        const gaps = await openGaps(analytics);
        const gone = wanted.filter((number) => gaps.some((gap) => holds(gap, number)));
        lacks = `of ${wanted.length} blocks up to ${newest} not stored: ${unread}; in gaps: ${gone}; ${JSON.stringify(own.state)}`;
        return (own.state?.newest?.number ?? 0) >= newest && unread.length === 0 && gone.length === 0;
      };
      await until('all that can be read is read', isThere, { everyMs: 20 }).catch((fault) => {
        throw new Error(lacks, { cause: fault });
      });
      return !own.isOver;
    },
    async stop() {
      await life?.stop();
    },
  };
}
