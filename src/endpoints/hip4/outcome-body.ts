import type { Static } from 'typebox';
import { outcomeCoin } from '../../domain/outcome.ts';
import { outcomeDisplayName, outcomeTerms } from '../../domain/outcome-terms.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import type { OutcomeActivity } from '../../views/outcomes/window-activity.ts';
import type { outcomeListItem, outcomeSideBody, priceBinary } from '../bodies/outcome-list.ts';

/** Assets of outcomes count from here (docs/exchange.md#coins). */
const firstAssetId = 100_000_000;

/** The names of an outcome; neither where the exchange has none of it. */
export function outcomeNames(facts: OutcomeFacts | undefined): { name?: string; displayName?: string } {
  return facts === undefined ? {} : { name: facts.name, displayName: outcomeDisplayName(facts) };
}

/** The token of a side: `+90`. */
export function sideToken(outcomeId: number, sideIndex: number): string {
  return `+${outcomeCoin({ outcomeId, sideIndex }).slice(1)}`;
}

/** The name of a side, where none is known its coin. */
export function sideName(outcomeId: number, sideIndex: number, facts: OutcomeFacts | undefined): string {
  return facts?.sideNames[sideIndex] ?? outcomeCoin({ outcomeId, sideIndex });
}

/** Both sides of an outcome. */
export function outcomeSides(
  outcomeId: number,
  facts: OutcomeFacts | undefined,
): Static<typeof outcomeSideBody>[] {
  return [0, 1].map((index) => ({
    index,
    name: sideName(outcomeId, index, facts),
    sideToken: sideToken(outcomeId, index),
    coinKey: outcomeCoin({ outcomeId, sideIndex: index }),
    assetId: firstAssetId + outcomeId * 10 + index,
  }));
}

/** What the description of a price outcome says; undefined where it does not parse. */
export function priceBinaryBody(description: string): Static<typeof priceBinary> | undefined {
  const terms = outcomeTerms(description);
  if (terms === undefined) return undefined;
  const { class: kind, underlying, period, expiryMs, targetPrice } = terms;
  return {
    ...{ class: kind, underlying, period },
    ...(expiryMs !== undefined && { expiry: rfc3339(expiryMs) }),
    ...(targetPrice !== undefined && { targetPrice }),
  };
}

type ListItem = Static<typeof outcomeListItem>;

type Described = Omit<ListItem, keyof OutcomeActivity>;

/** What a list says of outcomes whatever was traded: made once for each of them. */
const described = new WeakMap<OutcomeFacts, Described>();

/** One row of a list of outcomes. */
export function outcomeItem(activity: OutcomeActivity, facts: OutcomeFacts | undefined): ListItem {
  if (facts === undefined) return { ...activity, sides: outcomeSides(activity.outcomeId, facts) };
  const known = described.get(facts) ?? describe(facts);
  described.set(facts, known);
  return { ...activity, ...known };
}

function describe(facts: OutcomeFacts): Described {
  const parsed = priceBinaryBody(facts.description);
  return {
    ...outcomeNames(facts),
    description: facts.description,
    sides: outcomeSides(facts.outcomeId, facts),
    ...(parsed !== undefined && { priceBinary: parsed }),
  };
}
