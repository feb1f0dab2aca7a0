import type { Static } from 'typebox';
import { isOutcome, isSpotPair } from '../../domain/coin-name.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { text } from './fields.ts';
import { builderStamp } from './verification-stamps.ts';

/** Sources and gaps of builder figures; the same on every answer. */
export const dataNotes =
  'Attributed means: a fill whose record names the builder and what it took. Records of archives have both, complete since ' +
  "2025-01-25; fills that were read live name no builder until an archive's record of the same fill, or the builder's daily file, comes. Revenue is the sum of the " +
  'builder fees of attributed fills in USD: the public record holds no ledger of the exchange, so that coverage is null until its ' +
  'own running total was read twice, and then compares the two between the readings. Orders are not observed: a trader with an order that was not filled is not counted, and months of ' +
  'retention are those of fills. Spot purchases and purchases of outcomes pay no builder.';

/** Last fields of every answer about builders. */
export const builderAnswerFields = {
  dataNotes: text('What the figures rest on, and what they lack.'),
  verified: optional(builderStamp),
};

export const builderNameField = optional(text('Name of the builder; absent if unknown.'));

/**
 * Values of {@link builderAnswerFields}.
 * @param options.builder whose coverage the answer shows; default: all builders together
 */
export async function builderAnswer(
  { newestBlock, builderCoverage }: Pick<Sources, 'newestBlock' | 'builderCoverage'>,
  { builder = '', signal }: { builder?: string; signal: AbortSignal },
): Promise<{ dataNotes: string; verified?: Static<typeof builderStamp> }> {
  const newest = newestBlock();
  // Without a fill there is no newest time.
  if (newest === undefined || newest.timeMs <= 0) return { dataNotes };
  const ledger_chain_time = rfc3339(newest.timeMs);
  const coverage = await builderCoverage(builder, signal);
  return { dataNotes, verified: { ledger_block: newest.block ?? 0, ledger_chain_time, coverage } };
}

/** A builder's name as a part of a body; empty if unknown. */
export function builderName({ builderNames }: Pick<Sources, 'builderNames'>, builder: string) {
  const name = builderNames.get(builder);
  return name === undefined ? {} : { builderName: name };
}

export const marketTypes = ['perp', 'spot', 'hip4'] as const;

/** A coin's kind of market (docs/exchange.md#coins). */
export function marketType(coin: string): (typeof marketTypes)[number] {
  if (isOutcome(coin)) return 'hip4';
  return isSpotPair(coin) ? 'spot' : 'perp';
}
