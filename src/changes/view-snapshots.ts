import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { AnyQuery } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { createWalletIndex, type WalletIndex, walletBytes, walletsPerChunk } from '../domain/wallet-index.ts';
import { createBreather } from '../kernel/breather.ts';
import { type Clock, minuteMs, monotonicMs } from '../kernel/clock.ts';
import {
  type ColumnFile,
  DamagedFileError,
  type FileColumns,
  readColumnFile,
  readColumnHeader,
  writeColumnFile,
} from '../kernel/column-file.ts';
import { makeDirectory } from '../kernel/directory.ts';
import type { Log } from '../kernel/log.ts';
import { dropDrafts } from '../kernel/whole-file.ts';
import { newestBatch, readBatchDigest, readRemovals } from './batches.ts';

/** What a view holds, as it is written to disk. */
export interface HeldParts {
  /** Becomes JSON. */
  meta: unknown;
  columns: FileColumns;
}

/** How a view is written to disk, and restored at a start. Wallets may stand in it by their numbers in the registry. */
export interface ViewSnapshot {
  /** Another text whenever it is laid out, or follows from the store, in another way: see {@link snapshotFormat}. */
  format: string | (() => Promise<string>);
  /** The columns do not change until the view is asked for something else. Long work breathes. */
  save(): HeldParts | Promise<HeldParts>;
  /**
   * Takes what was saved, all of it. Readers get it once the view is ready.
   *
   * @param ageMs since it was saved
   * @returns undefined, or why it is of no use now: what the view held stays then
   */
  restore(parts: HeldParts, ageMs: number): string | undefined | Promise<string | undefined>;
}

/** A view as its snapshot names it. */
interface SnapshotView {
  name: string;
  snapshot: ViewSnapshot;
}

/** The newest snapshot of a view. */
export interface SnapshotState {
  view: string;
  bytes: number;
  /** When it was written, unix milliseconds. */
  savedMs: number;
}

/** Snapshots of the views of this process, in a directory of its own. */
export interface ViewSnapshots {
  /** The registry of wallets that views count by, as it was saved. */
  readonly wallets: WalletIndex;
  /** Between two snapshots of a view at least. */
  readonly everyMs: number;
  /**
   * Restores a view.
   *
   * @param at.seq number of the newest change that there is, as the view's feed counts
   * @param at.canFollow whether what changed behind a number can be followed
   * @returns number of the newest change in it; undefined where there is no snapshot of use
   */
  restore(
    view: SnapshotView,
    at: { seq: number; canFollow(seq: number): Promise<boolean> },
  ): Promise<number | undefined>;
  /** Writes a view, which must not change meanwhile, and the registry before it. @param seq see {@link restore} */
  save(view: SnapshotView, seq: number): Promise<void>;
  /** Deletes all snapshots, and writes none any more: what was removed from the store shall not stay on disk. */
  retire(): void;
  /** A snapshot is being written. */
  isBusy(): boolean;
  states(): SnapshotState[];
  close(): Promise<void>;
}

interface SnapshotHeader {
  /** Of the store and the program, see {@link ViewSnapshotsOptions.stamp}, and of the view. */
  stamp: string;
  format: string;
  seq: number;
  /** The newest batch that was stored, and a digest of the last ones. */
  batch: number;
  digest: string;
  /** Of the registry: the number of its wallets, and the checksum of their addresses. */
  wallets: { count: number; checksum: number };
  savedMs: number;
  meta: unknown;
}

export interface ViewSnapshotsOptions {
  /** Of this process alone; made where it is missing. */
  dir: string;
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** Another text with every schema, rule or program by which something may follow from the store in another way. */
  stamp: string;
  /** Why nothing that was saved may be used; undefined where it may. */
  unusable?: string | undefined;
  /** See {@link ViewSnapshots.everyMs}. */
  everyMs?: number;
  /** Of the machine, also where the service answers as of another day. */
  clock: Clock;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
}

/**
 * A format by what a view is read with.
 *
 * @param layout counted up whenever the parts mean something else
 * @param rest statements, and whatever else rows follow from
 */
export function snapshotFormat(layout: number, ...rest: readonly (AnyQuery | object)[]): string {
  const texts = rest.map((one) => ('sql' in one ? one.sql : JSON.stringify(one)));
  return `${layout} ${crc32(texts.join('\n')).toString(16)}`;
}

