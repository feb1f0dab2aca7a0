import { Type } from 'typebox';
import { maxListItems } from '../analytics/param-value.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import { type QuarantinedKind, quarantineReasons } from '../coverage/quarantined.ts';
import { parseAddress } from '../domain/address.ts';
import { hourMs } from '../kernel/clock.ts';
import { instantMs } from '../kernel/instant.ts';
import { miscFeed, twapFeed } from './blocks/block-coverage.ts';
import type { RejectedRecord, SourceChunk } from './source.ts';
import { partsEnd } from './sources/chunk-builder.ts';

/** Feeds of records read per wallet, by kind. */
export const walletFeeds = { fill: 'fills', payment: 'walletFunding', update: 'walletLedger' } as const;

const coinLimit = 200;

/** A quarantined record, with the fields of its intended kind. */
export interface QuarantinedRecord {
  kind: QuarantinedKind;
  feed: string;
  /** Lower case. */
  wallet: string;
  /** Coin of a fill, if readable. */
  coin?: string | undefined;
  /** Undefined if the time is unreadable. */
  timeMs: number | undefined;
}

/**
 * The wallets, kind and time of a rejected record. Empty if it names no wallet, or if only an optional part of it was rejected.
 *
 * @param feed of the record of a node; undefined of an answer about one wallet, which the record names
 */
export function quarantinedIn(record: RejectedRecord, feed: string | undefined): QuarantinedRecord[] {
  const { raw, wallet, isPart = false } = record;
  // No figure is computed from TWAP statuses.
  if ((feed === undefined && wallet === undefined) || feed === twapFeed) return [];
  // Rejected parts of misc events are payments, not optional.
  if (isPart && feed !== miscFeed) return [];
  const kind = kindOf(raw, feed);
  const wallets = wallet === undefined ? walletsOf(raw, kind) : [wallet];
  const coin = kind === 'fill' ? coinOf(raw) : undefined;
  const timeMs = record.timeMs ?? timeOf(raw) ?? hourOfPath(record.source);
  return wallets.map((one) => ({ kind, feed: feed ?? walletFeeds[kind], wallet: one, coin, timeMs }));
}

function kindOf(raw: string, feed: string | undefined): QuarantinedKind {
  const isMisc = feed === miscFeed || (feed === undefined && /"delta"\s*:/.test(raw));
  if (!isMisc) return 'fill';
  return /funding/i.test(raw) ? 'payment' : 'update';
}

/** A fill's own wallet comes first; its other wallets are counterparties. A payment or an update concerns every wallet named. */
function walletsOf(raw: string, kind: QuarantinedKind): string[] {
  if (kind === 'fill') {
    const wallet = parseAddress(/^\s*\[\s*"(0x[0-9a-f]{40})"/i.exec(raw)?.[1] ?? '');
    return wallet === undefined ? [] : [wallet];
  }
  const named = raw.matchAll(/"(0x[0-9a-f]{40})"/gi);
  return [...new Set(Array.from(named, ([, address]) => address!.toLowerCase()))];
}

function coinOf(raw: string): string | undefined {
  const coin = /"coin"\s*:\s*"([^"\\]+)"/.exec(raw)?.[1];
  return coin === undefined || coin.length > coinLimit ? undefined : coin;
}

