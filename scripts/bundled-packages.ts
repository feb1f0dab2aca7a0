/** Loaded before everything else (`run.sh`): where `packages.ts` has bundled a package, its imports get the bundle. */
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
export const bundleDir = join(root, 'node_modules', '.bundles');
export const bundleList = 'list.json';

export interface BundleList {
  /** Of the packages that were bundled, see {@link installStamp}. */
  stamp: string;
  /** By the file that an import is resolved to, relative to the root: its bundle. */
  files: Readonly<Record<string, string>>;
}

/** Another one after each `npm install`. */
export function installStamp(): string {
  const { mtimeMs, size } = statSync(join(root, 'node_modules', '.package-lock.json'));
  return `${mtimeMs} ${size}`;
}

/** @returns undefined where there is none of the packages as they are installed */
export function readBundleList(installed = installStamp()): BundleList | undefined {
  try {
    const list = JSON.parse(readFileSync(join(bundleDir, bundleList), 'utf8')) as BundleList;
    return list.stamp === installed ? list : undefined;
  } catch {
    return undefined;
  }
}

const bundles = new Map(
  Object.entries(readBundleList()?.files ?? {}).map(([file, bundle]) => [
    pathToFileURL(join(root, file)).href,
    pathToFileURL(join(bundleDir, bundle)).href,
  ]),
);

if (bundles.size > 0) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = bundles.get(found.url);
      return url === undefined ? found : { ...found, url, format: 'module' };
    },
  });
}
