import type { AnalyticsStore } from '../analytics/store.ts';
import { newestBatchToken } from '../changes/batches.ts';
import { placeAfter } from '../changes/fill-log.ts';
import type { LogMark } from '../control/alert-store.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { newestChangesMark } from '../streams/change-log.ts';
import type { Refused } from '../streams/event-filter.ts';
import {
  cohortTier,
  type EventSubscription,
  feedTier,
  isOfStates,
  readSubscription,
  type SubscriptionContext,
} from '../streams/subscription.ts';

/** Feed and filter of an alert: a stream subscription without a start position. */
export type AlertSubscription = Readonly<Record<string, unknown>>;

/** Accepts every state feed, so that the refusal names the feed's kind and not a missing state. */
const anyState = { hasSource: true, isKnown: () => true };
const ofStart = ['cursor', 'sequence', 'snapshot', 'from', 'to', 'speed'];

/**
 * @param coinOf Resolves a coin to the exchange's spelling; undefined if unknown.
 * @returns Also a refusal, with the stream protocol's error text (docs/guides/streams.md#errors).
 */
export function readAlert(
  params: AlertSubscription,
  { tier, accountId, coinOf }: Pick<SubscriptionContext, 'tier' | 'accountId' | 'coinOf'>,
): EventSubscription | Refused {
  const start = ofStart.find((name) => params[name] !== undefined);
  if (start !== undefined) return { refused: `unknown argument ${start}` };
  const read = readSubscription(params, { tier, accountId, isOwn: true, states: anyState, coinOf });
  return 'refused' in read || !isOfStates(read) ? read : { refused: 'a feed of states has no alerts' };
}

/** Parses a stored subscription, whose coins are already resolved. @param accountId Owner of the list, if the filter names one. */
export function readStored(stored: AlertSubscription, accountId?: string): EventSubscription {
  const read = readAlert(stored, { tier: 'enterprise', accountId, coinOf: (coin) => coin });
  if ('refused' in read) throw new Error(`a stored alert is invalid: ${read.refused}`);
  return read;
}

/** Stored form: coins in the exchange's spelling. */
export function storedForm(params: AlertSubscription, { filter }: EventSubscription): AlertSubscription {
  const { coins } = filter;
  if (coins === undefined) return params;
  return params.coin === undefined ? { ...params, coins } : { ...params, coin: coins[0] };
}

export function isInTier({ type, filter }: EventSubscription, tier: Tier): boolean {
  return tierAllows(tier, feedTier(type)!) && (filter.cohort === undefined || tierAllows(tier, cohortTier));
}

/** End of the fill log, or of the feed's change log, where a new alert starts. @throws AnalyticsError */
export async function newestMark(
  store: Pick<AnalyticsStore, 'rows'>,
  of?: Pick<EventSubscription, 'feed'>,
): Promise<LogMark> {
  if (of?.feed.changes) return newestChangesMark(store, of.feed.changes);
  const { seq, token } = await newestBatchToken(store);
  return { place: placeAfter(seq), token };
}
