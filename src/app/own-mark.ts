import { simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import type { Config } from '../config/config.ts';
import { checkSource, readDataMark } from '../operate/data-mark.ts';

/**
 * Refuses a source whose data would mix with the marked data of the data directory, before anything else is loaded or opened.
 * `chosen-source.ts` checks unmarked directories once they are open.
 *
 * @throws MixedData naming the stored source and the remedy
 */
export function refuseOtherSource({ clickhouseUrl, dataDir, source, seed }: Config): void {
  if (clickhouseUrl !== undefined) return;
  const mark = readDataMark(dataDir);
  if (mark !== undefined)
    checkSource({ dataDir, mark, source, seed, model: simulationModel, hasFills: false });
}
