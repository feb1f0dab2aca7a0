import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../../../src/kernel/directory.ts';

/** What a directory's files follow from; kept in it, so that a restart goes on with the same exchange. */
export interface NodeOrigin {
  seed: string;
  wallets: number;
  coins: number;
  fillsPerSecond: number;
  /** Unix milliseconds. */
  startMs: number;
  /** What its clock is ahead of the machine's by, ms. */
  aheadMs: number;
}

const fileName = '.simulator.json';

/**
 * Opens a directory for a node's files.
 *
 * @param origin what was asked for; `startMs` is undefined where any is right
 * @returns that of the files which are there; undefined where there are none
 * @throws Error where it cannot be made, or holds files of another node or exchange
 */
export function openNodeHome(
  dir: string,
  origin: Omit<NodeOrigin, 'startMs' | 'aheadMs'> & { startMs: number | undefined },
): NodeOrigin | undefined {
  makeDirectory(dir);
  const path = join(dir, fileName);
  if (!existsSync(path)) {
    const found = ['node_fills_by_block', 'node_fills', 'misc_events_by_block'].find((kind) =>
      existsSync(join(dir, kind)),
    );
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

/** Says in a directory what its files follow from. */
export function keepNodeOrigin(dir: string, origin: NodeOrigin): void {
  writeFileSync(join(dir, fileName), `${JSON.stringify(origin)}\n`);
}
