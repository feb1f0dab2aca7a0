/** How much a test does: little of it in `npm test`, all of it in `npm run campaign`, which hands a seed to its files. */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { campaign: { type: 'string' }, minutes: { type: 'string' } },
  strict: false,
});

/** The seed of the campaign that runs this file; 1 in `npm test`. */
export const campaignSeed = Number(values.campaign ?? 1);

/** Minutes of one run of a test that goes on for the time that it is given. */
export const runMinutes = Number(values.minutes ?? 1);

/** The size of a test: `check` for every change, `campaign` for the whole. */
export function sized<T>({ check, campaign }: { check: T; campaign: T }): T {
  return values.campaign === undefined ? check : campaign;
}
