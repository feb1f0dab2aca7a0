import { spawnSync } from 'node:child_process';

/** A program the tests run that npm does not bring. */
export interface DebianProgram {
  command: string;
  /** Debian package that holds it. */
  package: string;
  /** What the tests use it for. */
  why: string;
}

/** What the tests need beyond npm. */
export const testPrograms: readonly DebianProgram[] = [
  { command: 'redis-server', package: 'redis-server', why: 'limits shared by several processes' },
  // By its path: another Python may stand before it.
  { command: '/usr/bin/python3', package: 'python3', why: 'the Python client' },
  { command: '/usr/bin/chromium', package: 'chromium', why: 'the pages of the portal' },
];

/** @returns what is missing of the programs and the command that installs it; undefined where all are there */
export function missingPrograms(programs: readonly DebianProgram[]): string | undefined {
  const missing = programs.filter(({ command }) => !isThere(command));
  return missing.length === 0 ? undefined : `${reasonsOf(missing)}. As root: ${remedyOf(missing)}`;
}

/**
 * Makes sure that programs are there: installs what is missing where this process may.
 * @throws Error with the exact command to run, where it may not or where installing fails
 */
export function requirePrograms(programs: readonly DebianProgram[]): void {
  const missing = programs.filter(({ command }) => !isThere(command));
  if (missing.length === 0) return;
  const reasons = reasonsOf(missing);
  const remedy = remedyOf(missing);
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    throw new Error(`the tests need ${reasons}. As root: ${remedy}`);
  }
  console.error(`installing ${missing.map((program) => program.package).join(', ')} for the tests`);
  const { status } = spawnSync('sh', ['-c', remedy], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const stillMissing = missing.filter(({ command }) => !isThere(command));
  if (status !== 0 || stillMissing.length > 0) {
    throw new Error(`the tests need ${reasons}, and installing failed. Try: ${remedy}`);
  }
}

function reasonsOf(programs: readonly DebianProgram[]): string {
  return programs.map(({ command, why }) => `${command} (${why})`).join(', ');
}

function remedyOf(programs: readonly DebianProgram[]): string {
  const packages = programs.map((program) => program.package);
  return `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

function isThere(command: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { stdio: 'ignore' }).status === 0;
}
