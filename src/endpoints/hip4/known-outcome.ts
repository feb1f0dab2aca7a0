import { outcomeCoin } from '../../domain/outcome.ts';
import { notFound } from '../../kernel/problem.ts';
import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import type { Sources } from '../sources.ts';

/** The largest outcome id whose sides are coins. */
const largestOutcome = 10 ** 14 - 1;
/**
 * The facts of an outcome; undefined if only its fills are known.
 *
 * @throws Problem 404 if neither the exchange's lists nor a fill have the outcome
 */
export async function knownOutcome(
  sources: Pick<Sources, 'knownOutcomes' | 'coins'>,
  outcomeId: number,
  signal: AbortSignal,
): Promise<OutcomeFacts | undefined> {
  if (outcomeId < 0 || outcomeId > largestOutcome) throw unknownOutcome(outcomeId);
  const facts = (await sources.knownOutcomes(signal)).get(outcomeId);
  const coins = [0, 1].map((sideIndex) => outcomeCoin({ outcomeId, sideIndex }));
  if (facts === undefined && !coins.some((coin) => sources.coins.resolve(coin) === coin))
    throw unknownOutcome(outcomeId);
  return facts;
}

function unknownOutcome(outcomeId: number) {
  return notFound(
    `There is no outcome ${outcomeId}: the exchange has listed none of this number, and no fill names it.`,
  );
}
