import { Type } from 'typebox';
import { readQuarantineEvent } from '../analytics/quarantine-event.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/** A source record that cannot be used. */
export interface Quarantined {
  /** The file, or the feed with its wallet or coin. */
  source: string;
  /** Line of the file; for a feed, a hash of the text. */
  line: string;
  /**
   * Place in the line, from 0. −1: the whole line; −2: a count of a feed's surplus records; −3: a record whose fill is stored with
   * other content; −4: a part of a feed's message.
   */
  event: number;
  /** For −3 in a line of many records: the record's place in the line, from 0. */
  blockEvent?: number;
  reason: string;
  /** The text as received, up to {@link shownCharacters}. */
  raw: string;
  /** When the record was last met, unix milliseconds; absent if an early version stored it. */
  metAtMs?: number;
}

export interface QuarantineListOptions {
  /** Prefix of the sources to list. */
  source?: string | undefined;
  /** Maximum entries; default 100. */
  limit?: number | undefined;
}

/** Enough characters to recognise a record; the table holds the whole text. */
export const shownCharacters = 4_096;

const quarantined = query({
  name: 'quarantined',
  params: { source: 'String', characters: 'UInt64', limit: 'UInt64' },
  row: Type.Object({
    source: Type.String(),
    line: Type.String(),
    event: Type.Integer(),
    reason: Type.String(),
    raw: Type.String(),
    met_ms: Type.String(),
  }),
  sql: `
    SELECT
      source, toString(line) AS line, event, reason, substringUTF8(raw, 1, {characters:UInt64}) AS raw,
      toString(toUnixTimestamp64Milli(time)) AS met_ms
    FROM quarantine FINAL
    WHERE startsWith(source, {source:String})
    ORDER BY time DESC, source, quarantine.line, event
    LIMIT {limit:UInt64}`,
});

/** Most recently met first. */
export async function listQuarantined(
  analytics: AnalyticsStore,
  options: QuarantineListOptions = {},
): Promise<Quarantined[]> {
  const { source = '', limit = 100 } = options;
  const rows = await analytics.rows(quarantined, { source, characters: shownCharacters, limit });
  return rows.map(({ met_ms, event, ...row }) => ({
    ...row,
    ...readQuarantineEvent(event),
    ...(met_ms !== '0' && { metAtMs: Number(met_ms) }),
  }));
}
