import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { AnyQuery } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
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
import { createSavedWallets, type SavedWallets } from './saved-wallets.ts';

/** A view's state in its on-disk form. */
export interface HeldParts {
  /** Serialized as JSON. */
  meta: unknown;
  columns: FileColumns;
}

/** Saves a view to disk and restores it at startup. The parts may refer to wallets by their registry numbers. */
export interface ViewSnapshot {
  /** Changes with the layout or with how the parts derive from the store: see {@link snapshotFormat}. */
  format: string | (() => Promise<string>);
  /** The columns stay unchanged until the next call to the view. Long work yields to the event loop. */
  save(): HeldParts | Promise<HeldParts>;
  /**
   * Replaces the view's state with the saved parts. Readers see the state once the view is ready.
   *
   * @param ageMs age of the snapshot
   * @returns undefined, or the reason the snapshot is unusable; the view is then unchanged
   */
  restore(parts: HeldParts, ageMs: number): string | undefined | Promise<string | undefined>;
}

interface SnapshotView {
  name: string;
  snapshot: ViewSnapshot;
}

export interface SnapshotState {
  view: string;
  bytes: number;
  /** Time of the snapshot, unix milliseconds. */
  savedMs: number;
}

/** Snapshots of the views of this process, in a directory of its own. */
export interface ViewSnapshots {
  /** The saved registry of wallet numbers, which the views use. */
  readonly wallets: WalletIndex;
  /** Minimum time between two snapshots of a view. */
  readonly everyMs: number;
  /**
   * Restores a view.
   *
   * @param at.seq newest change number of the view's feed
   * @param at.canFollow whether the changes after a number can be replayed
   * @returns number of the newest change in the snapshot; undefined if no snapshot is usable
   */
  restore(
    view: SnapshotView,
    at: { seq: number; canFollow(seq: number): Promise<boolean> },
  ): Promise<number | undefined>;
  /**
   * Writes the registry, then the view, which must not change meanwhile. The view must hold no data that was removed from the store
   * before the latest {@link retire}.
   *
   * @param seq see {@link restore}
   */
  save(view: SnapshotView, seq: number): Promise<void>;
  isSaved(name: string): boolean;
  /** Deletes all snapshots, including one being written, so that data removed from the store does not stay on disk. */
  retire(): void;
  /** A snapshot is being written. */
  isBusy(): boolean;
  states(): SnapshotState[];
  close(): Promise<void>;
}

interface SnapshotHeader {
  /** Version of the store and the program: see {@link ViewSnapshotsOptions.stamp}. */
  stamp: string;
  format: string;
  seq: number;
  /** Number of the newest stored batch; `digest` covers the last batches. */
  batch: number;
  digest: string;
  /** Registry size and the checksum of its addresses. */
  wallets: { count: number; checksum: number };
  savedMs: number;
  meta: unknown;
}

export interface ViewSnapshotsOptions {
  /** Used by this process alone; created if missing. */
  dir: string;
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** Changes with every schema, rule or program that changes how data derives from the store. */
  stamp: string;
  /** Reason to reject every snapshot; default: none. */
  unusable?: string | undefined;
  /** See {@link ViewSnapshots.everyMs}. */
  everyMs?: number;
  /** The machine's clock, even if the service answers as of another day. */
  clock: Clock;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
}

/**
 * Derives a format from the queries behind a view.
 *
 * @param layout incremented whenever the meaning of the parts changes
 * @param rest queries and other inputs that determine the rows
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
const registryFormat = '1';

/**
 * Opens the snapshots and the saved wallet registry. Deletes unusable snapshots.
 *
 * @throws AnalyticsError, or Error of the file system
 */
