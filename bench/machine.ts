import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';

export const projectDir = join(import.meta.dirname, '..');

/** The machine of the measurements. */
export interface Machine {
  cores: number;
  cpu: string;
  memoryBytes: number;
  platform: string;
  node: string;
  engine: string;
  /** Processes that wanted a core in the minute before: above 1 the numbers are of a shared machine. */
  loadBefore: number;
}

/** @param scratchDir an empty directory for the engine, which has its version only once opened */
export function machineFacts(scratchDir: string): Machine {
  const session = new Session(scratchDir);
  const engine = session.query('SELECT version()', 'TabSeparated').trim();
  session.close();
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    engine,
    loadBefore: loadavg()[0]!,
  };
}

/** Short id of the commit, with `-dirty` where files differ from it; `unknown` outside a checkout. */
export function commitId(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const dirty = git('status', '--porcelain').trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${dirty ? '-dirty' : ''}`;
  } catch {
    return 'unknown';
  }
}
