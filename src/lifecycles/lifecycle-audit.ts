import { setTimeout as delay } from 'node:timers/promises';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type WalletRange, walletRanges } from '../analytics/wallet-ranges.ts';
import { readBatches, storeSize } from '../changes/batches.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { beginRange, foldRange } from './fold-range.ts';
import { startFoldThread } from './fold-thread.ts';
import type { TurnParts } from './fold-turn.ts';
import { chainsToFold, lane, tableDifferences } from './lifecycle-queries.ts';
import { type FoldProgress, readProgress } from './progress.ts';
import { readLifecycle } from './stored-lifecycle.ts';

export interface LifecycleDifference {
  table: string;
  /** `wallet=0x… coin=BTC id=…` */
  key: string;
  stored: string;
  recomputed: string;
}

/** Approximate fills of one wallet range (a slice of the audit); `pieceFills`: of one engine response. */
const rangeFills = 200_000;
const pieceFills = 100_000;
const pageFills = 500_000;
/** Comparisons per slice before a difference counts: a batch may be stored but not recorded yet. */
const attempts = 4;
/** Runs work while no batch is being stored. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
const againMs = 2_000;

/**
 * Refolds all lifecycles and compares them with the stored rows. Skips wallets with unfolded fills. Ignores prices, because a row keeps
 * the prices known when it was folded. Yields each wallet range before comparing it and holds no resources between ranges, so the caller
 * may pause or stop there.
 *
 * @returns the differences; undefined if the store is not ready under the current rules, or a new batch does not name its wallets
 * @throws DOMException `AbortError` if the signal aborts; AnalyticsError if the engine fails
 */
export async function* auditLifecycles(
  store: AnalyticsStore,
  signal: AbortSignal,
  inTurn: InTurn = (work) => work(),
): AsyncGenerator<WalletRange, LifecycleDifference[] | undefined> {
  if (foldedBy(await readProgress(store)) === undefined) return undefined;
  const [size] = await store.rows(storeSize, {}, lane);
  const found: LifecycleDifference[] = [];
  const ranges = walletRanges(Math.ceil(Number(size!.fills) / rangeFills), 65_536);
  const pieces = Math.ceil(Number(size!.fills) / ranges.length / pieceFills);
  for (const range of ranges) {
    yield range;
    signal.throwIfAborted();
    const differences = await compareRange({ store, signal }, range, { pieces, inTurn });
    if (differences === undefined) return undefined;
    found.push(...differences);
  }
  return found;
}

/** Undefined until a full fold under the current rules is complete; that may change between two slices. */
function foldedBy(progress: FoldProgress | undefined): FoldProgress | undefined {
  return progress?.ready === true && progress.rules === lifecycleRules ? progress : undefined;
}

type AuditParts = Pick<TurnParts, 'store' | 'signal'>;

async function compareRange(
  { store, signal }: AuditParts,
  range: WalletRange,
  { pieces, inTurn }: { pieces: number; inTurn: InTurn },
): Promise<LifecycleDifference[] | undefined> {
  const thread = startFoldThread();
  try {
    return await settledRange({ store, thread, signal }, range, { pieces, inTurn });
  } finally {
    await thread.close();
  }
}

async function settledRange(
  parts: AuditParts & Pick<TurnParts, 'thread'>,
  range: WalletRange,
  { pieces, inTurn }: { pieces: number; inTurn: InTurn },
): Promise<LifecycleDifference[] | undefined> {
  const { signal } = parts;
  let left: LifecycleDifference[] | undefined;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = await (attempt === 1
      ? lookAt(parts, range, pieces)
      : inTurn(() => lookAt(parts, range, pieces)));
    if (found === undefined) return undefined;
    // A turn of the fold is written table by table. A lasting difference is identical in every comparison.
    const alike = new Set(found.map((one) => JSON.stringify(one)));
    left = left === undefined ? found : left.filter((one) => alike.has(JSON.stringify(one)));
    if (left.length === 0) break;
    if (attempt < attempts) await delay(againMs, undefined, { signal });
  }
  return left;
}

async function lookAt(
  parts: AuditParts & Pick<TurnParts, 'thread'>,
  range: WalletRange,
  pieces: number,
): Promise<LifecycleDifference[] | undefined> {
  const { store, signal } = parts;
  const before = foldedBy(await readProgress(store));
  if (before === undefined) return undefined;
  const asFolded = { ...parts, pageFills, tokens: before.tokens };
  const reads = beginRange(asFolded, range, pieces);
  const { written } = await foldRange(asFolded, reads, { version: 1, withPrices: false });
  const tables = await store.rows(tableDifferences, range, { ...lane, signal });
  const skipped = await changedSince(store, before);
  if (skipped === undefined) return undefined;
  const isSettled = (key: string) => ![...skipped].some((wallet) => key.includes(wallet));
  const beside = tables.map(({ name, ...rest }) => ({ table: name, ...rest }));
  return [...differingRows(written.lifecycles), ...beside].filter(({ key }) => isSettled(key));
}

/** Wallets with fills in unfolded batches; undefined if a batch does not name its wallets. */
async function changedSince(
  store: AnalyticsStore,
  { seq: after, tokens }: FoldProgress,
): Promise<Set<string> | undefined> {
  const batches = await readBatches(store, after, lane);
  const wallets = new Set<string>();
  if (batches.length === 0) return wallets;
  if (batches.some(({ isNamed }) => !isNamed)) return undefined;
  const range = { after, upTo: batches.at(-1)!.seq };
  const rows = readRowBinary(await store.bytes(chainsToFold, { ...range, ...tokens }, lane));
  while (!rows.done) {
    wallets.add(rows.address());
    rows.text();
    rows.at += 16;
  }
  return wallets;
}

function differingRows(bytes: Uint8Array): LifecycleDifference[] {
  const rows = readRowBinary(bytes);
  const found: LifecycleDifference[] = [];
  while (!rows.done) {
    const wallet = rows.address();
    const coin = rows.text();
    const { id, fills, pnl } = readLifecycle(rows);
    const version = rows.int64();
    const isDeleted = rows.uint8() === 1;
    const text = `${fills} fills, pnl ${pnl} × 10^-12`;
    found.push({
      table: 'lifecycles',
      key: `wallet=${wallet} coin=${coin} id=${id}`,
      // Version 1 means that no row was stored under this key.
      stored: isDeleted ? text : version === 1 ? 'absent' : 'another row',
      recomputed: isDeleted ? 'absent' : text,
    });
  }
  return found;
}