function timeOf(raw: string): number | undefined {
  const [, number, text] = /"time"\s*:\s*(?:"?(\d{13})\b|"(\d{4}-[^"]{4,40})")/.exec(raw) ?? [];
  if (number !== undefined) return Number(number);
  return text === undefined ? undefined : instantMs(`${text.slice(0, 23).replace(/Z$/, '')}Z`);
}

/** A node's hour files are named by day and hour. */
function hourOfPath(path: string): number | undefined {
  const [, day, hour] = /[/\\](\d{8})[/\\](\d{1,2})(?:\.lz4)?$/.exec(path) ?? [];
  if (day === undefined) return undefined;
  const dayMs = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);
  return Number.isNaN(dayMs) ? undefined : dayMs + Number(hour) * hourMs;
}

/** With more records than this in a step, gaps name no wallet or coin: a change of the exchange's format quarantines every record. */
const apartLimit = 500;
const lastMs = Date.UTC(2299, 0);

function gapsOf(records: readonly QuarantinedRecord[], isWide: boolean) {
  return new Map(
    records.map(({ kind, feed, wallet, coin, timeMs }) => {
      const fromMs = timeMs === undefined ? 0 : Math.floor(timeMs / hourMs) * hourMs;
      const toMs = timeMs === undefined ? lastMs : fromMs + hourMs - 1;
      const at = { feed, fromMs, toMs, ...(!isWide && { wallet, ...(coin !== undefined && { coin }) }) };
      return [`${kind} ${JSON.stringify(at)}`, { at, reason: quarantineReasons[kind] }];
    }),
  );
}

/** Marks the hours of the records as lost, per wallet and coin. */
export async function loseQuarantined(
  ledger: Pick<CoverageLedger, 'lose'>,
  records: readonly QuarantinedRecord[],
): Promise<void> {
  const gaps = gapsOf(records, records.length > apartLimit);
  await Promise.all([...gaps.values()].map(({ at, reason }) => ledger.lose(at, reason)));
}

export interface RejectedCoverage {
  /** @param feed node record they belong to */
  lose(rejected: readonly RejectedRecord[], feed: string | undefined): Promise<void>;
}

/** @param ownFeed default feed of records without one */
export function rejectedCoverage(ledger: Pick<CoverageLedger, 'lose'>, ownFeed?: string): RejectedCoverage {
  return {
    async lose(rejected, feed = ownFeed) {
      if (rejected.length === 0) return;
      await loseQuarantined(
        ledger,
        rejected.flatMap((record) => quarantinedIn(record, feed)),
      );
    },
  };
}

export type QuarantinedRow = Pick<RejectedRecord, 'source' | 'line' | 'event' | 'reason' | 'raw'>;

const rowsOfFiles = query({
  name: 'quarantined_of_files',
  params: { files: 'Array(String)' },
  row: Type.Object({
    source: Type.String(),
    line: Type.Integer(),
    event: Type.Integer(),
    reason: Type.String(),
    raw: Type.String(),
  }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT source, toUInt32(line) AS line, event, reason, raw FROM quarantine FINAL WHERE source IN {files:Array(String)} AND line < 4294967296`,
});

/** Records that earlier reads of the files quarantined. @param files absolute paths */
export async function readQuarantined(
  analytics: Pick<AnalyticsStore, 'rows'>,
  files: readonly string[],
): Promise<QuarantinedRow[]> {
  const found: QuarantinedRow[] = [];
  for (let from = 0; from < files.length; from += maxListItems) {
    const some = files.slice(from, from + maxListItems);
    found.push(...(await analytics.rows(rowsOfFiles, { files: some }, { lane: 'write' })));
  }
  return found;
}

/** Tracks an import whose files may be repaired ones: heals records that only earlier reads quarantined. */
export function createMendedRecords(of: {
  ledger: Pick<CoverageLedger, 'heal'>;
  rowsOf(files: readonly string[]): Promise<QuarantinedRow[]>;
  /** Wallet of an answer about one wallet. */
  wallet: string | undefined;
}) {
  const feeds = new Map<string, string | undefined>();
  const lost = new Set<string>();
  return {
    note({ file, feed, rejected }: Pick<SourceChunk, 'file' | 'feed' | 'rejected'>): void {
      feeds.set(file, feed);
      const records = rejected.flatMap((record) => quarantinedIn(record, feed));
      for (const key of gapsOf(records, false).keys()) lost.add(key);
    },
    /** Call once all files are read and stored. */
    async heal(): Promise<void> {
      const records = (await of.rowsOf([...feeds.keys()])).flatMap((row) => {
        const isPart = row.reason.endsWith(partsEnd);
        return quarantinedIn(
          { ...row, isPart, ...(of.wallet && { wallet: of.wallet }) },
          feeds.get(row.source),
        );
      });
      const mended = [...gapsOf(records, false)].filter(([key]) => !lost.has(key));
      await Promise.all(mended.map(([, { at }]) => of.ledger.heal(at)));
    },
  };
}
