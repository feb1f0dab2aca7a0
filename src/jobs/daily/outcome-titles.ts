import { outcomeSideOf } from '../../domain/outcome.ts';
import { outcomeDisplayName } from '../../domain/outcome-terms.ts';
import type { KnownOutcomes } from '../../views/outcomes/known-outcomes.ts';

/** An outcome with its question: `FOMC, September 2026: Decrease`. */
export function outcomeTitle(known: KnownOutcomes, outcomeId: number): string {
  const facts = known.get(outcomeId);
  return facts === undefined ? `Outcome ${outcomeId}` : outcomeDisplayName(facts);
}

/** `Yes`, or the side's number if the exchange has not named it. */
export function sideTitle(known: KnownOutcomes, outcomeId: number, sideIndex: number): string {
  return known.get(outcomeId)?.sideNames[sideIndex] ?? `Side ${sideIndex}`;
}

/** A coin as a headline names it: of an outcome its side and question. */
export function coinTitle(known: KnownOutcomes, coin: string): string {
  const side = outcomeSideOf(coin);
  if (side === undefined) return coin;
  return `${sideTitle(known, side.outcomeId, side.sideIndex)} of “${outcomeTitle(known, side.outcomeId)}”`;
}
