/** Size of the tests: small in `npm test`, full in `npm run campaign`, which passes a seed to its files. */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { campaign: { type: 'string' }, minutes: { type: 'string' } },
  strict: false,
});

/** The seed of the campaign that runs this file; 1 in `npm test`. */
export const campaignSeed = Number(values.campaign ?? 1);

/** Minutes of a run of a time-based test. */
export const runMinutes = Number(values.minutes ?? 1);

/** Size of a test: `check` for every change, `campaign` for full runs. */
export function sized<T>({ check, campaign }: { check: T; campaign: T }): T {
  return values.campaign === undefined ? check : campaign;
}
