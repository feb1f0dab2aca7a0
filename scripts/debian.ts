import { spawnSync } from 'node:child_process';

/** A dependency of the tests that npm does not install: a program, or a Python module. */
export interface DebianProgram {
  command: string;
  /** A module that this Python has to have. */
  module?: string;
  /** Debian package that holds it. */
  package: string;
  /** Purpose in the tests. */
  why: string;
}

export const testPrograms: readonly DebianProgram[] = [
  { command: 'redis-server', package: 'redis-server', why: 'limits shared by several processes' },
  // By absolute path: another Python may come first in PATH.
  { command: '/usr/bin/python3', package: 'python3', why: 'the Python client' },
  { command: '/usr/bin/python3', module: 'pandas', package: 'python3-pandas', why: 'its data frames' },
  { command: 'caddy', package: 'caddy', why: 'the front of deploy/' },
  { command: '/usr/bin/chromium', package: 'chromium', why: 'the pages of the portal' },
];

/** @returns the missing programs and the command that installs them; undefined if all are installed */
export function missingPrograms(programs: readonly DebianProgram[]): string | undefined {
  const missing = programs.filter((program) => !isThere(program));
  return missing.length === 0 ? undefined : `${reasonsOf(missing)}. As root: ${remedyOf(missing)}`;
}

/**
 * Makes sure that programs are installed; installs missing programs if this process may.
 * @throws Error with the exact command to run, if it may not or the installation fails
 */
export function requirePrograms(programs: readonly DebianProgram[]): void {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const reasons = reasonsOf(missing);
  const remedy = remedyOf(missing);
  if (process.getuid?.() !== 0 || !isCommand('apt-get')) {
    throw new Error(`the tests need ${reasons}. As root: ${remedy}`);
  }
  console.error(`installing ${missing.map((program) => program.package).join(', ')} for the tests`);
  const { status } = spawnSync('sh', ['-c', remedy], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const stillMissing = missing.filter((program) => !isThere(program));
  if (status !== 0 || stillMissing.length > 0) {
    throw new Error(`the tests need ${reasons}, and installing failed. Try: ${remedy}`);
  }
}

function reasonsOf(programs: readonly DebianProgram[]): string {
  return programs.map(({ command, module, why }) => `${module ?? command} (${why})`).join(', ');
}

/** Another installation may hold the lock of the package lists for a while. */
const aptGet = 'apt-get -o DPkg::Lock::Timeout=300';

function remedyOf(programs: readonly DebianProgram[]): string {
  const packages = programs.map((program) => program.package);
  return `${aptGet} update && ${aptGet} install -y --no-install-recommends ${packages.join(' ')}`;
}

function isThere({ command, module }: DebianProgram): boolean {
  if (!isCommand(command)) return false;
  if (module === undefined) return true;
  const find = 'import sys, importlib.util; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)';
  return spawnSync(command, ['-c', find, module], { stdio: 'ignore' }).status === 0;
}

function isCommand(command: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { stdio: 'ignore' }).status === 0;
}