async function formatOf({ format }: ViewSnapshot): Promise<string> {
  return typeof format === 'string' ? format : format();
}

const suffix = '.view';
const registryName = 'wallets';
const slicesOfChecksum = 2 ** 18;
const walletsOfBreath = 1_024 * walletBytes;

/**
 * Opens the snapshots, with the registry of wallets as it was saved. Those that are of no use are deleted.
 *
 * @throws AnalyticsError, or Error of the file system
 */
export async function openViewSnapshots(options: ViewSnapshotsOptions): Promise<ViewSnapshots> {
  const { dir, stamp, clock, log, everyMs = 10 * minuteMs } = options;
  const closing = new AbortController();
  const store = untilAborted(options.store, closing.signal);
  const states = new Map<string, SnapshotState>();
  let isRetired = false;
  let savedWallets = 0;
  let saving: Promise<void> = Promise.resolve();
  let waiting = 0;

  const pathOf = (name: string) => join(dir, `${name.replaceAll(' ', '-')}${suffix}`);
  const filesOf = () => readdirSync(dir).filter((file) => file.includes(suffix));
  const wipe = () => {
    for (const file of filesOf()) rmSync(join(dir, file), { force: true });
    states.clear();
    savedWallets = 0;
  };

  /** @returns why nothing that was saved is of use; undefined where it may be */
  async function faultOfAll(): Promise<string | undefined> {
    if (options.unusable !== undefined) return options.unusable;
    let oldest = Number.POSITIVE_INFINITY;
    for (const file of filesOf()) {
      const header = await readColumnHeader<SnapshotHeader>(join(dir, file)).catch(() => undefined);
      if (header !== undefined) oldest = Math.min(oldest, header.batch);
    }
    if (!Number.isFinite(oldest)) return undefined;
    return (await readRemovals(store, oldest)) > 0 ? 'fills were taken out since' : undefined;
  }

  /** The registry as it was saved; undefined where it is of no use, and with it all else. */
  async function readRegistry(): Promise<WalletIndex | undefined> {
    const fault = await faultOfAll();
    if (fault !== undefined) return ignored(registryName, fault);
    const file = await readFile(registryName);
    if (file === undefined) return undefined;
    const unusable = await faultOf(file.header, { store, stamp });
    if (unusable !== undefined) return ignored(registryName, unusable);
    const index = await indexOf(Object.values(file.columns) as Uint8Array[]);
    savedWallets = index.count;
    noteState(registryName, file);
    return index;
  }

  function noteState(view: string, { header, columns }: ColumnFile<SnapshotHeader>): SnapshotState {
    const bytes = Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
    const state = { view, bytes, savedMs: header.savedMs };
    states.set(view, state);
    return state;
  }

  function ignored(view: string, reason: string): undefined {
    log.warn({ view, reason }, 'a snapshot is of no use: the view is read whole');
  }

  async function readFile(name: string): Promise<ColumnFile<SnapshotHeader> | undefined> {
    try {
      return await readColumnFile<SnapshotHeader>(pathOf(name));
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      return ignored(name, error.message);
    }
  }

  async function write(name: string, of: Pick<SnapshotHeader, 'format' | 'seq'>, parts: HeldParts) {
    const { count } = wallets;
    const batch = await newestBatch(store);
    const header: SnapshotHeader = {
      ...{ stamp, ...of, batch, digest: await readBatchDigest(store, batch) },
      ...{
        wallets: { count, checksum: await checksumOf(wallets, count) },
        savedMs: clock.nowMs(),
        meta: parts.meta,
      },
    };
    if (name !== registryName && (savedWallets < count || !states.has(registryName))) await saveRegistry();
    if (isRetired) return;
    const written = writeColumnFile(pathOf(name), { header, columns: parts.columns });
    // Retiring deletes the draft, too.
    const bytes = await written.catch((error) => (isRetired ? 0 : Promise.reject(error)));
    states.set(name, { view: name, bytes, savedMs: header.savedMs });
    // It was retired meanwhile.
    if (isRetired) wipe();
  }

  async function saveRegistry(): Promise<void> {
    const { count } = wallets;
    const columns = Object.fromEntries(chunksOf(wallets, count).map((chunk, i) => [i, chunk]));
    await write(registryName, { format: '', seq: 0 }, { meta: {}, columns });
    savedWallets = count;
  }

  makeDirectory(dir, 0o700);
  // What a kill left behind.
  dropDrafts(dir);
  const restored = await readRegistry();
  // Wallets have other numbers now.
  if (restored === undefined) wipe();
  const wallets = restored ?? createWalletIndex();

  return {
    wallets,
    everyMs,
    async restore({ name, snapshot }, { seq, canFollow }) {
      if (isRetired) return undefined;
      const startMs = monotonicMs();
      const file = await readFile(name);
      if (file === undefined) return undefined;
      const { header, columns } = file;
      if (header.format !== (await formatOf(snapshot))) return ignored(name, 'it is of another format');
      const fault = await faultOf(header, { store, stamp });
      if (fault !== undefined) return ignored(name, fault);
      if (header.seq > seq) return ignored(name, `it is newer than the store: ${header.seq} of ${seq}`);
      const { count, checksum } = header.wallets;
      if (count > wallets.count || (await checksumOf(wallets, count)) !== checksum) {
        return ignored(name, 'it counts wallets otherwise');
      }
      if (!(await canFollow(header.seq))) return ignored(name, 'what was stored since cannot be followed');
      const ageMs = clock.nowMs() - header.savedMs;
      const reason = await snapshot.restore({ meta: header.meta, columns }, ageMs);
      if (reason !== undefined) return ignored(name, reason);
      const { bytes } = noteState(name, file);
      const ms = Math.round(monotonicMs() - startMs);
      log.info({ view: name, bytes, ageMs, ms }, 'a view is restored from its snapshot');
      return header.seq;
    },
    save({ name, snapshot }, seq) {
      waiting += 1;
      saving = saving
        .catch(() => undefined)
        .then(async () => {
          if (isRetired || closing.signal.aborted) return;
          const startMs = monotonicMs();
          await write(name, { format: await formatOf(snapshot), seq }, await snapshot.save());
          const ms = Math.round(monotonicMs() - startMs);
          log.debug({ ...states.get(name), ms }, 'a snapshot is written');
        })
        .finally(() => {
          waiting -= 1;
        });
      return saving;
    },
    retire() {
      if (isRetired) return;
      isRetired = true;
      wipe();
      log.info(
        'fills were taken out: snapshots of views are deleted, and written again after the next start',
      );
    },
    isBusy: () => waiting > 0,
    states: () => [...states.values()],
    async close() {
      closing.abort();
      await saving.catch(() => undefined);
    },
  };
}