export async function openViewSnapshots(options: ViewSnapshotsOptions): Promise<ViewSnapshots> {
  const { dir, stamp, clock, log, everyMs = 10 * minuteMs } = options;
  const closing = new AbortController();
  const store = untilAborted(options.store, closing.signal);
  const states = new Map<string, SnapshotState>();
  /** Incremented whenever all snapshots are deleted. */
  let removals = 0;
  let savedWallets = 0;
  let saving: Promise<void> = Promise.resolve();
  let waiting = 0;

  const files = openFiles(dir);
  const wipe = () => {
    files.wipe();
    states.clear();
    savedWallets = 0;
  };

  /** The saved registry; undefined if unusable, which makes every snapshot unusable. */
  async function readRegistry(): Promise<SavedWallets | undefined> {
    const fault = await faultOfAll(files.paths(), options);
    if (fault !== undefined) return ignored(registryName, fault);
    const file = await readFile(registryName);
    if (file === undefined) return undefined;
    const { header, columns } = file;
    if (header.format !== registryFormat) return ignored(registryName, 'it is of another format');
    const unusable = await faultOf(header, { store, stamp });
    if (unusable !== undefined) return ignored(registryName, unusable);
    const registry = await createSavedWallets(store, { meta: header.meta, columns });
    savedWallets = registry.index.count;
    noteState(registryName, file);
    return registry;
  }

  function noteState(view: string, { header, columns }: ColumnFile<SnapshotHeader>): SnapshotState {
    const bytes = Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
    const state = { view, bytes, savedMs: header.savedMs };
    states.set(view, state);
    return state;
  }

  function ignored(view: string, reason: string): undefined {
    log.warn({ view, reason }, 'a snapshot cannot be used: the view is read in full');
  }

  async function readFile(name: string): Promise<ColumnFile<SnapshotHeader> | undefined> {
    try {
      return await readColumnFile<SnapshotHeader>(files.pathOf(name));
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      return ignored(name, error.message);
    }
  }

  /** @param count number of registry wallets that the file depends on */
  async function write(
    name: string,
    of: Pick<SnapshotHeader, 'format' | 'seq'>,
    parts: HeldParts,
    count: number,
  ) {
    const before = removals;
    const batch = await newestBatch(store);
    const digest = await readBatchDigest(store, batch);
    const counted = { count, checksum: await registry.checksum(count) };
    const savedMs = clock.nowMs();
    const header: SnapshotHeader = {
      ...of,
      stamp,
      batch,
      digest,
      wallets: counted,
      savedMs,
      meta: parts.meta,
    };
    if (removals !== before) return;
    const written = writeColumnFile(files.pathOf(name), { header, columns: parts.columns });
    // Retiring deletes the draft, too.
    const bytes = await written.catch((error) => (removals !== before ? 0 : Promise.reject(error)));
    states.set(name, { view: name, bytes, savedMs });
    if (removals !== before) wipe();
  }

  async function saveRegistry(): Promise<void> {
    const isOther = await registry.settle();
    const { count } = registry.index;
    if (!isOther && savedWallets >= count && states.has(registryName)) return;
    // If the write fails, the registry is written with the next view.
    states.delete(registryName);
    await write(registryName, { format: registryFormat, seq: 0 }, registry.save(count), count);
    savedWallets = count;
  }

  async function saveView({ name, snapshot }: SnapshotView, seq: number): Promise<void> {
    const before = removals;
    const [format, parts] = [await formatOf(snapshot), await snapshot.save()];
    const { count } = registry.index;
    await saveRegistry();
    // After a retire meanwhile, the view may hold data removed from the store.
    if (removals === before) await write(name, { format, seq }, parts, count);
  }

  const restored = await readRegistry();
  // A new registry renumbers the wallets.
  if (restored === undefined) wipe();
  const registry = restored ?? (await createSavedWallets(store));

  return {
    wallets: registry.index,
    everyMs,
    async restore({ name, snapshot }, { seq, canFollow }) {
      const startMs = monotonicMs();
      const file = await readFile(name);
      if (file === undefined) return undefined;
      const { header, columns } = file;
      const now = { format: await formatOf(snapshot), seq, store, stamp, registry };
      const fault = await faultOfView(header, now);
      if (fault !== undefined) return ignored(name, fault);
      if (!(await canFollow(header.seq))) return ignored(name, 'later changes cannot be followed');
      const ageMs = clock.nowMs() - header.savedMs;
      const reason = await snapshot.restore({ meta: header.meta, columns }, ageMs);
      if (reason !== undefined) return ignored(name, reason);
      const { bytes } = noteState(name, file);
      const ms = Math.round(monotonicMs() - startMs);
      log.info({ view: name, bytes, ageMs, ms }, 'a view is restored from its snapshot');
      return header.seq;
    },
    save(view, seq) {
      waiting += 1;
      const before = removals;
      saving = saving
        .catch(() => undefined)
        .then(async () => {
          if (removals !== before || closing.signal.aborted) return;
          const startMs = monotonicMs();
          await saveView(view, seq);
          const ms = Math.round(monotonicMs() - startMs);
          log.debug({ ...states.get(view.name), ms }, 'a snapshot is written');
        })
        .finally(() => {
          waiting -= 1;
        });
      return saving;
    },
    isSaved: (name) => states.has(name),
    retire() {
      removals += 1;
      registry.forget();
      wipe();
      log.info('fills were removed: snapshots are deleted until no view holds them');
    },
    isBusy: () => waiting > 0,
    states: () => [...states.values()],
    async close() {
      closing.abort();
      await saving.catch(() => undefined);
    },
  };
}

/** Snapshot files in a directory, without drafts left by a killed process. */
function openFiles(dir: string) {
  const paths = (): string[] =>
    readdirSync(dir)
      .filter((file) => file.includes(suffix))
      .map((file) => join(dir, file));
  makeDirectory(dir, 0o700);
  dropDrafts(dir);
  return {
    paths,
    pathOf: (name: string) => join(dir, `${name.replaceAll(' ', '-')}${suffix}`),
    wipe() {
      for (const path of paths()) rmSync(path, { force: true });
    },
  };
}

/** @returns reason a view cannot use its snapshot; undefined if usable */
async function faultOfView(
  header: SnapshotHeader,
  now: Parameters<typeof faultOf>[1] & { format: string; seq: number; registry: SavedWallets },
): Promise<string | undefined> {
  if (header.format !== now.format) return 'it is of another format';
  const fault = await faultOf(header, now);
  if (fault !== undefined) return fault;
  if (header.seq > now.seq) return `it is newer than the store: ${header.seq} of ${now.seq}`;
  const { count, checksum } = header.wallets;
  const isSame = count <= now.registry.index.count && (await now.registry.checksum(count)) === checksum;
  return isSame ? undefined : 'it numbers wallets differently';
}

/** @returns reason none of these files is usable; undefined if they may be */
async function faultOfAll(
  paths: readonly string[],
  { store, unusable }: Pick<ViewSnapshotsOptions, 'store' | 'unusable'>,
): Promise<string | undefined> {
  if (unusable !== undefined) return unusable;
  let oldest = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    const header = await readColumnHeader<SnapshotHeader>(path).catch(() => undefined);
    if (header !== undefined) oldest = Math.min(oldest, header.batch);
  }
  if (!Number.isFinite(oldest)) return undefined;
  return (await readRemovals(store, oldest)) > 0 ? 'fills were removed since' : undefined;
}

/** @returns reason a snapshot does not match this store and program; undefined if it matches */
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
