import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import {
  isOwnDay,
  knownOf,
  lateRecordMs,
  nodeCoverage,
  ownFills,
  quarantinedOfWallets,
  spansOf,
} from '../../coverage/coverage-read.ts';
import { type QuarantinedKind, quarantinedKind } from '../../coverage/quarantined.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { dayMs, minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { meets, unionOf, without } from '../../kernel/spans.ts';
import { readWallets } from './skill-queries.ts';

export type ReadKind = 'fills' | 'funding' | 'ledger';

/** How far fills, payments and transfers have been read. */
export interface ReadTo {
  /** Spans read for all wallets. */
  covered: Readonly<Record<ReadKind, readonly HalfOpenSpan[]>>;
  /** For individually read wallets, by number: time up to which records are read, unix milliseconds; 0 if there is a gap. */
  own: Readonly<Record<ReadKind, ReadonlyMap<number, number>>>;
  /** Spans of fills that imports of single wallets brought, by the wallet's number. */
  imported: ReadonlyMap<number, readonly HalfOpenSpan[]>;
  /** Records in quarantine, by the wallet's number. */
  lost: Readonly<Record<ReadKind, ReadonlyMap<number, readonly LostSpan[]>>>;
}

/** `coin` is empty unless the record is a fill that names it. */
type LostSpan = HalfOpenSpan & { coin: string };

export const nothingRead: ReadTo = {
  covered: { fills: [], funding: [], ledger: [] },
  own: { fills: new Map(), funding: new Map(), ledger: new Map() },
  imported: new Map(),
  lost: { fills: new Map(), funding: new Map(), ledger: new Map() },
};

/** Days with fills that imports of all wallets brought: files without block numbers cover nothing. */
const filledDays = query({
  name: 'skill_filled_days',
  params: {},
  row: Type.Object({ day_ms: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
  crossShard: 'numbers of fills by day, which add up whatever the tables are split by',
  sql: `
    SELECT toString(toUnixTimestamp(toDateTime(at, 'UTC')) * 1000) AS day_ms FROM (
      SELECT toDate(hour) AS at, toInt64(sum(fills)) AS number FROM coin_hour GROUP BY at
      UNION ALL
      SELECT day, -toInt64(sum(fills)) FROM wallet_market_days WHERE ${isOwnDay} GROUP BY day)
    GROUP BY at HAVING sum(number) > 0`,
});

const readKinds: Readonly<Record<QuarantinedKind, ReadKind>> = {
  fill: 'fills',
  payment: 'funding',
  update: 'ledger',
};

/** @throws AnalyticsError */
export async function readReadTo(
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>,
  wallets: WalletIndex,
): Promise<ReadTo> {
  const onLane = { lane: 'job' } as const;
  const rows = await store.rows(nodeCoverage, {}, onLane);
  const misc = unionOf(knownOf(rows, 'node_misc_events', minuteMs));
  const days = await whereReady(() => store.rows(filledDays, {}, onLane), []);
  const filled = unionOf(
    days.map(({ day_ms }) => ({ fromMs: Number(day_ms), untilMs: Number(day_ms) + dayMs })),
  );
  const fills = unionOf([
    ...knownOf(rows, 'node_fills', minuteMs),
    ...without(filled, spansOf(rows, 'gap', 'node_fills')),
  ]);
  const own = { fills: new Map(), funding: new Map(), ledger: new Map() };
  const bytes = readRowBinary(await store.bytes(readWallets, {}, onLane));
  while (!bytes.done) {
    const wallet = wallets.rowOf(bytes.bytes, bytes.wallet());
    for (const kind of ['fills', 'funding', 'ledger'] as const) own[kind].set(wallet, bytes.double());
  }
  const [imported, lost] = [await readImported(store, wallets), await readLost(store, wallets)];
  return { covered: { fills, funding: misc, ledger: misc }, own, imported, lost };
}

async function readImported(store: Pick<AnalyticsStore, 'rows'>, wallets: WalletIndex) {
  const rows = await store.rows(ownFills, {}, { lane: 'job' });
  const imported = new Map<number, HalfOpenSpan[]>();
  for (const [address, ofWallet] of Map.groupBy(rows, (row) => row.address)) {
    const wallet = wallets.find(address);
    if (wallet !== undefined) imported.set(wallet, knownOf(ofWallet, 'fills', minuteMs));
  }
  return imported;
}

async function readLost(store: Pick<AnalyticsStore, 'rows'>, wallets: WalletIndex): Promise<ReadTo['lost']> {
  const none = () => new Map<number, LostSpan[]>();
  const lost = { fills: none(), funding: none(), ledger: none() };
  for (const row of await store.rows(quarantinedOfWallets, {}, { lane: 'job' })) {
    const kind = quarantinedKind(row.reason);
    const wallet = wallets.find(row.address);
    if (kind === undefined || wallet === undefined) continue;
    const spans = lost[readKinds[kind]];
    const span = { coin: row.coin, fromMs: Number(row.from_ms), untilMs: Number(row.to_ms) + 1 };
    spans.set(wallet, [...(spans.get(wallet) ?? []), span]);
  }
  return lost;
}

/**
 * Whether all records of a kind are known for a wallet over a span: for fills, over the part of the span that the record covers; for
 * payments and transfers, since that record began.
 *
 * @param firstDayMs start of the day of the wallet's first record, which may be before the record of all wallets, unix milliseconds
 */
export function isReadIn(
  read: ReadTo,
  kind: ReadKind,
  wallet: number,
  span: HalfOpenSpan,
  firstDayMs = 0,
): boolean {
  const { covered, own, imported, lost } = read;
  if (lost[kind].get(wallet)?.some((one) => meets(one, span))) return false;
  const alone = kind === 'fills' ? imported.get(wallet) : undefined;
  const known = alone === undefined ? covered[kind] : unionOf([...covered[kind], ...alone]);
  const needed = kind === 'fills' ? withinRecord(span, known) : sinceRecord(span, covered.fills, firstDayMs);
  const isCovered = without([needed], known).length === 0;
  return isCovered || (own[kind].get(wallet) ?? 0) >= span.untilMs;
}

/** From where to where fills of a wallet are known, gaps included. */
export function recordOf({ covered: { fills }, own, imported }: ReadTo, wallet: number): HalfOpenSpan {
  const alone = imported.get(wallet) ?? [];
  const ownMs = own.fills.get(wallet) ?? 0;
  const starts = [fills[0], alone[0]].map((span) => span?.fromMs ?? Number.POSITIVE_INFINITY);
  const ends = [fills.at(-1), alone.at(-1)].map((span) => span?.untilMs ?? 0);
  return { fromMs: ownMs > 0 ? 0 : Math.min(...starts), untilMs: Math.max(ownMs, ...ends) };
}

function withinRecord({ fromMs, untilMs }: HalfOpenSpan, known: readonly HalfOpenSpan[]): HalfOpenSpan {
  const until = Math.min(untilMs, known.at(-1)?.untilMs ?? 0);
  return { fromMs: Math.min(until, Math.max(fromMs, known[0]?.fromMs ?? 0)), untilMs: until };
}

function sinceRecord(
  { fromMs, untilMs }: HalfOpenSpan,
  fills: readonly HalfOpenSpan[],
  firstDayMs: number,
): HalfOpenSpan {
  const recordMs = fills[0]?.fromMs ?? Number.POSITIVE_INFINITY;
  const startMs = firstDayMs + dayMs > recordMs ? recordMs + lateRecordMs : firstDayMs;
  return { fromMs: Math.min(untilMs, Math.max(fromMs, startMs)), untilMs };
}
