import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import { knownOf, nodeCoverage, quarantinedOfWallets, spansOf } from '../../coverage/coverage-read.ts';
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
  /** Records in quarantine, by the wallet's number. */
  lost: Readonly<Record<ReadKind, ReadonlyMap<number, readonly LostSpan[]>>>;
}

/** `coin` is empty unless the record is a fill that names it. */
type LostSpan = HalfOpenSpan & { coin: string };

export const nothingRead: ReadTo = {
  covered: { fills: [], funding: [], ledger: [] },
  own: { fills: new Map(), funding: new Map(), ledger: new Map() },
  lost: { fills: new Map(), funding: new Map(), ledger: new Map() },
};

/** Days with fills: files without block numbers cover nothing. */
const filledDays = query({
  name: 'skill_filled_days',
  params: {},
  row: Type.Object({ day_ms: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
  sql: 'SELECT DISTINCT toString(toUnixTimestamp(toStartOfDay(hour)) * 1000) AS day_ms FROM coin_hour',
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
  const lost = await readLost(store, wallets);
  return { covered: { fills, funding: misc, ledger: misc }, own, lost };
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

/** Whether all records of a kind are known for a wallet over a span; for fills, over the part of the span that the record covers. */
export function isReadIn({ covered, own, lost }: ReadTo, kind: ReadKind, wallet: number, span: HalfOpenSpan) {
  if (lost[kind].get(wallet)?.some((one) => meets(one, span))) return false;
  const known = covered[kind];
  const isCovered = without([kind === 'fills' ? withinRecord(span, known) : span], known).length === 0;
  return isCovered || (own[kind].get(wallet) ?? 0) >= span.untilMs;
}

function withinRecord({ fromMs, untilMs }: HalfOpenSpan, known: readonly HalfOpenSpan[]): HalfOpenSpan {
  const until = Math.min(untilMs, known.at(-1)?.untilMs ?? 0);
  return { fromMs: Math.min(until, Math.max(fromMs, known[0]?.fromMs ?? 0)), untilMs: until };
}
