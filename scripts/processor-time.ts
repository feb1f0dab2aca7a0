/** Processor time of a test file: its process records its total after each file; the run computes the differences. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes that ended and were waited for in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of a processor that this process and those it has waited for have used. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
}

function endedChildrenSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // The fields behind the name, which may hold blanks: state is the first, children's user and system time the 14th and 15th.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** @param entry of the process; its records are stored next to it */
const notesOf = (entry: string) => `${entry}.times`;

/** Notes that a file of this process has ended. A process of another's (a fork with its arguments) notes nothing. */
export function noteProcessorTime(entry: string, file: string): void {
  if (process.argv[1] === entry) appendFileSync(notesOf(entry), `${file}\t${usedSeconds()}\n`);
}

/** Processor seconds of a process by file; the last record includes the exit of the process. */
export function processorTimes(entry: string): Map<string, number> {
  const times = new Map<string, number>();
  if (!existsSync(notesOf(entry))) return times;
  let before = 0;
  for (const line of readFileSync(notesOf(entry), 'utf8').trimEnd().split('\n')) {
    const [file, seconds] = line.split('\t') as [string, string];
    times.set(file, (times.get(file) ?? 0) + Number(seconds) - before);
    before = Number(seconds);
  }
  return times;
}
