import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HalfOpenSpan } from '../kernel/span.ts';
import { replaceFile } from '../kernel/whole-file.ts';
import type { Operations } from './operations.ts';

/** The simulated exchange of a data directory: all inputs of its history. */
export interface SimulatedMark {
  source: 'simulated';
  seed: string;
  /** First moment of the history, unix milliseconds. */
  startMs: number;
  /** From this time on the exchange is as busy as a live one. */
  liveFromMs: number;
  /** Trading is known to be busy up to this time only. */
  busyUntilMs?: number;
  /** Spans in which the exchange did not run; trading in them is thin. */
  quiet?: readonly HalfOpenSpan[];
  /** Version of the generator's model: another version cannot continue this history. */
  model: number;
  /** Everything before this time is stored, unix milliseconds; undefined until the first history is stored. */
  storedUntilMs?: number;
}

/** Source of a data directory, written before the first data of a live source. Imports alone write no mark. */
export type DataMark = SimulatedMark | { source: 'hyperliquid' };

/** Thrown instead of mixing data of different sources: real and simulated, two exchanges, two seeds. */
export class MixedData extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MixedData';
  }
}

const fileName = 'tidemark.source.json';

/** @throws Error if the mark is unreadable, because the directory's source is then unknown */
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
  throw new Error(`${file} does not name the content of the directory; restore the file from a backup`);
}

/** Replaces the mark atomically. */
export function writeDataMark(dataDir: string, mark: DataMark): void {
  replaceFile(join(dataDir, fileName), `${JSON.stringify(mark)}\n`);
}

const otherDirectory = 'Name another directory with --data (TIDEMARK_DATA)';

/**
 * Refuses a live source whose data would mix with others.
 *
 * @param options.hasFills whether the directory holds fills already
 * @throws MixedData naming the stored source and the remedy
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
      `${dataDir} holds simulated data of another version of the simulator, which this version cannot continue. ${otherDirectory}, or serve it with --source none.`,
    );
  }
}

/** Refuses imports into a directory of simulated data. */
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
