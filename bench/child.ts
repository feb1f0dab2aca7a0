import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectDir } from './machine.ts';

/** A process started by a benchmark; killed by its id, or when this process ends. */
export interface Child {
  readonly pid: number;
  /** The first matching line of stdout. @throws Error if the process ends before it */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when the process ends. @throws Error if it failed */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

interface ChildOptions {
  env?: Record<string, string>;
  /** True if the command starts further processes; they are killed with it. */
  group?: boolean;
}

/** The pinned Node with the flags of `scripts/run.sh`. */
export const nodeCommand = join(projectDir, 'scripts/run.sh');

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const child = spawn(command, args, {
    cwd: projectDir,
    env: { ...process.env, TIDEMARK_LOG_LEVEL: 'warn', ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: options.group === true,
  });
  running.add(child);
  // The output closes only after all descendants of the process have ended.
  const exit = once(child, 'close').finally(() => running.delete(child));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  // Leaves arguments with keys out of error messages.
  const name = [command, ...args].filter((text) => !text.startsWith('{')).join(' ');

  function line(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.map((one) => pattern.exec(one)).find((match) => match !== null);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      child.once('close', () => {
        look();
        reject(new Error(`${name} ended before it printed ${pattern}`));
      });
    });
  }

  return {
    pid: child.pid!,
    line,
    async ended() {
      const [code] = (await exit) as [number | null];
      if (code !== 0) throw new Error(`${name} ended with ${code}`);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        if (options.group) process.kill(-child.pid!, 'SIGTERM');
        else child.kill('SIGTERM');
      }
      await exit;
    },
  };
}

/** Runs a bench script in its own process. @returns the JSON of its last line */
export async function runScript<T>(
  script: string,
  argument: object,
  nodeFlags: readonly string[] = [],
): Promise<T> {
  const args = [...nodeFlags, join(projectDir, 'bench', script), JSON.stringify(argument)];
  const child = startChild(nodeCommand, args);
  const [, json] = await child.line(/^RESULT (.*)$/);
  await child.ended();
  return JSON.parse(json!) as T;
}

/** Sends the parent the result of a script started by {@link runScript}. */
export function tellResult(result: object): void {
  process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
}

/** Processor seconds used by a process so far; undefined if the system does not report them. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Processor seconds of a process by thread name, without numbers; empty if the system does not report them. */
export function threadSeconds(pid: number): Record<string, number> {
  const found: Record<string, number> = {};
  const tasks = `/proc/${pid}/task`;
  for (const id of existsSync(tasks) ? readdirSync(tasks) : []) {
    try {
      const stat = readFileSync(join(tasks, id, 'stat'), 'utf8');
      const name = /\((.*)\)/.exec(stat)![1]!.replace(/\d+/g, '');
      const fields = stat.replace(/^.*\) /, '').split(' ');
      found[name] = (found[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // It ended while it was looked at.
    }
  }
  return found;
}

/** Current and peak memory of a process, MiB; undefined if the system does not report it. */
export function memoryMib(pid: number): { now: number; peak: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [now, peak] = ['VmRSS', 'VmHWM'].map(
      (name) => new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1],
    );
    // A process that has just ended has no memory figures.
    if (now === undefined || peak === undefined) return undefined;
    return { now: Number(now) / 1_024, peak: Number(peak) / 1_024 };
  } catch {
    return undefined;
  }
}

/** Pins all threads of a process to the given cores. @returns false if the system cannot */
export function pin(pid: number, cores: string): boolean {
  try {
    execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
