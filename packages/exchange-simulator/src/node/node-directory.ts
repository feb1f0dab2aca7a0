import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compressFrameSync } from 'lz4-napi';
import { BoundedMap } from '../../../../src/kernel/bounded-map.ts';
import { makeDirectory } from '../../../../src/kernel/directory.ts';
import { replaceFile } from '../../../../src/kernel/whole-file.ts';
import type { NodeKind } from './node-block.ts';
import type { NodeLedger } from './node-ledger.ts';
import { hourOfPath, pathOf, simulatedFile } from './node-paths.ts';
import type { HourFile, NodeStep } from './node-steps.ts';

/** A directory to which a node's steps are done. */
export interface NodeDirectory {
  /** @throws Error of the file system if a file cannot be written */
  apply(step: NodeStep): void;
  /** Writes the gathered text: consecutive lines of a file are written at once. */
  flush(): void;
}

interface FileState {
  bytes: number;
  /** Ends of blocks, byte offsets. */
  ends: { block: number; at: number }[];
  /** True if the file ends within a block. */
  isOpen: boolean;
  /** The block that ends next is not whole in it. */
  isSpoiled: boolean;
  /** The node has it open, and it is in no directory. */
  isLost: boolean;
  /** Number of upcoming blocks that may begin in removed data. */
  cutNext: number;
  /** False until this process writes to the file: until then, the file may end, or the process begin, within a line. */
  isMet: boolean;
}

/** Files with tracked block ends: two hours of four kinds. */
const knownFiles = 8;
const filesLimit = 5_000;

/**
 * @param options.dir created if missing
 * @param options.ledger records which blocks can be read, and which no longer
 * @param options.writesFromMs output due before this time, unix milliseconds, is skipped: a restarted process did not see it
 */
