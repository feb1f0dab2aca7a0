import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isCommonFill, knownOf, spansOf } from '../../coverage/coverage-read.ts';
import type { PnlRecord } from '../../domain/pnl-curve.ts';
import { dayMs, minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { meets, unionOf, without } from '../../kernel/spans.ts';
import { type CoverageFact, quarantinedSpans, readFacts } from './wallet-coverage.ts';

/** The first and the last fill that imports of all wallets brought. */
const commonFills = query({
  name: 'common_fills',
  params: {},
  row: Type.Object({ ms: Type.String() }),
  limits: { deadlineMs: 15_000 },
  sql: ['ASC', 'DESC']
    .map(
      (order) => `
    SELECT toString(toUnixTimestamp64Milli(time)) AS ms FROM (
      SELECT time FROM fills_by_time WHERE ${isCommonFill} ORDER BY time ${order} LIMIT 1)`,
    )
    .join(' UNION ALL '),
});

/** UTC days within some spans on which any wallet has a fill that an import of all wallets brought. */
const filledDays = query({
  name: 'pnl_filled_days',
  params: { from: 'Array(Int64)', until: 'Array(Int64)' },
  row: Type.Object({ day_ms: Type.String() }),
  limits: { deadlineMs: 15_000, maxRows: 100_000 },
  sql: `
    SELECT toString(toUnixTimestamp(toStartOfDay(time)) * 1000) AS day_ms
    FROM fills_by_time
    WHERE time >= fromUnixTimestamp64Milli(arrayMin({from:Array(Int64)}), 'UTC') AND time < fromUnixTimestamp64Milli(arrayMax({until:Array(Int64)}), 'UTC')
      AND arrayExists((start, end) -> toUnixTimestamp64Milli(time) >= start AND toUnixTimestamp64Milli(time) < end, {from:Array(Int64)}, {until:Array(Int64)})
      AND ${isCommonFill}
    GROUP BY day_ms`,
});

/** Blocks become covered some seconds after they were written. */
const lastingMs = minuteMs;

/**
 * The spans in which a wallet's fills are known: the coverage ledger's spans, plus days outside them with any stored fill, because
 * files without block numbers have no coverage. Without any file with block numbers: from the first fill to the day of the last. Fills
 * that an import of one wallet's answer brought make no day known for other wallets, nor do those from before the first wallet was
 * found in the exchange's trades, if they are of wallets that are read one by one.
 *
 * @param facts rows of `coverageFacts`, and one `first` with the first and the last fill of all wallets
 * @throws AnalyticsError
 */
export async function readFillRecord(
  analytics: Pick<AnalyticsStore, 'rows'>,
  facts: readonly CoverageFact[],
  signal: AbortSignal,
): Promise<PnlRecord> {
  const lost = quarantinedSpans(facts, 'fill');
  const read = readFacts(facts);
  const [firstMs, lastMs] = await commonBounds(analytics, facts, signal);
  const ofNode = knownOf(read, 'node_fills', lastingMs);
  const covered = unionOf([...knownOf(read, 'fills', lastingMs), ...ofNode]);
  const stored = { fromMs: firstMs, untilMs: lastMs === 0 ? 0 : (Math.floor(lastMs / dayMs) + 1) * dayMs };
  // A wallet tracked individually is complete where it was read, even in gaps of the common record.
  const gaps = without([...spansOf(read, 'gap', 'fills'), ...spansOf(read, 'gap', 'node_fills')], covered);
  const uncovered = without([stored], [...covered, ...gaps]);
  const attested = ofNode.length === 0 ? uncovered : await filledOf(analytics, uncovered, signal);
  const known = unionOf([...covered, ...attested]);
  if (known.length === 0)
    return {
      fromMs: 0,
      untilMs: 0,
      lost,
      missing: [{ fromMs: 0, untilMs: Infinity, reason: 'before-record' }],
    };
  const [fromMs, untilMs] = [known[0]!.fromMs, known.at(-1)!.untilMs];
  const span = { fromMs, untilMs };
  return {
    ...span,
    lost,
    missing: [
      { fromMs: Number.NEGATIVE_INFINITY, untilMs: fromMs, reason: 'before-record' },
      { fromMs: untilMs, untilMs: Number.POSITIVE_INFINITY, reason: 'after-record' },
      ...lost,
      ...without([span], known).map((gap) => ({ ...gap, reason: 'fills-gap' as const })),
    ],
  };
}

/** The first and the last fill of imports of all wallets: of all fills, unless imports brought some of single wallets. */
async function commonBounds(
  analytics: Pick<AnalyticsStore, 'rows'>,
  facts: readonly CoverageFact[],
  signal: AbortSignal,
): Promise<[number, number]> {
  const first = facts.find(({ kind }) => kind === 'first')!;
  if (!facts.some(({ kind }) => kind === 'own fills')) return [Number(first.from_ms), Number(first.to_ms)];
  return readCommonFills(analytics, signal);
}

/** Times of the first and the last fill that imports of all wallets brought, unix milliseconds; 0 without any. @throws AnalyticsError */
export async function readCommonFills(
  analytics: Pick<AnalyticsStore, 'rows'>,
  signal: AbortSignal,
): Promise<[number, number]> {
  const bounds = (await analytics.rows(commonFills, {}, { signal })).map(({ ms }) => Number(ms));
  return bounds.length === 0 ? [0, 0] : [Math.min(...bounds), Math.max(...bounds)];
}

/** Whether any fill is stored, or the coverage ledger has a feed of fills. @param facts as of {@link readFillRecord} */
export function hasFillRecord(facts: readonly CoverageFact[]): boolean {
  return facts.some(({ kind, name, to_ms }) =>
    kind === 'first' ? to_ms !== '0' : ['fills', 'node_fills'].includes(name),
  );
}

/** The parts of spans on days with fills. */
async function filledOf(
  analytics: Pick<AnalyticsStore, 'rows'>,
  spans: readonly HalfOpenSpan[],
  signal: AbortSignal,
): Promise<HalfOpenSpan[]> {
  if (spans.length === 0) return [];
  const requests = { from: spans.map(({ fromMs }) => fromMs), until: spans.map(({ untilMs }) => untilMs) };
  const days = unionOf(
    (await analytics.rows(filledDays, requests, { signal })).map(({ day_ms }) => {
      const fromMs = Number(day_ms);
      return { fromMs, untilMs: fromMs + dayMs };
    }),
  );
  return days.flatMap((day) =>
    spans
      .filter((span) => meets(span, day))
      .map(({ fromMs, untilMs }) => ({
        fromMs: Math.max(fromMs, day.fromMs),
        untilMs: Math.min(untilMs, day.untilMs),
      })),
  );
}
