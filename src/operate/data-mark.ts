import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HalfOpenSpan } from '../kernel/span.ts';
import { replaceFile } from '../kernel/whole-file.ts';
import type { Operations } from './operations.ts';

/** Which simulated exchange a data directory follows: all that its history comes from. */
export interface SimulatedMark {
  source: 'simulated';
  seed: string;
  /** First moment of the history, unix milliseconds. */
  startMs: number;
  /** From here on the exchange is as busy as a live one. */
  liveFromMs: number;
  /** Until then it is known to be busy, and no longer. */
  busyUntilMs?: number;
  /** Times at which it did not run, and trade was thin. */
  quiet?: readonly HalfOpenSpan[];
  /** Version of what a seed makes; another one would not go on where this history ends. */
  model: number;
  /** Everything before it is stored, unix milliseconds; absent until the first history is in. */
  storedUntilMs?: number;
}

/** What a data directory holds, written before the first datum of a live source. Imports alone leave none. */
export type DataMark = SimulatedMark | { source: 'hyperliquid' };

/** Real and simulated data would come together in one directory. */
export class MixedData extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MixedData';
  }
}

const fileName = 'tidemark.source.json';

/** @throws Error where there is a mark that cannot be read: what the directory holds is not known then. */
export function readDataMark(dataDir: string): DataMark | undefined {
  const file = join(dataDir, fileName);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
  try {
    const mark = JSON.parse(text) as DataMark;
    if (mark.source === 'simulated' || mark.source === 'hyperliquid') return mark;
  } catch {
    // reported below
  }
  throw new Error(`${file} does not say what the directory holds; restore it from a backup`);
}

/** Replaces the mark at once or not at all. */
export function writeDataMark(dataDir: string, mark: DataMark): void {
  replaceFile(join(dataDir, fileName), `${JSON.stringify(mark)}\n`);
}

const otherDirectory = 'Name another directory with --data (TIDEMARK_DATA)';

/**
 * Refuses a live source whose data would be mixed with others.
 *
 * @param options.hasFills whether the directory holds fills already
 * @throws MixedData saying what it holds and what to do
 */
export function checkSource(options: {
  dataDir: string;
  mark: DataMark | undefined;
  source: 'none' | 'simulated' | 'hyperliquid' | 'node';
  seed: string | undefined;
  model: number;
  hasFills: boolean;
}): void {
  const { dataDir, mark, source, seed, model, hasFills } = options;
  if (source === 'none') return;
  if (source !== 'simulated') {
    if (mark?.source === 'simulated') {
      throw new MixedData(
        `${dataDir} holds simulated data (seed ${mark.seed}), which real data must not be mixed with. ${otherDirectory}.`,
      );
    }
    return;
  }
  if (mark?.source !== 'simulated') {
    if (mark === undefined && !hasFills) return;
    throw new MixedData(
      `${dataDir} holds real data, which simulated data must not be mixed with. ${otherDirectory}, or serve it with --source none.`,
    );
  }
  if (seed !== undefined && seed !== mark.seed) {
    throw new MixedData(
      `${dataDir} holds the simulated data of seed ${mark.seed}, not ${seed}. ${otherDirectory}, or leave --seed out.`,
    );
  }
  if (model !== mark.model) {
    throw new MixedData(
      `${dataDir} holds simulated data of another version of the simulator, which this one cannot go on with. ${otherDirectory}, or serve it with --source none.`,
    );
  }
}

/** The operations of a data directory; without imports, where it holds simulated data. */
export function guardImports(operations: Operations, dataDir: string): Operations {
  const mark = readDataMark(dataDir);
  if (mark?.source !== 'simulated') return operations;
  return {
    ...operations,
    importPaths: async () => {
      throw new MixedData(
        `${dataDir} holds simulated data (seed ${mark.seed}), which imported data must not be mixed with. ${otherDirectory}.`,
      );
    },
  };
}
