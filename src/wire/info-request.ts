import {
  delegatorSummary,
  readLending,
  readSpotState,
  userAbstraction,
  vaultEquity,
} from './account-balances.ts';
import { metaAndAssetCtxs, readSpotContexts } from './asset-context.ts';
import { allMids, book } from './book.ts';
import { candle } from './candle.ts';
import { readAccountState } from './clearinghouse-state.ts';
import { marketFunding, userFunding } from './funding.ts';
import { ledgerUpdate } from './ledger-update.ts';
import { outcomeMeta, outcomeTemplate, settledOutcome } from './outcome.ts';
import { eachOf, type Reader } from './payload.ts';
import { perpAnnotation, perpDexs, perpMeta, readMarketLists } from './perp-meta.ts';
import { spotMeta } from './spot-meta.ts';
import { trade } from './trade.ts';
import { readTwapHistory } from './twap.ts';
import { readFills } from './wallet-fills.ts';
import { multiSigSigners, referral, subAccounts, userRole, vaultDetails } from './wallet-identity.ts';

/** The `POST /info` requests of Tidemark, with their parameters other than `type`. */
interface InfoParams {
  meta: { dex?: string };
  metaAndAssetCtxs: { dex?: string };
  allPerpMetas: object;
  perpDexs: object;
  perpConciseAnnotations: object;
  spotMeta: object;
  spotMetaAndAssetCtxs: object;
  allMids: { dex?: string };
  l2Book: { coin: string; nSigFigs?: number };
  candleSnapshot: { req: { coin: string; interval: string; startTime: number; endTime: number } };
  recentTrades: { coin: string };
  clearinghouseState: { user: string; dex?: string };
  spotClearinghouseState: { user: string };
  userVaultEquities: { user: string };
  delegatorSummary: { user: string };
  borrowLendUserState: { user: string };
  userAbstraction: { user: string };
  userFills: { user: string };
  userFillsByTime: { user: string; startTime: number; endTime?: number };
  userRole: { user: string };
  twapHistory: { user: string };
  userToMultiSigSigners: { user: string };
  subAccounts: { user: string };
  vaultDetails: { vaultAddress: string };
  referral: { user: string };
  outcomeMeta: object;
  outcomeTemplates: object;
  settledOutcome: { outcome: number };
  fundingHistory: { coin: string; startTime: number; endTime?: number };
  userFunding: { user: string; startTime: number; endTime?: number };
  userNonFundingLedgerUpdates: { user: string; startTime: number; endTime?: number };
}

export type InfoType = keyof InfoParams;

/** One request: `{ type: 'l2Book', coin: 'BTC' }`. */
export type InfoRequest<T extends InfoType = InfoType> = { [K in T]: { type: K } & InfoParams[K] }[T];

/** The wallet or coin that a request asks about; empty where it asks about all. */
export function infoSubject(request: InfoRequest): string {
  if ('user' in request) return request.user;
  if ('coin' in request) return request.coin;
  return 'req' in request ? request.req.coin : '';
}

interface Rule<T> {
  read: Reader<T>;
  weight: number;
  /** One more for this many elements of the answer, as far as the answer is a list that is weighed. */
  elementsPerWeight?: number;
  /** Elements of the longest answer. */
  elementsLimit?: number;
}

function rule<T>(
  weight: number,
  read: Reader<T>,
  elementsPerWeight?: number,
  elementsLimit?: number,
): Rule<T> {
  return {
    weight,
    read,
    ...(elementsPerWeight !== undefined && { elementsPerWeight }),
    ...(elementsLimit !== undefined && { elementsLimit }),
  };
}

/** Longest answers and weights (docs/exchange.md#request-limits). */
const rules = {
  meta: rule(20, perpMeta.read),
  metaAndAssetCtxs: rule(20, metaAndAssetCtxs.read),
  allPerpMetas: rule(20, readMarketLists),
  perpDexs: rule(20, perpDexs.read),
  perpConciseAnnotations: rule(20, eachOf(perpAnnotation)),
  spotMeta: rule(20, spotMeta.read),
  spotMetaAndAssetCtxs: rule(20, readSpotContexts),
  allMids: rule(2, allMids.read),
  l2Book: rule(2, book.read),
  candleSnapshot: rule(20, eachOf(candle), 60, 5_000),
  // The maximum length of an answer is not documented; those seen have 10 to 100.
  recentTrades: rule(20, eachOf(trade), 20, 500),
  clearinghouseState: rule(2, readAccountState),
  spotClearinghouseState: rule(2, readSpotState),
  userVaultEquities: rule(20, eachOf(vaultEquity)),
  delegatorSummary: rule(20, delegatorSummary.read),
  borrowLendUserState: rule(20, readLending),
  userAbstraction: rule(20, userAbstraction.read),
  userFills: rule(20, readFills, 20, 2_000),
  userFillsByTime: rule(20, readFills, 20, 2_000),
  userRole: rule(60, userRole.read),
  // The maximum length of an answer is not documented.
  twapHistory: rule(20, eachOf({ name: 'twapHistory', read: readTwapHistory }), 20, 2_000),
  userToMultiSigSigners: rule(20, multiSigSigners.read),
  subAccounts: rule(20, subAccounts.read),
  vaultDetails: rule(20, vaultDetails.read),
  referral: rule(20, referral.read),
  outcomeMeta: rule(20, outcomeMeta.read),
  outcomeTemplates: rule(20, eachOf(outcomeTemplate)),
  settledOutcome: rule(20, settledOutcome.read),
  fundingHistory: rule(20, eachOf(marketFunding), 20, 500),
  userFunding: rule(20, eachOf(userFunding), 20, 500),
  userNonFundingLedgerUpdates: rule(20, eachOf(ledgerUpdate), 20, 2_000),
} satisfies { [T in InfoType]: Rule<unknown> };

export type InfoAnswer<T extends InfoType> = (typeof rules)[T] extends Rule<infer A> ? A : never;

export function infoReader<T extends InfoType>(type: T): Reader<InfoAnswer<T>> {
  return rules[type].read as Reader<InfoAnswer<T>>;
}

/**
 * Weight of a request against the 1200 a minute of one IP (docs/exchange.md#request-limits); a part of
 * this many elements counts as all of them.
 *
 * @param elements Of the answer; without it the weight of the longest answer, which is known before it is sent.
 */
export function infoWeight(type: InfoType, elements?: number): number {
  const { weight, elementsPerWeight, elementsLimit = 0 }: Rule<unknown> = rules[type];
  if (elementsPerWeight === undefined) return weight;
  return weight + Math.ceil((elements ?? elementsLimit) / elementsPerWeight);
}

/** Elements of the longest answer, as far as it is bounded by the exchange: a page. */
export const fillsPageLimit = rules.userFillsByTime.elementsLimit!;

export const heaviestRequest = Math.max(
  ...(Object.keys(rules) as InfoType[]).map((type) => infoWeight(type)),
);