export function createNodeDirectory(options: {
  dir: string;
  ledger?: NodeLedger | undefined;
  writesFromMs?: number;
}): NodeDirectory {
  const { dir, ledger, writesFromMs = 0 } = options;
  // A ledger hears of every block until its file goes; otherwise the newest are enough.
  const files = new BoundedMap<string, FileState>(ledger === undefined ? knownFiles : filesLimit);
  const hidden = new Set<NodeKind>();
  let gathered = { path: '', text: '' };

  const rootOf = (kind: NodeKind) => (hidden.has(kind) ? join(dir, `.${kind}`) : join(dir, kind));
  const placeOf = (file: HourFile) => join(rootOf(file.kind), pathOf(file).slice(file.kind.length + 1));

  function flush(): void {
    const { path, text } = gathered;
    gathered = { path: '', text: '' };
    if (text === '') return;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text, 'latin1');
  }
  function stateOf(file: HourFile): FileState {
    const key = pathOf(file);
    let state = files.get(key);
    if (state === undefined) {
      const bytes = statSync(placeOf(file), { throwIfNoEntry: false })?.size ?? 0;
      state = {
        bytes,
        ends: [],
        isOpen: false,
        isSpoiled: false,
        isLost: false,
        cutNext: 0,
        isMet: writesFromMs === 0,
      };
      files.set(key, state);
    }
    return state;
  }
  function leave(kind: NodeKind, state: FileState, from = 0): void {
    ledger?.gone(
      kind,
      state.ends.slice(from).map(({ block }) => block),
    );
    state.ends.length = from;
  }

  function append(step: NodeStep & { type: 'append' }): void {
    ledger?.mark(step.kind, step.inParts, 'inParts');
    const state = stateOf(step);
    if (state.isLost) return;
    const path = placeOf(step);
    if (!state.isMet && !meet(path, state, step)) return;
    // The block's line follows a torn line directly, or its beginning was cut away.
    if (step.isRest !== state.isOpen) state.isSpoiled = true;
    const last = state.ends.at(-1)?.block;
    if (step.isRest && state.isOpen && last !== undefined) ledger?.completed(step.kind, last);
    if (path !== gathered.path) flush();
    gathered = { path, text: gathered.text + step.text };
    const whole = state.isSpoiled ? step.ends.slice(1) : step.ends;
    if (step.ends.length > 0) state.isSpoiled = false;
    state.isOpen = step.ends.at(-1)?.at !== step.text.length;
    for (const { block, at } of whole) state.ends.push({ block, at: state.bytes + at });
    state.bytes += step.text.length;
    ledger?.appended(
      step.kind,
      whole.map(({ block }) => block),
    );
    markAppended(ledger, step, state);
  }
  /** Truncates a file at the end of a block: a partial block would look complete. */
  function shrink(step: NodeStep & { type: 'shrink' }): void {
    const state = stateOf(step);
    const kept = Math.floor(state.ends.length * step.share);
    if (hidden.has(step.kind) || state.isLost || state.ends.length === 0) return;
    state.bytes = state.ends[kept - 1]?.at ?? 0;
    state.isOpen = false;
    truncateSync(placeOf(step), state.bytes);
    markCut(ledger, step.kind, state);
    leave(step.kind, state, kept);
  }
  function remove(step: NodeStep & { type: 'remove' }): void {
    const state = stateOf(step);
    if (hidden.has(step.kind) || state.bytes === 0) return;
    rmSync(placeOf(step), { force: true });
    markCut(ledger, step.kind, state);
    leave(step.kind, state);
    state.bytes = 0;
    state.isOpen = false;
    state.isLost = step.isHeld;
  }
  function compress(step: NodeStep & { type: 'compress' }): void {
    const path = placeOf(step);
    if (!existsSync(path)) return;
    const content = readFileSync(path);
    // Written under a name that readers ignore, as gzip does, then renamed.
    const fresh = join(dirname(path), `.${step.hour % 24}.${step.as}.new`);
    const compressed = step.as === 'gz' ? gzipSync(content) : compressFrameSync(content);
    replaceFile(`${path}.${step.as}`, compressed, { draft: fresh, ...simulatedFile });
    rmSync(path);
  }
  function expire(beforeHour: number): void {
    for (const kind of readdirSync(dir)) {
      const hourly = join(dir, kind, 'hourly');
      if (!existsSync(hourly)) continue;
      for (const day of readdirSync(hourly)) {
        const names = readdirSync(join(hourly, day));
        const old = names.filter((name) => (hourOfPath(day, name) ?? beforeHour) < beforeHour);
        for (const name of old) rmSync(join(hourly, day, name));
        if (old.length === names.length) rmSync(join(hourly, day), { recursive: true });
      }
    }
    for (const [key, state] of files) {
      const [kind, , day, name] = key.split('/');
      if (hourOfPath(day!, name!)! >= beforeHour) continue;
      leave(kind as NodeKind, state);
      files.delete(key);
    }
  }
  function move(kind: NodeKind, isHidden: boolean): void {
    if (hidden.has(kind) === isHidden) return;
    const from = rootOf(kind);
    if (isHidden) hidden.add(kind);
    else hidden.delete(kind);
    if (existsSync(from)) renameSync(from, rootOf(kind));
    ledger?.hidden(kind, isHidden);
  }

  makeDirectory(dir);
  for (const kind of readdirSync(dir)) {
    // A process that was killed meanwhile.
    if (/^\.(node|misc)_/.test(kind) && !existsSync(join(dir, kind.slice(1)))) {
      renameSync(join(dir, kind), join(dir, kind.slice(1)));
    }
  }

  return {
    flush,
    apply(step) {
      const isUpkeep = step.type === 'expire' || step.type === 'compress';
      if (step.atMs < writesFromMs && !isUpkeep) return;
      if (step.type === 'append') return append(step);
      flush();
      if (step.type === 'shrink') shrink(step);
      else if (step.type === 'remove') remove(step);
      else if (step.type === 'compress') compress(step);
      else if (step.type === 'expire') expire(step.beforeHour);
      else move(step.kind, step.type === 'hide');
    },
  };
}

/** @returns false if the text is the rest of a line whose beginning is in no file */
function meet(path: string, state: FileState, { isRest }: { isRest: boolean }): boolean {
  if (isRest) return false;
  state.isMet = true;
  if (state.bytes > 0 && !readFileSync(path, 'latin1').endsWith('\n')) {
    appendFileSync(path, '\n');
    state.bytes += 1;
  }
  return true;
}

/** The last block that a reader had of a file, and the next that it gets, may be partial. */
function markCut(ledger: NodeLedger | undefined, kind: NodeKind, state: FileState): void {
  const ends = [state.ends[0], state.ends.at(-1)].flatMap((end) => end?.block ?? []);
  ledger?.mark(kind, ends, 'cut');
  state.cutNext = 2;
}

function markAppended(
  ledger: NodeLedger | undefined,
  { kind, ends }: NodeStep & { type: 'append' },
  state: FileState,
): void {
  const cut = ends.slice(0, state.cutNext).map(({ block }) => block);
  state.cutNext -= cut.length;
  ledger?.mark(kind, cut, 'cut');
  const last = state.ends.at(-1)?.block;
  if (state.isOpen && last !== undefined) ledger?.mark(kind, [last], 'torn');
}
