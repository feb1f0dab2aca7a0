/**
 * Bundles packages of many small modules into a few files: run by `npm ci` (the `prepare` of package.json), and by the tests where
 * packages have changed since. Node takes half a millisecond of a processor for each module, and these have 1,200 of them.
 * Without the bundles all goes on as before, and takes longer to start (docs/adr/0051).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BundleList,
  bundleDir,
  bundleList,
  installedVersion,
  readBundleList,
} from './bundled-packages.ts';

const root = join(import.meta.dirname, '..');
/** Modules of ECMAScript only, which keep no files of their own beside them. */
const bundled = ['typebox', 'kysely', 'apache-arrow', 'zod'];

interface Manifest {
  exports?: Record<string, unknown>;
}

/** Every name under which modules of a package are imported: two copies of one module would not know each other's classes. */
function entriesOf(name: string): string[] {
  const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  const { exports = { '.': '' } } = JSON.parse(manifest) as Manifest;
  return Object.keys(exports)
    .filter((path) => path.startsWith('.') && !/[*]|\.json$/.test(path))
    .map((path) => join(name, path));
}

/** Files by the name of their bundle. */
function inputs(): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of bundled.flatMap(entriesOf)) {
    const file = fileURLToPath(import.meta.resolve(entry));
    if (![...files.values()].includes(file)) files.set(entry.replaceAll(/[^\w-]/g, '_'), file);
  }
  return files;
}

/** Directory of a module's package, relative to the root; none of what the bundler adds. */
function packageOf(module: string): string[] {
  const found = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(relative(root, module));
  return found === null ? [] : [found[0]];
}

/** @throws Error where a package cannot be bundled */
export async function bundlePackages(): Promise<void> {
  const { rolldown } = await import('rolldown');
  const input = inputs();
  const fresh = `${bundleDir}-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    const made = await rolldown({
      ...{
        input: Object.fromEntries(input),
        cwd: root,
        platform: 'node',
        treeshake: false,
        logLevel: 'silent',
      },
    });
    const { output } = await made.write({
      dir: fresh,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[hash].mjs',
    });
    await made.close();
    const files = [...input].map(([name, file]) => [relative(root, file), `${name}.mjs`]);
    const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const packages = [...new Set(modules.flatMap(packageOf))]
      .sort()
      .map((name) => [name, installedVersion(name)]);
    const list: BundleList = {
      packages: Object.fromEntries(packages),
      files: Object.fromEntries(files),
    };
    writeFileSync(join(fresh, bundleList), JSON.stringify(list));
    rmSync(bundleDir, { recursive: true, force: true });
    renameSync(fresh, bundleDir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Bundles where packages have changed since, or never were. */
export async function requireBundles(): Promise<void> {
  if (readBundleList() === undefined) await bundlePackages();
}

if (process.argv[1] === import.meta.filename) {
  if (existsSync(join(root, 'node_modules/rolldown'))) await bundlePackages();
  else
    console.log('rolldown is not installed, so packages are not bundled; starts take half a second longer');
}
