import type { Schemas } from '../api/calls.ts';

/** Why the API leaves a figure out. */
export type Reason =
  | NonNullable<Schemas['SkillFigure']['reason']>
  | NonNullable<Schemas['AccountValuePart']['reason']>
  | 'costs-incomplete';

/** Each reason in words, and the event after which the figure is known. */
const reasons: Record<Reason, readonly [why: string, until: string]> = {
  'before-record': ['the record begins later', 'the window begins within the record'],
  'after-record': ['the record ends earlier', 'newer data is read'],
  'fills-gap': ['fills are missing', 'the missing fills are imported'],
  quarantined: ['a record of that time cannot be read', 'the damaged record is imported again'],
  'fee-price': ['a fee was paid in a token without a price', 'the window begins after that fee'],
  'funding-not-read': ['funding payments were not read', 'the funding payments are read'],
  'funding-by-day': ['the exchange merged the payments of a day', 'the window begins after that day'],
  'no-mark': ['a position has no price at the start or end', 'prices of that time are imported'],
  'flows-not-read': ['deposits and transfers were not read', 'the deposits and transfers are read'],
  'unvalued-transfer': ['a transfer has no known value', 'the window begins after that transfer'],
  'no-state': ['the account was not fully read', 'the account is read from the exchange'],
  'no-equity': ['the account was empty', 'the account holds money for a whole day'],
  'no-variation': ['all days have the same return', 'days with different returns are over'],
  'no-loss': ['no day lost anything', 'a day ends with a loss'],
  'no-position': ['no position was closed', 'a position is closed'],
  'no-day': ['no day of the window is over', 'a UTC day of the record is over'],
  'not-read': ['not read yet', 'the account is read from the exchange'],
  'not-in-state': ['the exchange’s answer lacked it', 'the exchange’s answer has it'],
  'no-price': ['a token has no price now', 'its tokens have a price'],
  'moved-since': ['money moved after the reading', 'the account is read again'],
  'costs-incomplete': [
    'fees or funding are incomplete in the record',
    'fees and funding of all days are imported',
  ],
  'counted-in-spot': ['counted in spot', 'the account keeps its collateral apart'],
};

export const whyOf = (reason: Reason | undefined) =>
  reason === undefined ? 'no reason given' : reasons[reason][0];

/** One sentence on when the figures behind the marks become known; undefined if all are. */
export function whenKnown(given: readonly (Reason | undefined)[] = []): string | undefined {
  const until = new Set(given.flatMap((reason) => (reason === undefined ? [] : [reasons[reason][1]])));
  return until.size === 0
    ? undefined
    : `Figures marked ? become known once ${[...until].join(', and once ')}.`;
}
