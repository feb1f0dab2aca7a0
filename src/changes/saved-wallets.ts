import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { addressOf } from '../analytics/wallet-sql.ts';
import { createWalletIndex, type WalletIndex, walletBytes, walletsPerChunk } from '../domain/wallet-index.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import { createYielder } from '../kernel/yielder.ts';

/** The wallet registry in its on-disk form, where zeros replace addresses that were removed from the store. */
export interface SavedWallets {
  readonly index: WalletIndex;
  /** Called after a removal: the next {@link settle} finds the addresses that must no longer be written. */
  forget(): void;
  /**
   * Checks for addresses missing from the store: all after a removal, else those missing before.
   *
   * @returns whether the on-disk form has changed
   * @throws AnalyticsError
   */
  settle(): Promise<boolean>;
  /** The first `count` wallets in their on-disk form. */
  save(count: number): { meta: SavedRegistry; columns: FileColumns };
  /** Checksum of the first `count` addresses in their on-disk form. */
  checksum(count: number): Promise<number>;
}

interface SavedRegistry {
  /** Numbers without a wallet. */
  skipped: readonly number[];
}

/** The given wallets whose data saved views may hold, see `WalletIndex.rowOf`. */
const knownWallets = query({
  name: 'known_wallets',
  params: { wallets: 'Array(Wallet)' },
  row: Type.Object({ address: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
  settings: { max_threads: 1 },
  sql: ['wallet_alltime', 'positions', 'accounts']
    .map(
      (table) =>
        `SELECT DISTINCT ${addressOf('wallet')} AS address FROM ${table} WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))`,
    )
    .join(' UNION ALL '),
});

const walletsPerStatement = 4_096;
const slicesOfChecksum = 2 ** 18;
const walletsPerYield = 1_024;
const firstBytes = 256;

/** @param saved columns and meta of {@link SavedWallets.save}; undefined: a registry without wallets */
export async function createSavedWallets(
  store: Pick<AnalyticsStore, 'rows'>,
  saved?: { meta: unknown; columns: FileColumns },
): Promise<SavedWallets> {
  const skipped = new Set((saved?.meta as SavedRegistry | undefined)?.skipped);
  const index = await indexOf(Object.values(saved?.columns ?? {}) as Uint8Array[], skipped);
  /** Numbers of wallets in the registry that the store no longer knows. */
  let gone = new Set<number>();
  /** False after a removal: `gone` is outdated until every wallet has been checked. */
  let isSought = true;

  function chunks(count: number): Uint8Array[] {
    return index.chunks.flatMap((chunk, i) => {
      const held = Math.min(count - i * walletsPerChunk, walletsPerChunk);
      return held > 0 ? [withoutGone(chunk.subarray(0, held * walletBytes), i * walletsPerChunk)] : [];
    });
  }

  function withoutGone(chunk: Uint8Array, firstRow: number): Uint8Array {
    const rows = [...gone].filter((row) => row >= firstRow && row < firstRow + walletsPerChunk);
    if (rows.length === 0) return chunk;
    const written = Uint8Array.from(chunk);
    for (const row of rows)
      written.fill(0, (row - firstRow) * walletBytes, (row - firstRow + 1) * walletBytes);
    return written;
  }

  /** The given wallets that the store does not know. Grouped by first address byte, so that a statement reads only a part of each table. */
  async function unknownOf(rows: Iterable<number>): Promise<Set<number>> {
    const yieldToEventLoop = createYielder();
    const byFirstByte = Array.from({ length: firstBytes }, (): number[] => []);
    for (const row of rows) {
      if (skipped.has(row)) continue;
      byFirstByte[
        index.chunks[Math.floor(row / walletsPerChunk)]![(row % walletsPerChunk) * walletBytes]!
      ]!.push(row);
      if (row % walletsPerYield === 0) await yieldToEventLoop();
    }
    const unknown = new Set<number>();
    for (const alike of byFirstByte) {
      for (let at = 0; at < alike.length; at += walletsPerStatement) {
        const requests = alike.slice(at, at + walletsPerStatement);
        const wallets = requests.map((row) => index.address(row));
        const found = await store.rows(knownWallets, { wallets }, { lane: 'heavy' });
        const known = new Set(found.map(({ address }) => address));
        for (const [i, row] of requests.entries()) if (!known.has(wallets[i]!)) unknown.add(row);
        await yieldToEventLoop();
      }
    }
    return unknown;
  }

  return {
    index,
    forget() {
      isSought = false;
    },
    async settle() {
      const isWhole = !isSought;
      if (!isWhole && gone.size === 0) return false;
      isSought = true;
      const before = gone;
      try {
        gone = await unknownOf(isWhole ? new Array(index.count).keys() : before);
      } catch (error) {
        isSought = !isWhole;
        throw error;
      }
      return isWhole || gone.size !== before.size;
    },
    save(count) {
      const columns = Object.fromEntries(chunks(count).map((chunk, i) => [i, chunk]));
      return { meta: { skipped: [...skipped, ...gone].filter((row) => row < count) }, columns };
    },
    async checksum(count) {
      const yieldToEventLoop = createYielder();
      let checksum = 0;
      for (const chunk of chunks(count)) {
        for (let at = 0; at < chunk.length; at += slicesOfChecksum) {
          checksum = crc32(chunk.subarray(at, at + slicesOfChecksum), checksum);
          await yieldToEventLoop();
        }
      }
      return checksum;
    },
  };
}

/** A registry of addresses in order. @param skipped numbers without a wallet */
async function indexOf(chunks: readonly Uint8Array[], skipped: ReadonlySet<number>): Promise<WalletIndex> {
  const index = createWalletIndex();
  const yieldToEventLoop = createYielder();
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += walletBytes) {
      if (skipped.has(index.count)) index.skip();
      else index.rowOf(chunk, at);
      if (index.count % walletsPerYield === 0) await yieldToEventLoop();
    }
  }
  return index;
}
