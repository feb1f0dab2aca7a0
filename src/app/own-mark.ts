import { simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import type { Config } from '../config/config.ts';
import { checkSource, readDataMark } from '../operate/data-mark.ts';

/**
 * Refuses a source whose data would be mixed with those that the data directory is marked with, before anything else is loaded or
 * opened. What has no mark is looked at when it is open (`chosen-source.ts`).
 *
 * @throws MixedData saying what it holds and what to do
 */
export function refuseOtherSource({ clickhouseUrl, dataDir, source, seed }: Config): void {
  if (clickhouseUrl !== undefined) return;
  const mark = readDataMark(dataDir);
  if (mark !== undefined)
    checkSource({ dataDir, mark, source, seed, model: simulationModel, hasFills: false });
}
