import { minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { unionOf, without } from '../../kernel/spans.ts';

/** A row of what is known of a wallet: `kind` says what its other columns are. */
export interface CoverageFact {
  kind: string;
  name: string;
  from_ms: string;
  to_ms: string;
}

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

/**
 * What the ledger of coverage has of a wallet's fills, funding and transfers, as rows `kind`, `name`, `from_ms`, `to_ms` and an empty one,
 * to be united with others: all that is `covered` of each feed, and each `gap` of a span.
 *
 * The placeholders `wallet`, `from` and `until` are the query's.
 */
export const coverageFacts = `
  SELECT if(is_gap, 'gap', 'covered') AS kind, CAST(feed, 'String') AS name, ${ms('from_time')} AS from_ms, ${ms('to_time')} AS to_ms, '' AS amount
  FROM coverage FINAL
  PREWHERE feed IN ('fills', 'node_fills', 'walletFunding', 'walletLedger', 'node_misc_events') AND wallet IN ('', unhex(hex({wallet:Wallet})))
  WHERE state = 'covered' OR (state IN ('open', 'lost') AND from_time < {until:TimeMs} AND to_time >= {from:TimeMs})
  UNION ALL
  SELECT 'covered', reader.1, '0', ${ms('reader.2')}, ''
  FROM tracked_wallets FINAL ARRAY JOIN [('fills', fills_to), ('walletFunding', funding_to), ('walletLedger', ledger_to)] AS reader
  WHERE wallet = {wallet:Wallet} AND reader.2 > toDateTime64(0, 3, 'UTC')`;

/** Spans of a feed, as the ledger has them. @param lastingMs after its last moment */
export function spansOf(
  facts: readonly CoverageFact[],
  kind: 'covered' | 'gap',
  feed: string,
  lastingMs = 1,
): HalfOpenSpan[] {
  return facts
    .filter((fact) => fact.kind === kind && fact.name === feed)
    .map(({ from_ms, to_ms }) => ({ fromMs: Number(from_ms), untilMs: Number(to_ms) + lastingMs }));
}

/** What was read of a feed, without its gaps. */
export function knownOf(facts: readonly CoverageFact[], feed: string, lastingMs?: number): HalfOpenSpan[] {
  return without(spansOf(facts, 'covered', feed, lastingMs), spansOf(facts, 'gap', feed));
}

/** When a wallet's funding was not read. The payments of an hour come within its first minute: the newest that was read has those beside it. */
export function unreadFunding(facts: readonly CoverageFact[], untilMs: number): HalfOpenSpan[] {
  const read = unionOf([...knownOf(facts, 'walletFunding', minuteMs), ...knownOf(facts, 'node_misc_events')]);
  return without([{ fromMs: 0, untilMs }], read);
}
