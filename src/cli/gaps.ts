import { type Command, Option } from 'commander';
import { type Gap, type GapFeed, gapFeeds } from '../jobs/gap-list.ts';
import { addressOption } from './address-option.ts';
import type { CliContext } from './context.ts';
import {
  type ControlOptions,
  dataOption,
  jsonOption,
  minuteText,
  momentText,
  noteLimit,
  printList,
  withControl,
} from './control-command.ts';
import { countOption } from './count-option.ts';
import { textTable } from './text-table.ts';

interface GapsOptions extends ControlOptions {
  feed?: GapFeed;
  wallet?: string;
  limit: number;
}

const examples = `
Examples:
  tidemark gaps                                 those found last
  tidemark gaps --feed fills --limit 1000 --json
  tidemark gaps --wallet 0x31ca8395cf837de08b24da3f660e77761dfb974b`;

/** `tidemark gaps`: what the record lacks and nothing can bring back. */
export function addGaps(program: Command, context: CliContext): void {
  program
    .command('gaps')
    .summary('list what the record lacks')
    .description(
      'Lists the gaps of live reading that nothing can fill, those found last first; then holes that are still being read, open.',
    )
    .addOption(new Option('--feed <FEED>', 'of one feed alone').choices(gapFeeds))
    .option('--wallet <ADDRESS>', 'of one wallet alone', addressOption)
    .option('--limit <N>', 'at most so many (1 to 1000)', countOption(1_000), 100)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(({ feed, wallet, limit, json, data }: GapsOptions) =>
      withControl(context, { command: 'gaps', data }, async (operations) => {
        const gaps = await operations.listGaps({ feed, wallet, limit });
        printList(gaps, { json, table, none: 'no gaps' }, context);
        noteLimit(gaps, limit, context);
      }),
    );
}

const table = (gaps: readonly Gap[]) => textTable(gaps.map(row));

function row({
  feed,
  wallet,
  coin,
  lostFromMs,
  lostUntilMs,
  reason,
  foundAtMs,
}: Gap): Record<string, string> {
  return {
    feed,
    wallet: wallet ?? '-',
    coin: coin ?? '-',
    from: lostFromMs === undefined ? 'ever' : momentText(lostFromMs),
    to: momentText(lostUntilMs),
    reason,
    found: minuteText(foundAtMs),
  };
}
