import { type CommandOutput, Exit, exitCodes } from '../../kernel/command-line.ts';
import { minuteText, textTable } from '../command-text.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { operation } from '../operation.ts';

export const doctor = operation({
  name: 'doctor',
  method: 'GET',
  path: '/admin/v1/doctor',
  operationId: 'service-doctor',
  summary:
    'what is read and missing, disk and memory, conflicts of settings, the last start, what needs the operator',
  output: diagnosis,
  run: async (stores) => (await import('../stored-diagnosis.ts')).diagnoseStores(stores),
  command: {
    words: 'doctor',
    summary: 'say what is read, what is missing, and what needs you',
    description: `Says what is read and to when, what is missing and why, when it will be whole at the present pace, disk and memory by
part, settings that contradict each other, and what the last start did. Asks the running service; without one it reads the stores.
Ends with 1 if something needs the operator.`,
    examples: '\nExamples:\n  tidemark doctor\n  tidemark doctor --json | jq -r ".needs[]"',
    json: true,
    async act({ json }, desk) {
      const found = (await desk.open((call) => call('doctor', {}))) as Diagnosis;
      if (json) desk.printJson(found);
      else printDiagnosis(found, desk);
      if (found.needs.length > 0) throw new Exit(exitCodes.failed);
    },
  },
});

const bytesText = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function printDiagnosis(found: Diagnosis, { stdout }: CommandOutput): void {
  const { reads, missing, disk, memory, start, settings, needs } = found;
  const lines = (texts: readonly string[]) => texts.map((line) => `${line}\n`).join('');
  const parts = (list: readonly { part: string; bytes: number }[]) =>
    list.map(({ part: name, bytes }) => ({ part: name, size: bytesText(bytes) }));
  const free = disk.freeBytes === undefined ? [] : [{ part: 'free', size: bytesText(disk.freeBytes) }];
  const section = (title: string, content: string) =>
    stdout.write(content === '' ? '' : `${title}\n${content.replace(/^(?=.)/gm, '  ')}\n`);
  const table = (rows: readonly Record<string, string>[]) => (rows.length === 0 ? '' : textTable(rows));

  section('Read', table(reads.map(({ source, toMs, state }) => ({ source, to: minuteText(toMs), state }))));
  section(
    'Missing',
    table(
      missing.map((one) => ({
        what: one.what,
        count: String(one.count ?? '-'),
        since: minuteText(one.foundAtMs),
        'whole at': minuteText(one.wholeAtMs),
        why: one.why,
      })),
    ) || 'nothing\n',
  );
  section('Disk', table([...parts(disk.parts), ...free]));
  section('Memory', table(parts(memory)));
  if (start !== undefined) section('Last start', startText(start));
  section('Settings that contradict each other', lines(settings));
  section('Needs you', lines(needs) || 'nothing\n');
}

function startText({ startedAtMs, readyAtMs, version, phases, warnings }: NonNullable<Diagnosis['start']>) {
  const took = readyAtMs === undefined ? 'not ready' : `ready after ${secondsText(readyAtMs - startedAtMs)}`;
  const steps = phases.map(
    ({ phase, lastedMs }) => `${phase}: ${lastedMs === undefined ? 'not done' : secondsText(lastedMs)}`,
  );
  return [`${minuteText(startedAtMs)}, version ${version}, ${took}`, ...steps, ...warnings]
    .map((line) => `${line}\n`)
    .join('');
}

const secondsText = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
