/** Watches the files of a test run: how long each took, and an end for one that hangs. */
import type { ChildProcess } from 'node:child_process';
import diagnosticsChannel from 'node:diagnostics_channel';
import type { run } from 'node:test';
import { endTree } from './process-tree.ts';
import { processorTimes } from './processor-time.ts';
import type { TestGroup } from './test-groups.ts';

type TestEvents = ReturnType<typeof run>;

export interface FileTime {
  /** Relative to the root. */
  file: string;
  seconds: number;
  /** Processor time of the file's process and its children; undefined if the process could not note it. */
  processorSeconds: number | undefined;
}

export interface FileWatch {
  /** Subscribes to the events of a run. */
  follow(events: TestEvents): void;
  times(): FileTime[];
  /** Files that exceeded the limit and were ended. */
  late(): readonly string[];
  /** Files of unknown outcome: another file of their process hung or crashed. */
  unstarted(): string[];
  /** Ends the processes of all files, with everything that they have started. */
  endAll(): Promise<void>;
}

/** Time limit for a process to exit after its last file; beyond it, a file has left a handle open. */
const closingMs = 30_000;

interface Progress {
  files: readonly string[];
  done: Set<string>;
  /** The start of the file that is running. */
  sinceMs: number;
  timer?: NodeJS.Timeout;
  failed: boolean;
  /** The file that was running when its process ended or was ended. */
  ended?: string;
}

/**
 * Create it before the run: it sees the processes of the files as they start. A process runs its files in their order. The
 * time of a file begins when the one before it ends: a file that blocks its process cannot report its own start.
 *
 * @param groups a file alone is a test named by its entry's path, one of several a suite named by its own path
 * @param limitMs how long a file may take
 */
export function createFileWatch(groups: readonly TestGroup[], limitMs: number): FileWatch {
  const progress = new Map<string, Progress>(
    groups.map(({ entry, files }) => [entry, { files, done: new Set(), sinceMs: 0, failed: false }]),
  );
  const entryOf = new Map(
    groups.flatMap(({ entry, files }) => [entry, ...files].map((name) => [name, entry] as const)),
  );
  const processes: ChildProcess[] = [];
  const times: Omit<FileTime, 'processorSeconds'>[] = [];
  const late: string[] = [];

  const onProcess = (message: unknown) => {
    processes.push((message as { process: ChildProcess }).process);
  };
  diagnosticsChannel.subscribe('child_process', onProcess);

  function begin(entry: string, at: Progress): void {
    const isOver = at.done.size === at.files.length;
    at.sinceMs = performance.now();
    at.timer = setTimeout(endLate, isOver ? closingMs : limitMs, entry, at);
  }

  function complete(file: string, at: Progress): void {
    if (at.done.has(file)) return;
    at.done.add(file);
    times.push({ file, seconds: (performance.now() - at.sinceMs) / 1_000 });
  }

  /** The file that the process was running: events of a blocked process may be missing, its notes are written at once. */
  function running(entry: string, at: Progress): string {
    if (at.ended === undefined) {
      const noted = processorTimes(entry);
      at.ended = at.files.find((file) => !at.done.has(file) && !noted.has(file)) ?? at.files.at(-1)!;
      complete(at.ended, at);
    }
    return at.ended;
  }

  function endLate(entry: string, at: Progress): void {
    late.push(running(entry, at));
    const process = processes.find(({ spawnargs }) => spawnargs?.includes(entry));
    if (process !== undefined) void endTree(process);
  }

  return {
    follow(events) {
      events.on('test:dequeue', ({ name }) => {
        const at = progress.get(name);
        if (at !== undefined) begin(name, at);
      });
      events.on('test:complete', ({ name, details }) => {
        const entry = entryOf.get(name);
        const at = entry === undefined ? undefined : progress.get(entry);
        if (entry === undefined || at === undefined) return;
        clearTimeout(at.timer);
        if (name !== entry) {
          complete(name, at);
          begin(entry, at);
          return;
        }
        at.failed = !details.passed;
        if (at.done.size < at.files.length) running(name, at);
      });
      events.on('end', () => {
        diagnosticsChannel.unsubscribe('child_process', onProcess);
        for (const { timer } of progress.values()) clearTimeout(timer);
      });
    },
    times() {
      const used = new Map(groups.flatMap(({ entry }) => [...processorTimes(entry)]));
      return times.map((time) => ({ ...time, processorSeconds: used.get(time.file) }));
    },
    late: () => late,
    unstarted: () =>
      [...progress.values()].flatMap(({ files, done, failed }) =>
        failed ? files.filter((file) => !done.has(file)) : [],
      ),
    async endAll() {
      for (const { timer } of progress.values()) clearTimeout(timer);
      await Promise.all(processes.map(endTree));
    },
  };
}
