import type { ListedMarket } from '../../market/listed-market.ts';
import type {
  WireOutcome,
  WireOutcomeTemplate,
  WireQuestion,
  WireSettledOutcome,
} from '../../wire/outcome.ts';
import type {
  WireMultiSigSigners,
  WireSubAccounts,
  WireUserRole,
  WireVaultDetails,
} from '../../wire/wallet-identity.ts';
import type {
  ListedMarketRow,
  OutcomeQuestionRow,
  OutcomeRow,
  OutcomeSettlementRow,
  OutcomeTemplateRow,
  SubAccountRow,
  VaultRow,
  WalletRoleRow,
} from './fact-tables.ts';

/** Entities the exchange registers once: markets, outcomes, questions, roles. `timeMs` is the time of the first sighting. */

export function outcomeRow(
  timeMs: number,
  { outcome, name, description, sideSpecs, quoteToken = '', ...listed }: WireOutcome,
): OutcomeRow {
  const side_names = sideSpecs.map((side) => side.name);
  return {
    outcome,
    time: timeMs,
    name,
    description,
    side_names,
    quote_token: quoteToken,
    venue: listed.venue ?? '',
    deployer: listed.deployer ?? '',
    deployer_fee_scale: listed.deployerFeeScale ?? null,
  };
}

export function templateRow(
  timeMs: number,
  { id, name, description, keywords }: WireOutcomeTemplate,
): OutcomeTemplateRow {
  const [words, hints] = [keywords.map(([word]) => word), keywords.map(([, hint]) => hint)];
  return { id, time: timeMs, name, description, keywords: words, hints };
}

export function questionRow(timeMs: number, spec: WireQuestion): OutcomeQuestionRow {
  const { question, name, description, fallbackOutcome, namedOutcomes, settledNamedOutcomes } = spec;
  return {
    question,
    time: timeMs,
    name,
    description,
    has_fallback: fallbackOutcome !== undefined,
    fallback_outcome: fallbackOutcome ?? 0,
    named_outcomes: namedOutcomes,
    settled_named_outcomes: settledNamedOutcomes,
  };
}

/** @param timeMs settlement time, as far as known: see `settled-time.ts` */
export function settlementRow(
  timeMs: number,
  { spec, settleFraction, details = '' }: NonNullable<WireSettledOutcome>,
): OutcomeSettlementRow {
  return { outcome: spec.outcome, time: timeMs, settle_fraction: settleFraction, details };
}

export function listedMarketRow(timeMs: number, market: ListedMarket): ListedMarketRow {
  const { coin, kind, dex, index, ticker, symbol, collateral, chain, marginTiers, isDelisted } = market;
  return {
    coin,
    time: timeMs,
    kind,
    dex,
    place: index,
    ticker,
    symbol,
    collateral,
    chain,
    display_name: market.displayName ?? '',
    keywords: [...(market.keywords ?? [])],
    sz_decimals: market.szDecimals ?? -1,
    max_leverage: market.maxLeverage,
    only_isolated: market.onlyIsolated,
    tier_bounds: marginTiers.map(({ lowerBound }) => String(lowerBound)),
    tier_leverages: marginTiers.map(({ maxLeverage }) => maxLeverage),
    is_delisted: isDelisted,
  };
}

export function roleRow(timeMs: number, wallet: string, { role, data }: WireUserRole): WalletRoleRow {
  return { wallet, time: timeMs, role, master: data?.master ?? data?.user ?? '' };
}

/** The role of an account that one other wallet signs for. Several signers may be several people: they show no owner. */
export function signedFor(
  wallet: string,
  signers: WireMultiSigSigners,
): Pick<WalletRoleRow, 'role' | 'master'> | undefined {
  const [signer, ...others] = signers?.authorizedUsers ?? [];
  if (signer === undefined || signer === wallet || others.length > 0) return undefined;
  return { role: 'multiSig', master: signer };
}

export function subAccountRows(timeMs: number, accounts: WireSubAccounts): SubAccountRow[] {
  return (accounts ?? []).map(({ master, subAccountUser, name }) => ({
    master,
    wallet: subAccountUser,
    time: timeMs,
    name,
  }));
}

export function vaultRow(timeMs: number, details: NonNullable<WireVaultDetails>): VaultRow {
  const { vaultAddress, leader, name } = details;
  return { vault: vaultAddress, time: timeMs, leader, name };
}
