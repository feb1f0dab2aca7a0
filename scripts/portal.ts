/**
 * Builds the pages of the portal into portal/dist: `npm run portal`. `npm start`, `npm test` and `npm pack` build them if a source is newer
 * than the build (`--if-stale`).
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Manifest } from 'vite';
import type { BuiltPage } from '../src/http/portal/portal-files.ts';

const root = join(import.meta.dirname, '..');
const portal = join(root, 'portal');
const built = join(portal, 'dist');
/** Sources of the pages, including those outside their own folder. */
const sources = [
  'portal/{src,public,build}/**/*',
  'portal/*.{html,ts,json}',
  'src/endpoints/**/*.ts',
  'clients/typescript/src/generated/*',
  'scripts/{portal,answer-fields}.ts',
  'docs/**/*.md',
  'openapi.json',
];
const compressed = /\.(html|js|css|svg|json)$/;
/** Smaller files fit one packet anyway. */
const compressMinBytes = 1_024;

/** True if a source is newer than the build. */
export function isStale(): boolean {
  const at = statSync(join(built, 'pages.json'), { throwIfNoEntry: false })?.mtimeMs;
  if (at === undefined) return true;
  return globSync(sources, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > at);
}

function compress(dir: string): void {
  for (const path of globSync('**/*', { cwd: dir })) {
    const file = join(dir, path);
    if (!compressed.test(path) || statSync(file).size <= compressMinBytes) continue;
    const bytes = readFileSync(file);
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** All pages, each with the files that a browser would otherwise discover only after its first one. */
async function builtPages(manifest: Manifest): Promise<BuiltPage[]> {
  const registry = pathToFileURL(join(portal, 'src/pages.ts')).href;
  const { pages } = (await import(registry)) as { pages: readonly { path: string; load: () => unknown }[] };
  const ofDocument = new Set(filesOf(manifest, 'index.html'));
  return pages.map(({ path, load }) => {
    const [, module] = /import\('\.\/(.+)'\)/.exec(String(load)) ?? [];
    const files = filesOf(manifest, `src/${module}`).filter((file) => !ofDocument.has(file));
    return { path, files: files.map((file) => `/${file}`) };
  });
}

/** A module's file, its styles, and those of all it imports at once. */
function filesOf(manifest: Manifest, name: string, known = new Set<string>()): string[] {
  const entry = manifest[name];
  if (entry === undefined) throw new Error(`${name} is not among what was built`);
  if (known.has(entry.file)) return [];
  for (const file of [entry.file, ...(entry.css ?? [])]) known.add(file);
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, known);
  return [...known];
}

/** @throws Error if the build fails */
export async function buildPortal(): Promise<void> {
  const { build } = await import('vite');
  // Built in a separate folder, so that another build, or a server with the old pages, is not disturbed.
  const fresh = `${built}-${process.pid}`;
  try {
    const options = {
      configFile: join(portal, 'vite.config.ts'),
      configLoader: 'native',
      logLevel: 'warn',
    } as const;
    await build({ ...options, build: { outDir: fresh, manifest: 'manifest.json' } });
    const manifest = JSON.parse(readFileSync(join(fresh, 'manifest.json'), 'utf8')) as Manifest;
    rmSync(join(fresh, 'manifest.json'));
    await build({ ...options, mode: 'operator', build: { outDir: join(fresh, 'operator') } });
    compress(fresh);
    writeFileSync(join(fresh, 'pages.json'), JSON.stringify(await builtPages(manifest)));
    mkdirSync(built, { recursive: true });
    renameSync(built, `${fresh}-old`);
    renameSync(fresh, built);
  } finally {
    for (const dir of [fresh, `${fresh}-old`]) rmSync(dir, { recursive: true, force: true });
  }
}

/** Nothing of a start is quiet for over five seconds. */
const sayMs = 4_000;

/** Builds the pages if they are missing or older than their sources, and reports that on stderr. */
export async function requirePortal(): Promise<void> {
  if (!isStale()) return;
  const reason = existsSync(built) ? 'are older than their sources' : 'were not built yet';
  console.error(`the pages ${reason}: building them into portal/dist, which takes 10 to 20 seconds`);
  const startMs = performance.now();
  const seconds = () => ((performance.now() - startMs) / 1_000).toFixed(1);
  const saying = setInterval(() => console.error(`the pages are being built: ${seconds()} s`), sayMs);
  await buildPortal().finally(() => clearInterval(saying));
  console.error(`the pages are built, after ${seconds()} s`);
}

if (process.argv[1] === import.meta.filename) {
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error(
      'vite is not installed, so the pages of the portal are not built; the API needs none of them. `npm ci` without --omit brings it',
    );
  } else if (process.argv.includes('--if-stale')) await requirePortal();
  else await buildPortal();
}
