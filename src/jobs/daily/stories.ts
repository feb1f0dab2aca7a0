import type { RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { outcomeSideOf } from '../../domain/outcome.ts';
import { dayMs, rfc3339, utcDate } from '../../kernel/clock.ts';
import type { KnownOutcomes } from '../../views/outcomes/known-outcomes.ts';
import { coinTitle } from './outcome-titles.ts';
import * as queries from './story-queries.ts';

/** A story of a day: a headline with its numbers, and a receipt to look them up. */
export interface Story {
  type: string;
  /** A wallet, a coin or a cohort. */
  entity: string;
  headline: string;
  receipt: Readonly<Record<string, string | number>>;
  /** 0 to 100: distance from the 30 days before. */
  score: number;
}

type Extreme = RowOf<typeof queries.largestWins>;

interface Rule {
  type: string;
  query: typeof queries.largestWins;
  /** @param coin the row's coin as a headline names it */
  write(row: Extreme, coin: string): Pick<Story, 'entity' | 'headline' | 'receipt'>;
}

const usd = (value: number) =>
  `$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)} %`;
const fillReceipt = ({ top_wallet, top_coin, top_ms, top_id }: Extreme) => ({
  kind: 'fill',
  wallet: top_wallet,
  coin: top_coin,
  time: rfc3339(Number(top_ms)),
  tid: Number(top_id),
});
const hourReceipt = (named: Record<string, string>, { top_ms }: Extreme) => ({
  kind: 'hour',
  ...named,
  hour: rfc3339(Number(top_ms)),
});
const sign = (value: number) => (value < 0 ? 'fell' : 'rose');
const lean = (bias: number) => `${percent(Math.abs(bias))} net ${bias < 0 ? 'short' : 'long'}`;

const rules: readonly Rule[] = [
  {
    type: 'largest_win',
    query: queries.largestWins,
    write: (row, coin) => ({
      entity: row.top_wallet,
      headline: `${row.top_wallet} won ${usd(Number(row.top_value))} with one fill in ${coin}.`,
      receipt: fillReceipt(row),
    }),
  },
  {
    type: 'largest_loss',
    query: queries.largestLosses,
    write: (row, coin) => ({
      entity: row.top_wallet,
      headline: `${row.top_wallet} lost ${usd(Number(row.top_value))} with one fill in ${coin}.`,
      receipt: fillReceipt(row),
    }),
  },
  {
    type: 'liquidation_spike',
    query: queries.largestLiquidations,
    write: (row, coin) => ({
      entity: row.top_coin,
      headline: `${row.top_wallet} was liquidated of ${usd(Number(row.top_value))} in ${coin}.`,
      receipt: {
        kind: 'liquidation',
        wallet: row.top_wallet,
        coin: row.top_coin,
        oid: Number(row.top_id),
        time: rfc3339(Number(row.top_ms)),
      },
    }),
  },
  {
    type: 'new_whale',
    query: queries.newWhales,
    write: (row, coin) => ({
      entity: row.top_wallet,
      headline: `${row.top_wallet}, first seen that day, traded ${usd(Number(row.top_value))} of ${coin} in one fill.`,
      receipt: fillReceipt(row),
    }),
  },
  {
    type: 'funding_extreme',
    query: queries.fundingExtremes,
    write: (row, coin) => ({
      entity: row.top_coin,
      headline: `Funding of ${coin} reached ${percent(Number(row.top_value), 4)} an hour.`,
      receipt: hourReceipt({ coin: row.top_coin }, row),
    }),
  },
  {
    type: 'oi_rotation',
    query: queries.openInterestRotations,
    write: (row, coin) => ({
      entity: row.top_coin,
      headline: `Open interest of ${coin} ${sign(Number(row.top_value))} by ${usd(Number(row.top_value))} to ${usd(Number(row.top_detail))}.`,
      receipt: hourReceipt({ coin: row.top_coin }, row),
    }),
  },
  {
    type: 'settlement_upset',
    query: queries.settlementUpsets,
    write(row, coin) {
      const { outcomeId, sideIndex } = outcomeSideOf(row.top_coin)!;
      return {
        entity: row.top_coin,
        headline: `${coin} won after it was last traded at ${Number(row.top_detail)}.`,
        receipt: { kind: 'settlement', outcomeId, winningSide: sideIndex, coin: row.top_coin },
      };
    },
  },
  {
    type: 'cohort_divergence',
    query: queries.cohortDivergences,
    write: (row) => ({
      entity: 'smart_money',
      headline: `smart_money was ${lean(Number(row.top_detail))} while exit_liquidity was ${lean(Number(row.top_id))}.`,
      receipt: hourReceipt({ tier: 'smart_money' }, row),
    }),
  },
];

/** Baseline before a day, and the fewest days of it that a score needs. */
export const baselineDays = 30;
export const leastDays = 7;
/** Fewest standard deviations from the baseline mean that make a story. */
const leastDeviations = 2;

/** Stories of the day that begins at `dayStartMs`, highest score first; ties by type. */
export async function storiesOf(
  analytics: AnalyticsStore,
  dayStartMs: number,
  known: KnownOutcomes,
  signal: AbortSignal,
): Promise<Story[]> {
  const window = { from: dayStartMs - baselineDays * dayMs, to: dayStartMs + dayMs };
  const stories: Story[] = [];
  for (const { type, query, write: report } of rules) {
    const rows = await analytics.rows(query, window, { lane: 'job', signal });
    const score = scoreOf(rows, utcDate(dayStartMs));
    const row = rows.find(({ day }) => day === utcDate(dayStartMs));
    if (row === undefined || score === undefined) continue;
    const story = { type, ...report(row, coinTitle(known, row.top_coin)), score };
    const receipt = { ...story.receipt, ...(await lifecycleOf(analytics, row, signal)) };
    stories.push({ ...story, receipt });
  }
  return stories.sort((a, b) => b.score - a.score || (a.type < b.type ? -1 : 1));
}

/** The lifecycle of a fill or liquidation, which keeps its fills however many come later; empty if there is none. */
async function lifecycleOf(
  analytics: AnalyticsStore,
  { top_wallet: wallet, top_coin: coin, top_ms }: Extreme,
  signal: AbortSignal,
): Promise<{ lifecycleId?: number }> {
  if (wallet === '') return {};
  const params = { wallet, coin, time: Number(top_ms) };
  const [found] = await analytics.rows(queries.lifecycleOfFill, params, { lane: 'job', signal });
  return found === undefined ? {} : { lifecycleId: Number(found.id) };
}

/** Standard deviations of the day above the mean of the days before, on a scale to 100; undefined if too few for a story. */
export function scoreOf(
  rows: readonly Pick<Extreme, 'day' | 'top_value'>[],
  day: string,
): number | undefined {
  const size = ({ top_value }: Pick<Extreme, 'top_value'>) => Math.abs(Number(top_value));
  const own = rows.find((row) => row.day === day);
  const before = rows.filter((row) => row.day < day).map(size);
  if (own === undefined || before.length < leastDays) return undefined;
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
  const spread = before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (before.length - 1);
  const beyond = size(own) - mean;
  // After days that were all alike, any increase is extreme.
  const deviations = spread === 0 ? (beyond > 0 ? Number.POSITIVE_INFINITY : 0) : beyond / Math.sqrt(spread);
  return deviations < leastDeviations ? undefined : Math.round(100 * (1 - 2 ** (-deviations / 3)));
}
