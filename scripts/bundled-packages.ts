/** Loaded before everything else (`run.sh`): where `packages.ts` has bundled a package, its imports get the bundle. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
export const bundleDir = join(root, 'node_modules', '.bundles');
export const bundleList = 'list.json';

export interface BundleList {
  /** Version of each package that is in the bundles, by its directory relative to the root. */
  packages: Readonly<Record<string, string>>;
  /** By the file that an import is resolved to, relative to the root: its bundle. */
  files: Readonly<Record<string, string>>;
}

/** Version of an installed package. @throws Error where there is none in that directory */
export function installedVersion(directory: string): string {
  return (JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')) as { version: string })
    .version;
}

/**
 * Versions alone are compared: npm's own list changes where development packages are removed, and times of files may where they are copied.
 * @returns undefined where there is none of the packages as they are installed
 */
export function readBundleList(versionOf = installedVersion): BundleList | undefined {
  try {
    const list = JSON.parse(readFileSync(join(bundleDir, bundleList), 'utf8')) as BundleList;
    const isSame = Object.entries(list.packages).every(
      ([directory, version]) => versionOf(directory) === version,
    );
    return isSame ? list : undefined;
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
