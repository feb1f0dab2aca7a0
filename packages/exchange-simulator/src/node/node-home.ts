import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../../../src/kernel/directory.ts';

/** Origin of a directory's files; stored in it, so that a restart resumes the same exchange. */
export interface NodeOrigin {
  seed: string;
  wallets: number;
  coins: number;
  fillsPerSecond: number;
  /** Unix milliseconds. */
  startMs: number;
  /** Lead of its clock over the machine's, ms. */
  aheadMs: number;
}

const fileName = '.simulator.json';

/**
 * Opens a directory for a node's files.
 *
 * @param origin requested origin; `startMs` is undefined if any start is accepted
 * @returns the origin of existing files; undefined if there are none
 * @throws Error if the directory cannot be created, or holds files of another node or exchange
 */
export function openNodeHome(
  dir: string,
  origin: Omit<NodeOrigin, 'startMs' | 'aheadMs'> & { startMs: number | undefined },
): NodeOrigin | undefined {
  makeDirectory(dir);
  const path = join(dir, fileName);
  if (!existsSync(path)) {
    const found = [
      'node_fills_by_block',
      'node_fills',
      'misc_events_by_block',
      'node_twap_statuses_by_block',
    ].find((kind) => existsSync(join(dir, kind)));
    if (found === undefined) return undefined;
    throw new Error(`${dir} holds ${found} that no simulator wrote here; name another directory`);
  }
  let kept: NodeOrigin;
  try {
    kept = JSON.parse(readFileSync(path, 'utf8')) as NodeOrigin;
  } catch {
    throw new Error(`${path} is damaged; remove the directory, or name another one`);
  }
  for (const name of ['seed', 'wallets', 'coins', 'fillsPerSecond', 'startMs'] as const) {
    if (origin[name] === undefined || origin[name] === kept[name]) continue;
    throw new Error(
      `${dir} holds files of an exchange with ${name} ${kept[name]}, not ${origin[name]}; name another directory, or the same options`,
    );
  }
  return kept;
}

/** Stores the origin of a directory's files in it. */
export function keepNodeOrigin(dir: string, origin: NodeOrigin): void {
  writeFileSync(join(dir, fileName), `${JSON.stringify(origin)}\n`);
}
