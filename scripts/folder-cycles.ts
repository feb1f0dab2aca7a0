import type { Finding } from './source-tree.ts';

/** An import of a file of the program by another. */
export interface FileImport {
  path: string;
  target: string;
  line: number;
}

/**
 * Import cycles at the second level: within a folder of src, sub-folders and direct files must import in one direction.
 * Type imports count: they couple folders as much.
 */
export function folderCycles(imports: readonly FileImport[]): Finding[] {
  const inside = imports.filter(
    ({ path, target }) => topOf(path) === topOf(target) && unitOf(path) !== unitOf(target),
  );
  const next = new Map<string, Set<string>>();
  for (const { path, target } of inside) {
    const units = next.get(unitOf(path)) ?? new Set();
    next.set(unitOf(path), units.add(unitOf(target)));
  }
  return inside.flatMap(({ path, target, line }) => {
    const [from, to] = [unitOf(path), unitOf(target)];
    const back = from.endsWith('.ts') ? undefined : wayBetween(to, from, next);
    if (back === undefined) return [];
    const message = `${from} imports ${to}, which leads back to it (${back.join(' → ')}); move what both need to a folder that imports neither`;
    return [{ path, line, message }];
  });
}

const topOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** Sub-folder, or direct file, of a path: `src/http/pages` of src/http/pages/page.ts. */
const unitOf = (path: string) => path.split('/').slice(0, 3).join('/');

/** Shortest path, including both ends; undefined if there is none. */
function wayBetween(
  from: string,
  to: string,
  next: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (const unit of queue) {
    if (unit === to) {
      const way = [unit];
      while (way[0] !== from) way.unshift(cameFrom.get(way[0]!)!);
      return way;
    }
    for (const other of next.get(unit) ?? []) {
      if (other === from || cameFrom.has(other)) continue;
      cameFrom.set(other, unit);
      queue.push(other);
    }
  }
  return undefined;
}
