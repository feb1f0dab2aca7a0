import assert from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
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
import { storedBlocks } from './stored-fills.ts';

/** Two ends of an hour, so that files of old hours are removed and compressed. */
const startMs = Date.UTC(2026, 4, 1, 22, 50);
const lengthMs = sized({ check: 77, campaign: 150 }) * minuteMs;
/** The records that are read, with their feeds. */
export const followedKinds = ['node_fills_by_block', 'misc_events_by_block'] as const satisfies NodeKind[];
export type FollowedKind = (typeof followedKinds)[number];
const recordOf = { node_fills_by_block: 'fills', misc_events_by_block: 'ledger' } as const;
const feedOf = { node_fills_by_block: 'node_fills', misc_events_by_block: 'node_misc_events' } as const;
const pace = {
  pollMs: 25,
  commitMs: 0,
  restMs: 0,
  holdMs: 5,
  missingMs: 5,
  lateLookMs: 25,
  allLookMs: 25,
  quietMs: 0,
};
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

/** What misc events brought, as {@link miscKeys} has it. */
export async function storedMisc(analytics: AnalyticsStore): Promise<Set<string>> {
  const rows = await analytics.rows(miscRowKeys, {}, { lane: 'heavy' });
  return new Set(rows.map(({ key }) => key));
}

const address = "concat('0x', lower(hex(wallet)))";
const miscRowKeys = query({
  name: 'stored_misc_rows',
  params: {},
  limits: { deadlineMs: 60_000, maxRows: 500_000 },
  row: Type.Object({ key: Type.String() }),
  sql: `
    SELECT concat('funding ', ${address}, ' ', coin, ' ', toString(toUnixTimestamp64Milli(time)), ' ', toString(usdc)) AS key
    FROM wallet_funding FINAL
    UNION ALL
    SELECT concat(kind, ' ', ${address}, ' ', toString(toUnixTimestamp64Milli(time)), ' 0x', lower(hex(hash)), ' ', raw, ' ', toString(copy))
    FROM ledger_updates FINAL`,
});

/** The rows of a block's misc events, read from what the exchange says of it. */
export function miscKeys({ misc }: NodeBlock): string[] {
  const copies = new Map<string, number>();
  return misc.flatMap(({ timeMs, hash, inner }) => {
    const [[kind, said]] = Object.entries(JSON.parse(inner)) as [[string, Record<string, unknown>]];
    if (kind === 'Funding') {
      const deltas = said.deltas as { user: string; coin: string; funding_amount: string }[];
      return deltas.map(({ user, coin, funding_amount: usdc }) => {
        return `funding ${user} ${coin} ${timeMs} ${new Decimal(usdc).toFixed()}`;
      });
    }
    const rows = ledgerRowsOf(kind, said).map(({ name, wallet, raw }) => {
      return `${name} ${wallet} ${timeMs} ${hash} ${JSON.stringify(raw)}`;
    });
    return rows.map((row) => {
      copies.set(row, (copies.get(row) ?? -1) + 1);
      return `${row} ${copies.get(row)}`;
    });
  });
}

function ledgerRowsOf(kind: string, said: Record<string, unknown>) {
  if (kind === 'ValidatorRewards') {
    const pairs = said.validator_to_reward as [string, string][];
    return pairs.map(([wallet, amount]) => ({ name: kind, wallet, raw: { validator: wallet, amount } }));
  }
  if (kind !== 'LedgerUpdate') return [{ name: kind, wallet: said.user as string, raw: said }];
  const { users, delta } = said as { users: string[]; delta: { type: string } };
  return users.map((wallet) => ({ name: delta.type, wallet, raw: delta }));
}

/** Gaps of blocks that are recorded and not healed. */
export async function openGaps(
  analytics: AnalyticsStore,
  kind: FollowedKind = 'node_fills_by_block',
): Promise<CoverageInterval[]> {
  const ledger = createCoverageLedger({ analytics, clock: systemClock });
  const found = await ledger.read({
    feed: feedOf[kind],
    fromMs: 0,
    toMs: Date.UTC(2100, 0),
    states: ['open'],
  });
  await ledger.close();
  return found;
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
    seed,
    startMs,
    wallets: 60,
    coins: 4,
    fillsPerSecond: 1,
    tickMs: 30_000,
  });
  const ledger = createNodeLedger();
  const node = createSimulatedNode({
    record,
    seed,
    ledger,
    dir: nodeDir,
    kinds: [...followedKinds],
    keepHours: 1,
    rates: nodeFaultRates('heavy')!,
    archive: { dir: archiveDir },
    onBlock: (block) => void blocks.set(block.number, block),
  });
  let isArchived = false;
  // An archive has all of them whole.
  const mayLack = (kind: FollowedKind, block: number) =>
    !isArchived && ledger.known(kind, block) === 'partial';
  const reader = createReader({ nodeDir, journalDir: join(dir, 'journal'), analytics, rng, mayLack });

  async function look(): Promise<void> {
    if (!reader.isUp()) return;
    // It may die with some of it.
    ledger.look(false);
    const wanted = wantedOf((kind) => ledger.pending(kind));
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
    isArchived = true;
    const archived = [...blocks.values()].filter(({ writtenMs }) => writtenMs < node.archive!.untilMs);
    // It may have died in its last look.
    reader.comeBack();
    assert.ok(reader.isUp());
    try {
      const wanted = wantedOf(() => archived.map(({ number }) => number));
      assert.ok(await reader.hasRead(wanted, blocks), 'the reader lives until all of the archive is read');
    } finally {
      await reader.stop();
    }
  }
  return { record, ledger, node, blocks, heal, kills: reader.kills() };
}

