import type { Schemas } from '../api/calls.ts';
import { count, signedUsd } from '../format/numbers.ts';
import { whyOf } from '../words/unknown.ts';

const dayMs = 86_400_000;

type Daily = Schemas['TraderSkillBody']['netPerDay'];
type Total = Pick<Schemas['PnlPoint'], 'from' | 'to' | 'netPnl'>;

/** Whether a wallet makes money, and whether luck explains it: one sentence with its figures. */
export function verdictOf(daily: Daily, total: Total): string {
  const { value, low, high, days, closedPositions, insufficient } = daily;
  const spanDays = Math.round((Date.parse(total.to) - Date.parse(total.from)) / dayMs);
  const recent =
    total.netPnl === null ? '' : `; ${signedUsd(total.netPnl)} after costs in the last ${spanDays} days`;
  if (value === null) return `Whether it makes money is not known: ${whyOf(daily.reason)}${recent}.`;
  if (value === 0) return `It neither made nor lost money over ${days} days${recent}.`;
  const luck = value > 0 ? 'luck' : 'bad luck';
  const made = value > 0 ? 'It made money' : 'It lost money';
  const average = `${signedUsd(value)} a day over ${days} days`;
  if (insufficient?.length) {
    return `${made}, but ${days} days with ${count(closedPositions)} closed positions are too few to rule out ${luck}: ${average}${recent}.`;
  }
  const isSure = value > 0 ? low !== null && low > 0 : high !== null && high < 0;
  const end = (bound: number | null) => (bound === null ? 'no bound' : signedUsd(bound));
  const judged = isSure ? `, more than ${luck} explains` : `, but that may be ${luck}`;
  return `${made}${judged}: ${average} (95 %: ${end(low)} to ${end(high)})${recent}.`;
}