/** @returns why a snapshot is not of this store and program; undefined where it is */
async function faultOf(
  { stamp, batch, digest }: SnapshotHeader,
  now: Pick<ViewSnapshotsOptions, 'store' | 'stamp'>,
): Promise<string | undefined> {
  if (stamp !== now.stamp) return 'another version of the program or of its tables wrote it';
  const newest = await newestBatch(now.store);
  if (batch > newest) return `it is newer than the store: batch ${batch} of ${newest}`;
  if ((await readBatchDigest(now.store, batch)) !== digest) return 'it is of another store';
  return undefined;
}

/** A registry of addresses, in their order. */
async function indexOf(chunks: readonly Uint8Array[]): Promise<WalletIndex> {
  const index = createWalletIndex();
  const breathe = createBreather();
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += walletBytes) {
      index.rowOf(chunk, at);
      if (at % walletsOfBreath === 0) await breathe();
    }
  }
  return index;
}

/** The registry's chunks up to a number of wallets. */
function chunksOf({ chunks }: WalletIndex, count: number): Uint8Array[] {
  return chunks.flatMap((chunk, i) => {
    const held = Math.min(count - i * walletsPerChunk, walletsPerChunk);
    return held > 0 ? [chunk.subarray(0, held * walletBytes)] : [];
  });
}

/** Of the addresses of the first wallets. */
async function checksumOf(wallets: WalletIndex, count: number): Promise<number> {
  const breathe = createBreather();
  let checksum = 0;
  for (const chunk of chunksOf(wallets, count)) {
    for (let at = 0; at < chunk.length; at += slicesOfChecksum) {
      checksum = crc32(chunk.subarray(at, at + slicesOfChecksum), checksum);
      await breathe();
    }
  }
  return checksum;
}
