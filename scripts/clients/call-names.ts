import type { ApiOperation } from './api-operations.ts';

/** Group of a call in the clients: `pulse` of `pulse.cohorts.daily-stats`. */
export function groupOf({ id }: ApiOperation): string {
  return id.split('.')[0]!;
}

/** Operations by their group, both in the order of their names. */
export function byGroup(operations: readonly ApiOperation[]): [string, ApiOperation[]][] {
  const groups = Map.groupBy(operations, groupOf);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The words of an operation's name within its group: `cohorts`, `daily`, `stats`. */
function wordsOf({ id }: ApiOperation): string[] {
  return id.split('.').slice(1).join('-').split('-');
}

/** `cohortsDailyStats`. */
export function camelName(operation: ApiOperation): string {
  return wordsOf(operation)
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
}

/** `cohorts_daily_stats`. */
export function snakeName(operation: ApiOperation): string {
  return wordsOf(operation).join('_');
}

/** `min_trades` of `minTrades`. */
export function snakeWord(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of the Python methods' own arguments. */
const ownArguments = new Set(['self', 'options', 'max_rows']);

/** @throws Error where two operations would be one call, or two arguments of a call one */
export function checkNames(operations: readonly ApiOperation[]): void {
  for (const name of [camelName, snakeName]) {
    const seen = new Map<string, string>();
    for (const operation of operations) {
      const full = `${groupOf(operation)}.${name(operation)}`;
      if (seen.has(full)) throw new Error(`${seen.get(full)} and ${operation.id} would both be ${full}`);
      seen.set(full, operation.id);
    }
  }
  for (const { id, parameters } of operations) {
    const taken = new Set(ownArguments);
    for (const { name } of parameters) {
      const word = snakeWord(name);
      if (taken.has(word)) throw new Error(`${id}: its parameter ${name} would be a second ${word}`);
      taken.add(word);
    }
  }
}
