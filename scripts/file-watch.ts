/** Keeps watch over the files of a test run: how long each took, and an end for one that hangs. */
import type { ChildProcess } from 'node:child_process';
import diagnosticsChannel from 'node:diagnostics_channel';
import type { run } from 'node:test';

type TestEvents = Pick<ReturnType<typeof run>, 'on'>;

export interface FileTime {
  /** Absolute path. */
  file: string;
  seconds: number;
}

export interface FileWatch {
  /** Follows a run; its files are told apart by their paths, which are the names of their tests. */
  follow(events: TestEvents): void;
  /** Every file that has ended, the slowest first. */
  times(): FileTime[];
  /** The files that took longer than they may and were ended. */
  late(): readonly string[];
}

/** What a process that was told to end has for it: it may have servers of its own to stop. */
const graceMs = 5_000;

/**
 * Must be made before the run: it sees the processes of the files as they start. The runner's own time limit asks a file's
 * process to end and waits for it; a process that is stuck in a loop never does.
 *
 * @param files absolute paths
 * @param limitMs how long a file may take
 */
export function createFileWatch(files: readonly string[], limitMs: number): FileWatch {
  const known = new Set(files);
  const processes: ChildProcess[] = [];
  const started = new Map<string, { atMs: number; timer: NodeJS.Timeout }>();
  const times: FileTime[] = [];
  const late: string[] = [];

  const onProcess = (message: unknown) => {
    processes.push((message as { process: ChildProcess }).process);
  };
  diagnosticsChannel.subscribe('child_process', onProcess);

  function end(file: string): void {
    late.push(file);
    const process = processes.find(({ spawnargs }) => spawnargs?.includes(file));
    process?.kill('SIGTERM');
    const timer = setTimeout(() => process?.kill('SIGKILL'), graceMs);
    process?.once('exit', () => clearTimeout(timer));
  }

  return {
    follow(events) {
      events.on('test:dequeue', ({ name }) => {
        if (!known.has(name) || started.has(name)) return;
        started.set(name, { atMs: performance.now(), timer: setTimeout(end, limitMs, name) });
      });
      events.on('test:complete', ({ name }) => {
        const start = started.get(name);
        if (start === undefined) return;
        clearTimeout(start.timer);
        times.push({ file: name, seconds: (performance.now() - start.atMs) / 1_000 });
      });
      events.on('end', () => diagnosticsChannel.unsubscribe('child_process', onProcess));
    },
    times: () => times.toSorted((a, b) => b.seconds - a.seconds),
    late: () => late,
  };
}
