import { type CoverageSpan, knownOf, ownFillDays } from '../../coverage/coverage-read.ts';
import { type QuarantinedKind, quarantinedKind } from '../../coverage/quarantined.ts';
import { minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { unionOf, without } from '../../kernel/spans.ts';

/** A row about a wallet's coverage; `kind` determines the meaning of the other columns. */
export interface CoverageFact extends CoverageSpan {
  /** For a gap: its reason, a tab, and its coin. */
  amount: string;
}

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

/**
 * The coverage ledger's entries for a wallet's fills, funding and transfers, as rows of {@link CoverageFact}, for a UNION with others:
 * every `covered` span of each feed, the `gap`s in a span, and one `own fills` if an import brought fills of one wallet alone.
 *
 * The placeholders `wallet`, `from` and `until` belong to the query.
 */
export const coverageFacts = `
  SELECT if(is_gap, 'gap', 'covered') AS kind, CAST(feed, 'String') AS name, ${ms('from_time')} AS from_ms, ${ms('to_time')} AS to_ms,
    if(is_gap, concat(reason, '\t', coin), '') AS amount
  FROM coverage FINAL
  PREWHERE feed IN ('fills', 'node_fills', 'walletFunding', 'walletLedger', 'node_misc_events') AND wallet IN ('', unhex(hex({wallet:Wallet})))
  WHERE state = 'covered' OR (state IN ('open', 'lost') AND from_time < {until:TimeMs} AND to_time >= {from:TimeMs})
  UNION ALL
  SELECT 'covered', reader.1, '0', ${ms('reader.2')}, ''
  FROM tracked_wallets FINAL ARRAY JOIN [('fills', fills_to), ('walletFunding', funding_to), ('walletLedger', ledger_to)] AS reader
  WHERE wallet = {wallet:Wallet} AND reader.2 > toDateTime64(0, 3, 'UTC')
  UNION ALL
  SELECT DISTINCT 'own fills', '', '', '', '' FROM ${ownFillDays}`;

/** Spans in which a wallet's funding was not read. Payments arrive in an hour's first minute, so reading it covers the hour. */
export function unreadFunding(facts: readonly CoverageFact[], untilMs: number): HalfOpenSpan[] {
  const known = facts.filter((fact) => kindOf(fact) !== 'update');
  const read = unionOf([...knownOf(known, 'walletFunding', minuteMs), ...knownOf(known, 'node_misc_events')]);
  return without([{ fromMs: 0, untilMs }], read);
}

/** The two feeds of each kind of record; either suffices. */
const feedsOf: Readonly<Record<QuarantinedKind, readonly [string, string]>> = {
  fill: ['fills', 'node_fills'],
  payment: ['walletFunding', 'node_misc_events'],
  update: ['walletLedger', 'node_misc_events'],
};

const kindOf = ({ kind, amount }: CoverageFact) =>
  kind === 'gap' ? quarantinedKind(amount.split('\t')[0]!) : undefined;

/** The facts without gaps of quarantined records. */
export function readFacts<F extends CoverageFact>(facts: readonly F[]): F[] {
  return facts.filter((fact) => kindOf(fact) === undefined);
}

/** Spans of a wallet's quarantined records that no other feed has. `coin` is empty if the record does not name it. */
export function quarantinedSpans(
  facts: readonly CoverageFact[],
  kind: QuarantinedKind,
): (HalfOpenSpan & { coin: string; reason: 'quarantined' })[] {
  const read = readFacts(facts);
  return facts.flatMap((fact) => {
    if (kindOf(fact) !== kind) return [];
    const span = { fromMs: Number(fact.from_ms), untilMs: Number(fact.to_ms) + 1 };
    const other = feedsOf[kind].filter((feed) => feed !== fact.name).flatMap((feed) => knownOf(read, feed));
    const [, coin = ''] = fact.amount.split('\t');
    return without([span], other).map((part) => ({ ...part, coin, reason: 'quarantined' as const }));
  });
}
