/**
 * Adds the optional packages of other platforms that npm left out to package-lock.json; `--check` only reports them. npm omits packages
 * that its registry does not hold (a mirror for one platform, for instance), and `npm ci` then refuses the file everywhere. Added entries
 * have no hash: their platform gets it from the next `npm install` there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields of a package in the lockfile that this script reads. */
export interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[] | undefined;
  cpu?: string[] | undefined;
  libc?: string[] | undefined;
  optionalDependencies?: Record<string, string>;
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];
const exactVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** The lockfile entries that are missing, by their place: `node_modules/name`. */
export function missingEntries(packages: Record<string, LockedPackage>): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [place, { dev, optionalDependencies }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      if (isLocked(packages, place, name) || !exactVersion.test(version)) continue;
      const { os, cpu, libc } = platformOf(name);
      // In npm's own order of fields, so that it finds nothing to rewrite.
      const entry = { version, cpu, dev, libc, optional: true, os };
      missing[`node_modules/${name}`] = JSON.parse(JSON.stringify(entry)) as LockedPackage;
    }
  }
  return missing;
}

/** Searches as Node resolves: inside the package, then in its siblings, then further out. */
function isLocked(packages: Record<string, LockedPackage>, place: string, name: string): boolean {
  for (let outer = place; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('node_modules/') - 1))) {
    if (Object.hasOwn(packages, outer === '' ? `node_modules/${name}` : `${outer}/node_modules/${name}`))
      return true;
    if (outer === '') return false;
  }
}

/** The platform in a package's name: `@biomejs/cli-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const among = (known: readonly string[]): string[] | undefined => {
    const found = words.filter((word) => known.includes(word));
    return found.length > 0 ? found : undefined;
  };
  const os = among(systems);
  const libc = words.includes('musl')
    ? ['musl']
    : os?.includes('linux') && words.includes('gnu')
      ? ['glibc']
      : undefined;
  return { os, cpu: among(processors), libc };
}

function main(): void {
  const file = join(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  const missing = missingEntries(lock.packages);
  const names = Object.keys(missing);
  if (names.length === 0) return;
  if (process.argv.includes('--check')) {
    console.error(`package-lock.json lacks ${names.join(', ')}. Run: ./scripts/run.sh scripts/lockfile.ts`);
    process.exitCode = 1;
    return;
  }
  const sorted = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

if (import.meta.main) main();
