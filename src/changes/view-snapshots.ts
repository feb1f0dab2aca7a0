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
  /**
   * Writes a view, which must not change meanwhile, and the registry before it. It must hold nothing of what was taken out of the
   * store before it was last said that snapshots are deleted.
   *
   * @param seq see {@link restore}
   */
  save(view: SnapshotView, seq: number): Promise<void>;
  /** Whether there is a snapshot of a view. @param name its name */
  isSaved(name: string): boolean;
  /** Deletes all snapshots, also what is being written: what was taken out of the store shall not stay on disk. */
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
const registryFormat = '1';

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
  /** Counted up whenever all were deleted. */
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

  /** The registry as it was saved; undefined where it is of no use, and with it all else. */
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
    log.warn({ view, reason }, 'a snapshot is of no use: the view is read whole');
  }

  async function readFile(name: string): Promise<ColumnFile<SnapshotHeader> | undefined> {
    try {
      return await readColumnFile<SnapshotHeader>(files.pathOf(name));
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      return ignored(name, error.message);
    }
  }

  /** @param count of the wallets that it counts by */
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
    // Where it fails, it is written with the next view.
    states.delete(registryName);
    await write(registryName, { format: registryFormat, seq: 0 }, registry.save(count), count);
    savedWallets = count;
  }

  async function saveView({ name, snapshot }: SnapshotView, seq: number): Promise<void> {
    const before = removals;
    const [format, parts] = [await formatOf(snapshot), await snapshot.save()];
    const { count } = registry.index;
    await saveRegistry();
    // The view may hold what was taken out meanwhile.
    if (removals === before) await write(name, { format, seq }, parts, count);
  }

  const restored = await readRegistry();
  // Wallets have other numbers now.
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
      if (!(await canFollow(header.seq))) return ignored(name, 'what was stored since cannot be followed');
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
      log.info('fills were taken out: snapshots are deleted until views hold nothing of them');
    },
    isBusy: () => waiting > 0,
    states: () => [...states.values()],
    async close() {
      closing.abort();
      await saving.catch(() => undefined);
    },
  };
}

/** The files of snapshots in a directory, without what a kill left behind. */
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

/** @returns why a view cannot take what is saved of it; undefined where it can */
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
  return isSame ? undefined : 'it counts wallets otherwise';
}

/** @returns why none of these files is of use; undefined where they may be */
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
  return (await readRemovals(store, oldest)) > 0 ? 'fills were taken out since' : undefined;
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
