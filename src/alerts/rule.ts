import type { AnalyticsStore } from '../analytics/store.ts';
import { newestBatchToken } from '../changes/batches.ts';
import { placeAfter } from '../changes/fill-log.ts';
import type { LogMark } from '../control/alert-store.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import type { Refused } from '../streams/event-filter.ts';
import { newestQualityMark } from '../streams/quality.ts';
import {
  type EventSubscription,
  feedTier,
  isOfStates,
  readSubscription,
  type SubscriptionContext,
} from '../streams/subscription.ts';

/** What an alert is of: feed and filter of a stream, without a place to begin at. */
export type AlertSubscription = Readonly<Record<string, unknown>>;

/** All are known: so that one of states is refused for what it is. */
const anyState = { hasSource: true, isKnown: () => true };
const ofStart = ['cursor', 'sequence', 'snapshot', 'from', 'to', 'speed'];
/** Of who may know what a cohort does. */
const cohortTier = 'pro';

/**
 * Reads what an alert is of.
 *
 * @param coinOf the exchange's own spelling of a coin; undefined where there is none
 * @returns why it cannot be, in the words of streams (docs/guides/streams.md#errors)
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

/** The same of one that is stored: its coins were looked up when it was made. @param accountId its account, for one of a list */
export function readStored(stored: AlertSubscription, accountId?: string): EventSubscription {
  const read = readAlert(stored, { tier: 'enterprise', accountId, coinOf: (coin) => coin });
  if ('refused' in read) throw new Error(`an alert is stored that cannot be: ${read.refused}`);
  return read;
}

/** As it is stored: coins in the exchange's own spelling. */
export function storedForm(params: AlertSubscription, { filter }: EventSubscription): AlertSubscription {
  const { coins } = filter;
  if (coins === undefined) return params;
  return params.coin === undefined ? { ...params, coins } : { ...params, coin: coins[0] };
}

/** Whether an account of a tier may follow it. */
export function isInTier({ type, filter }: EventSubscription, tier: Tier): boolean {
  return tierAllows(tier, feedTier(type)!) && (filter.cohort === undefined || tierAllows(tier, cohortTier));
}

/** The end of the log, or of the list of gaps: an alert that is made now begins there. @throws AnalyticsError */
export async function newestMark(
  store: Pick<AnalyticsStore, 'rows'>,
  of?: Pick<EventSubscription, 'feed'>,
): Promise<LogMark> {
  if (of?.feed.isOfCoverage) return newestQualityMark(store);
  const { seq, token } = await newestBatchToken(store);
  return { place: placeAfter(seq), token };
}
