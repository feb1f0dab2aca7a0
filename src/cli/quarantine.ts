import type { Command } from 'commander';
import { conflictEvent } from '../analytics/quarantine-event.ts';
import type { Quarantined } from '../jobs/quarantine-list.ts';
import type { CliContext } from './context.ts';
import {
  type ControlOptions,
  dataOption,
  jsonOption,
  minuteText,
  noteLimit,
  printList,
  withControl,
} from './control-command.ts';
import { countOption } from './count-option.ts';
import { textTable } from './text-table.ts';

interface QuarantineOptions extends ControlOptions {
  source?: string;
  limit: number;
}

/** How the sources of live feeds begin. */
const liveSource = 'hyperliquid ';

const examples = `
Examples:
  tidemark quarantine                           what was met last
  tidemark quarantine --source '${liveSource}'   what live feeds told
  tidemark quarantine --json | jq -r '.[].raw'`;

/** Of a text in a table's line. */
const lineCharacters = 60;

/** `tidemark quarantine`: what sources told and nobody can use. */
export function addQuarantine(program: Command, context: CliContext): void {
  program
    .command('quarantine')
    .summary('list what could not be used, with the reason')
    .description('Lists what files and live feeds told and nobody can use, what was met last first.')
    .option('--source <START>', 'those alone whose source (a file, a feed) begins so')
    .option('--limit <N>', 'at most so many (1 to 1000)', countOption(1_000), 100)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(({ source, limit, json, data }: QuarantineOptions) =>
      withControl(context, { command: 'quarantine', data }, async (operations) => {
        const listed = await operations.listQuarantined({ source, limit });
        printList(listed, { json, table, none: 'nothing is in quarantine' }, context);
        noteLimit(listed, limit, context);
      }),
    );
}

const table = (listed: readonly Quarantined[]) => textTable(listed.map(row));

function row(quarantined: Quarantined): Record<string, string> {
  const { source, reason, raw, metAtMs } = quarantined;
  return {
    source,
    place: placeText(quarantined),
    met: minuteText(metAtMs),
    reason,
    text: raw.length > lineCharacters ? `${raw.slice(0, lineCharacters)}…` : raw,
  };
}

/** Where in a file it stands; a live feed has no lines. */
function placeText({ source, line, event, blockEvent = event }: Quarantined): string {
  if (`${source} `.startsWith(liveSource)) return '-';
  // A conflict that an early version stored: a hash stands for its line, and its text names the fill.
  if (event === conflictEvent && Number(line) > 0xffff_ffff) return '-';
  return blockEvent < 0 ? `line ${line}` : `line ${line}, event ${blockEvent}`;
}
