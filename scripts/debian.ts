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
];

/**
 * Makes sure that programs are there: installs what is missing where this process may.
 * @throws Error with the exact command to run, where it may not or where installing fails
 */
export function requirePrograms(programs: readonly DebianProgram[]): void {
  const missing = programs.filter(({ command }) => !isThere(command));
  if (missing.length === 0) return;
  const packages = missing.map((program) => program.package);
  const reasons = missing.map(({ command, why }) => `${command} (${why})`).join(', ');
  const remedy = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    throw new Error(`the tests need ${reasons}. As root: ${remedy}`);
  }
  console.error(`installing ${packages.join(', ')} for the tests`);
  const { status } = spawnSync('sh', ['-c', remedy], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const stillMissing = missing.filter(({ command }) => !isThere(command));
  if (status !== 0 || stillMissing.length > 0) {
    throw new Error(`the tests need ${reasons}, and installing failed. Try: ${remedy}`);
  }
}

function isThere(command: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { stdio: 'ignore' }).status === 0;
}
