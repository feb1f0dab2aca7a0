/**
 * Bundles the program into dist/ and builds the pages, for the package `tidemark`: Node strips no types below node_modules. Run by
 * `npm pack` (`prepack`) and for the image. A checkout runs the sources (docs/adr/toolchain.md#the-package).
 *
 * The files of dist/ are not at the modules' places, so addresses within modules are rewritten: other modules become entries of the bundle;
 * documents, pages, migrations and Redis scripts have the same places in the package as in a checkout.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { requirePortal } from './portal.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist');
/** Packages with binaries or files of their own: they stay packages, the `dependencies` of package.json. All others go in. */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const address = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
const path = /join\(import\.meta\.dirname, '([^']+)'\)/g;
const places = /import\.meta\.(url|dirname|filename|main|resolve)/g;

/** Modules that others refer to by address: threads, a process, and modules loaded by a thread. */
function addressedModules(): string[] {
  const sources = globSync('{src,packages/exchange-simulator/src}/**/*.ts', { cwd: root })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => join(root, name));
  const modules = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`${address.source}|${path.source}`, 'g'))]
      .map(([, byAddress, byPath]) => resolve(dirname(file), (byAddress ?? byPath)!))
      .filter((target) => target.endsWith('.ts')),
  );
  return [...new Set(modules)].sort();
}

/** `src-boards-catalogue` for src/boards/catalogue.ts. */
function entryName(file: string): string {
  return relative(root, file).replace(/\.ts$/, '').replaceAll('/', '-');
}

/** The code of a module with its addresses seen from dist/. @throws Error on one in another form than the two that are known */
export function withPlaces(code: string, file: string): string {
  const fromBuilt = (target: string) => {
    const to = resolve(dirname(file), target);
    if (to.endsWith('.ts')) return `./${entryName(to)}.js`;
    return `${posix.join('..', relative(root, to))}${target.endsWith('/') ? '/' : ''}`;
  };
  let known = 0;
  const written = code
    .replaceAll(address, (_, target) => {
      known += 1;
      return `new URL('${fromBuilt(target)}', import.meta.url)`;
    })
    .replaceAll(path, (_, target) => {
      known += 1;
      return `join(import.meta.dirname, '${fromBuilt(target)}')`;
    });
  if (code.match(places)?.length !== known)
    throw new Error(
      `${relative(root, file)}: an address is to be written as new URL('./…', import.meta.url) or join(import.meta.dirname, '…')`,
    );
  return written;
}

const placesPlugin: Plugin = {
  name: 'tidemark-places',
  transform: (code, id) =>
    id.endsWith('.ts') && !id.includes('/node_modules/') && code.includes('import.meta.')
      ? withPlaces(code, id)
      : undefined,
};

/** @throws Error if the build of the program or its pages fails */
export async function buildProgram(): Promise<void> {
  const { rolldown } = await import('rolldown');
  await requirePortal();
  const entries = [join(root, 'src/main.ts'), ...addressedModules()];
  const kept = Object.keys(dependencies);
  const program = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(entries.map((file) => [entryName(file), file])),
    external: (id) => kept.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [placesPlugin],
    logLevel: 'warn',
  });
  rmSync(built, { recursive: true, force: true });
  const { output } = await program.write({
    dir: built,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await program.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(join(built, 'THIRD-PARTY.txt'), noticesOf(modules));
}

/** Names, versions and licences of the packages that modules belong to, as most of these licences ask for. */
function noticesOf(modules: readonly string[]): string {
  const directories = modules.flatMap((module) => /^\/.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? []);
  const notices = [...new Set(directories)].map((directory) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(directory, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const [file] = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: directory });
    const text = file === undefined ? '' : `\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license ?? 'see its text'})\n${text}`;
  });
  return `Packages that are part of this program, with their licences.\n\n${notices.sort().join('\n---\n\n')}`;
}

if (import.meta.main) {
  await buildProgram();
  console.error(`the program is bundled into ${basename(built)}/`);
}
