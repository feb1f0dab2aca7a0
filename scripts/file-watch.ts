/** Keeps watch over the files of a test run: how long each took, and an end for one that hangs. */
import type { ChildProcess } from 'node:child_process';
import diagnosticsChannel from 'node:diagnostics_channel';
import type { run } from 'node:test';
import { processorTimes } from './processor-time.ts';
import type { TestGroup } from './test-groups.ts';

type TestEvents = Pick<ReturnType<typeof run>, 'on'>;

export interface FileTime {
  /** Relative to the root. */
  file: string;
  seconds: number;
  /** Of processors, with those of its processes; undefined where its process could not note it. */
  processorSeconds: number | undefined;
}

export interface FileWatch {
  /** Follows a run. */
  follow(events: TestEvents): void;
  /** Every file that has ended, the slowest first. */
  times(): FileTime[];
  /** The files that took longer than they may and were ended. */
  late(): readonly string[];
}

/** The time that a process has to end after it is asked to: it may have servers of its own to stop. */
const graceMs = 5_000;
/** What a process may go on for when the files that share it have ended: something of theirs is open still. */
const closingMs = 30_000;

/**
 * Must be made before the run: it sees the processes of the files as they start. The runner's own time limit asks a file's
 * process to end and waits for it; a process that is stuck in a loop never does.
 *
 * @param groups a file alone is a test of its entry's path, one of several a suite of its own path
 * @param limitMs how long a file may take
 */
export function createFileWatch(groups: readonly TestGroup[], limitMs: number): FileWatch {
  const known = new Map(
    groups.flatMap(({ entry, files }) =>
      files.map((file) => [files.length === 1 ? entry : file, { file, entry }] as const),
    ),
  );
  const processes: ChildProcess[] = [];
  const left = new Map(groups.map(({ entry, files }) => [entry, files.length]));
  const started = new Map<string, { atMs: number; timer: NodeJS.Timeout }>();
  const times: Omit<FileTime, 'processorSeconds'>[] = [];
  const late: string[] = [];

  const onProcess = (message: unknown) => {
    processes.push((message as { process: ChildProcess }).process);
  };
  diagnosticsChannel.subscribe('child_process', onProcess);

  const processOf = (entry: string) => processes.find(({ spawnargs }) => spawnargs?.includes(entry));

  function end({ file, entry }: { file: string; entry: string }): void {
    late.push(file);
    const process = processOf(entry);
    process?.kill('SIGTERM');
    const timer = setTimeout(() => process?.kill('SIGKILL'), graceMs);
    process?.once('exit', () => clearTimeout(timer));
  }

  /** Ends a process of several files that stays behind the last of them. */
  function endSoon(test: { file: string; entry: string }): void {
    const timer = setTimeout(end, closingMs, test);
    processOf(test.entry)?.once('exit', () => clearTimeout(timer));
  }

  return {
    follow(events) {
      events.on('test:dequeue', ({ name }) => {
        const test = known.get(name);
        if (test === undefined || started.has(name)) return;
        started.set(name, { atMs: performance.now(), timer: setTimeout(end, limitMs, test) });
      });
      events.on('test:complete', ({ name }) => {
        const start = started.get(name);
        if (start === undefined) return;
        clearTimeout(start.timer);
        const test = known.get(name)!;
        left.set(test.entry, left.get(test.entry)! - 1);
        if (left.get(test.entry) === 0 && test.entry !== name) endSoon(test);
        times.push({ file: test.file, seconds: (performance.now() - start.atMs) / 1_000 });
      });
      events.on('end', () => diagnosticsChannel.unsubscribe('child_process', onProcess));
    },
    times() {
      const used = new Map(groups.flatMap(({ entry }) => [...processorTimes(entry)]));
      return times
        .map((time) => ({ ...time, processorSeconds: used.get(time.file) }))
        .toSorted((a, b) => b.seconds - a.seconds);
    },
    late: () => late,
  };
}
