import type { Static } from 'typebox';
import { outcomeCoin } from '../../domain/outcome.ts';
import { keywordValues, templateIdOf, titleOf } from '../../domain/outcome-template.ts';
import { outcomeDisplayName, outcomeTerms } from '../../domain/outcome-terms.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import type { OutcomeActivity } from '../../views/outcomes/window-activity.ts';
import type { outcomeListItem, outcomeSideBody, priceBinary } from '../bodies/outcome-list.ts';

/** First asset id of outcomes (docs/exchange.md#coins). */
const firstAssetId = 100_000_000;

/** The names of an outcome; empty if the exchange has none. */
export function outcomeNames(facts: OutcomeFacts | undefined): { name?: string; displayName?: string } {
  if (facts === undefined) return {};
  // "Fallback" is a name; "template fallback" is not.
  const name = facts.name.startsWith('template') ? titleOf(facts) : facts.name;
  return { name, displayName: outcomeDisplayName(facts) };
}

/** Venue and deployer of an outcome; empty for outcomes of the exchange. */
export function venueOf(facts: OutcomeFacts | undefined) {
  const { venue, deployer, deployerFeeScale } = facts ?? {};
  return {
    ...(venue !== undefined && { venue }),
    ...(deployer !== undefined && { deployer }),
    ...(deployerFeeScale !== undefined && { deployerFeeScale }),
  };
}

/** The template values of an outcome; empty for other outcomes. */
function templateBody({ name, description, template }: OutcomeFacts) {
  const id = templateIdOf(name);
  if (id === undefined) return {};
  const keywords = [...keywordValues(description)].map(([keyword, value]) => {
    const type = template?.hints.get(keyword);
    return { keyword, ...(type !== undefined && { type }), value };
  });
  return { template: id, keywords };
}

/** The token of a side: `+90`. */
export function sideToken(outcomeId: number, sideIndex: number): string {
  return `+${outcomeCoin({ outcomeId, sideIndex }).slice(1)}`;
}

/** The name of a side; its coin if unknown. */
export function sideName(outcomeId: number, sideIndex: number, facts: OutcomeFacts | undefined): string {
  return facts?.sideNames[sideIndex] ?? outcomeCoin({ outcomeId, sideIndex });
}

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

/** The parsed description of a price outcome; undefined if it does not parse. */
function priceBinaryBody(facts: OutcomeFacts): Static<typeof priceBinary> | undefined {
  const terms = outcomeTerms(facts);
  if (terms === undefined) return undefined;
  const { class: kind, underlying, period = 'once', expiryMs, targetPrice, comparison, seconds } = terms;
  return {
    class: kind,
    underlying,
    period,
    ...(expiryMs !== undefined && { expiry: rfc3339(expiryMs) }),
    ...(targetPrice !== undefined && { targetPrice }),
    ...(comparison !== undefined && { comparison }),
    ...(seconds !== undefined && { seconds }),
  };
}

type ListItem = Static<typeof outcomeListItem>;

type Described = Omit<ListItem, keyof OutcomeActivity>;

/** List fields that do not depend on trades, cached per outcome. */
const described = new WeakMap<OutcomeFacts, Described>();

export function outcomeItem(activity: OutcomeActivity, facts: OutcomeFacts | undefined): ListItem {
  if (facts === undefined) return { ...activity, sides: outcomeSides(activity.outcomeId, facts) };
  const known = described.get(facts) ?? describe(facts);
  described.set(facts, known);
  return { ...activity, ...known };
}

function describe(facts: OutcomeFacts): Described {
  const parsed = priceBinaryBody(facts);
  const { settlement } = facts;
  return {
    ...outcomeNames(facts),
    description: facts.description,
    ...venueOf(facts),
    ...(settlement?.timeMs !== undefined && { settledAt: rfc3339(settlement.timeMs) }),
    ...(settlement !== undefined && { settleFraction: settlement.fraction }),
    ...templateBody(facts),
    sides: outcomeSides(facts.outcomeId, facts),
    ...(parsed !== undefined && { priceBinary: parsed }),
  };
}
