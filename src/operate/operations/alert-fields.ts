import { readFileSync } from 'node:fs';
import { ControlError } from '../../control/control-error.ts';
import { hourMs, systemClock } from '../../kernel/clock.ts';
import { UsageError } from '../../kernel/command-line.ts';
import { durationMs, instantMs } from '../../kernel/instant.ts';
import { feedArguments, isListArgument } from '../../streams/feed-arguments.ts';
import type { AccountCaller, CallLimit, FieldText } from '../operation.ts';
import type { AccountStores } from '../operator-stores.ts';

export const feedArgument: FieldText = [
  '<FEED>',
  'trades, tradesByCoin, liquidations … (docs/guides/alerts.md)',
];
export const alertOptions: Readonly<Record<string, FieldText>> = Object.fromEntries(
  Object.entries(feedArguments).map(([name, { option }]): [string, FieldText] => [
    name,
    isListArgument(name) ? [...option, { read: listOf }] : [...option],
  ]),
);
/** For changes to an alert, where the description names no default. */
export const coolDownChange: FieldText = [
  '--cool-down <TIME>',
  'holds events back for this time after a message: 5m, 1h',
  { kind: 'duration' },
];
export const coolDownOption: FieldText = [
  coolDownChange[0],
  `${coolDownChange[1]} (default: 0s)`,
  { kind: 'duration' },
];
export const idArgument: FieldText = ['<ID>', 'id of the alert, as alerts list shows it'];

/** Parses a past time; a duration counts back from now. @throws UsageError */
export function momentBack(given: string): number {
  const agoMs = durationMs(given);
  const timeMs = agoMs === undefined ? instantMs(given) : systemClock.nowMs() - agoMs;
  if (timeMs === undefined)
    throw new UsageError('It must be a time back from now, like 7d, a date or an instant.');
  return timeMs;
}

/** @throws UsageError for an unreadable file */
export function listOf(given: string): string[] {
  const [file] = given.startsWith('@') ? [given.slice(1)] : [];
  try {
    const all = file === undefined ? given : readFileSync(file, 'utf8');
    return all.split(/[\s,]+/).filter((one) => one !== '');
  } catch {
    throw new UsageError(`the file ${file} cannot be read`);
  }
}

/** Rate limits per account. */
export const alertLimits = {
  change: { name: 'alerts changed', action: 'changed its alerts', limit: 120, windowMs: hourMs },
  rehearse: { name: 'alerts rehearsed', action: 'asked for estimates', limit: 60, windowMs: hourMs },
  test: { name: 'alerts tested', action: 'tested its alerts', limit: 30, windowMs: hourMs },
  setBack: { name: 'alerts set back', action: 'set its alerts back', limit: 10, windowMs: hourMs },
} satisfies Record<string, CallLimit>;

/** Fits a form; rules of an operator may have ten thousand. */
const accountWallets = 1_000;

/** @throws ControlError `invalid_input` if people of an account name more wallets than a form has */
export function checkWallets(caller: AccountCaller | undefined, wallets: readonly string[] = []): void {
  if (caller === undefined || wallets.length <= accountWallets) return;
  throw new ControlError(
    'invalid_input',
    `wallets has ${wallets.length} addresses; name at most ${accountWallets}`,
  );
}

export const alertsOf = async ({ control }: AccountStores) => (await control()).alerts;

export async function deskOf(stores: AccountStores) {
  const { analytics } = await stores.fills();
  return { alerts: await alertsOf(stores), analytics, terms: stores.alerts };
}
