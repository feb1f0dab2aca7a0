/**
 * `npm run campaign`: runs the tests at full size, of which `npm test` runs a small part, seed after seed, until the time is over or every
 * campaign is done. Prints a failed run as the command that repeats it.
 */
import { parseArgs } from 'node:util';
import { makeTemplates } from '../test/data-template.ts';
import { type CampaignOptions, runCampaigns } from './campaign-runs.ts';
import { campaigns } from './campaigns.ts';
import { requirePrograms, testPrograms } from './debian.ts';

const help = `Usage: npm run campaign -- [options]

  --minutes N        after N minutes no run begins, and the one under way is ended (default: 60)
  --seed N           the seed of the first run; each further one has the next (default: 1)
  --run-minutes N      how long a run of the campaign hostile goes on (default: 4)
  --only a,b         these campaigns only
  --runs N           N runs of each, in place of its own number
  --test-name-pattern P   only the tests whose names match

Campaigns:
${Object.entries(campaigns)
  .map(([name, { does, runs }]) => `  ${name.padEnd(14)} ${does}; ${runs} runs`)
  .join('\n')}
`;

/** @throws Error that names the invalid option */
function readOptions(args: string[]): CampaignOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      'run-minutes': { type: 'string', default: '4' },
      runs: { type: 'string' },
      only: { type: 'string' },
      'test-name-pattern': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const chosen = values.only?.split(',') ?? Object.keys(campaigns);
  const unknown = chosen.filter((name) => !Object.hasOwn(campaigns, name));
  if (unknown.length > 0) {
    throw new Error(
      `no such campaign: ${unknown.join(', ')}; there are ${Object.keys(campaigns).join(', ')}`,
    );
  }
  return {
    minutes: countOf('minutes', values.minutes),
    seed: countOf('seed', values.seed),
    runMinutes: countOf('run-minutes', values['run-minutes']),
    runs: values.runs === undefined ? undefined : countOf('runs', values.runs),
    chosen,
    pattern: values['test-name-pattern'],
  };
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new Error(`--${name} is a whole number from 1 on, not '${text}'`);
  }
  return count;
}

async function main(): Promise<number> {
  let options: CampaignOptions | undefined;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}; npm run campaign -- --help`);
    return 2;
  }
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  requirePrograms(testPrograms);
  await makeTemplates();
  const failed = await runCampaigns(campaigns, options);
  if (failed.length === 0) return 0;
  console.log(`\n${failed.length} runs failed. Each again:\n  ${failed.join('\n  ')}`);
  return 1;
}

process.exit(await main());