type Wanted = Record<FollowedKind, readonly number[]>;

function wantedOf(blocksOf: (kind: FollowedKind) => readonly number[]): Wanted {
  const entries = followedKinds.map((kind) => [kind, blocksOf(kind)]);
  return Object.fromEntries(entries) as Wanted;
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
  hasRead(wanted: Wanted, blocks: ReadonlyMap<number, NodeBlock>): Promise<boolean>;
  kills(): number;
  stop(): Promise<void>;
}

/** One process that reads, from its start to its end. */
interface Life {
  isOver: boolean;
  states: Partial<Record<FollowedKind, FollowState>>;
  stop(): Promise<void>;
}

function createReader(options: {
  nodeDir: string;
  journalDir: string;
  analytics: AnalyticsStore;
  rng: SeededRng;
  /** A block may be in a gap, though its lines are there. */
  mayLack(kind: FollowedKind, block: number): boolean;
}): Reader {
  const { nodeDir, journalDir, analytics, rng, mayLack } = options;
  mkdirSync(journalDir, { recursive: true });
  let kills = 0;
  let gone = 0;
  let isImmortal = false;
  let life: Life | undefined;

  function begin(): void {
    const mortal: Fate = fate(isImmortal ? Number.POSITIVE_INFINITY : 1 + rng.below(lifeLimit));
    const abort = new AbortController();
    const own: Life = {
      isOver: false,
      states: {},
      async stop() {
        abort.abort();
        await ended;
      },
    };
    const follow = (kind: FollowedKind) =>
      followNode({
        dir: nodeDir,
        record: recordOf[kind],
        store: createBatchStore(mortalStore(analytics, mortal)),
        ledger: createCoverageLedger({ analytics: mortalStore(analytics, mortal), clock: systemClock }),
        journal: mortalJournal(openJournal(join(journalDir, kind)), mortal),
        signal: abort.signal,
        pace,
        batchFills: 10_000,
        report: (state) => {
          own.states[kind] = state;
        },
      }).catch((error: unknown) => {
        // Both are of one process.
        abort.abort();
        throw error;
      });
    const ended = Promise.allSettled(followedKinds.map(follow)).then((ends) => {
      own.isOver = true;
      const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      const other = faults.find((fault) => !(fault instanceof Killed));
      if (other !== undefined) throw other;
      if (faults.length === 0) return;
      kills += 1;
      gone = rng.below(goneLimit);
    });
    life = own;
  }

  async function unreadOf(
    kind: FollowedKind,
    wanted: readonly number[],
    blocks: ReadonlyMap<number, NodeBlock>,
  ) {
    if (kind === 'misc_events_by_block') {
      const stored = await storedMisc(analytics);
      return wanted.filter((number) => miscKeys(blocks.get(number)!).some((key) => !stored.has(key)));
    }
    const stored = await storedBlocks(analytics);
    const fillsOf = (number: number) => blocks.get(number)!.fills.length;
    return wanted.filter((number) => (stored.get(number) ?? 0) !== fillsOf(number));
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
      let lacks = '';
      const isRead = async (kind: FollowedKind): Promise<boolean> => {
        const newest = wanted[kind].at(-1) ?? 0;
        const state = own.states[kind];
        const of = `of ${wanted[kind].length} blocks of ${kind} up to ${newest}`;
        // What is stored is asked for once all of it can be: each answer takes the engine's time from the reader.
        lacks = `${of} not all are read: ${JSON.stringify(state)}`;
        if ((state?.newest?.number ?? 0) < newest) return false;
        const unread = await unreadOf(kind, wanted[kind], blocks);
        lacks = `${of} not stored: ${unread}; ${JSON.stringify(state)}`;
        if (unread.length > 0) return false;
        const gaps = await openGaps(analytics, kind);
        const missing = wanted[kind].filter(
          (number) => !mayLack(kind, number) && gaps.some((gap) => holds(gap, number)),
        );
        lacks = `${of} in gaps: ${missing}; ${JSON.stringify(state)}`;
        return missing.length === 0;
      };
      const isThere = async (): Promise<boolean> => {
        for (const kind of followedKinds) {
          if (own.isOver) return true;
          if (!(await isRead(kind))) return false;
        }
        return true;
      };
      // A look reads all that is stored, and others may be at the machine.
      await until('all that can be read is read', isThere, { everyMs: 50, deadlineMs: 240_000 }).catch(
        (fault) => {
          throw new Error(lacks, { cause: fault });
        },
      );
      return !own.isOver;
    },
    async stop() {
      await life?.stop();
    },
  };
}
