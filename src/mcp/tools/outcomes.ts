import { Type } from 'typebox';
import { choice, count, detail } from '../kit/inputs.ts';
import { quoted } from '../kit/plain-text.ts';
import { InputFault, type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, short, usd } from '../kit/wording.ts';

const views = [
  'active',
  'list',
  'outcome',
  'trades',
  'holders',
  'settlements',
  'questions',
  'traders',
  'volume',
  'overlap',
] as const;
/** Views of one outcome. */
const ofOne: readonly string[] = ['outcome', 'trades', 'holders'];

export const outcomes = tool({
  name: 'outcomes',
  title: 'Prediction markets',
  description:
    "Outcome contracts (HIP-4): the most active, all, one with its sums, its trades, its holders' positions in the underlying perp, settlements, questions, best traders, daily volume, overlap with perps.",
  input: Type.Object(
    {
      view: Type.Optional(choice(views, 'active by default')),
      id: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1e9,
          description: 'Outcome; needed by outcome, trades, holders',
        }),
      ),
      hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 8_760,
          description: 'Window of active, list, trades, settlements',
        }),
      ),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Window of holders, traders, volume, overlap',
        }),
      ),
      limit: Type.Optional(count('Rows; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  units: 'USDH if a field says so.',
  sections: {
    outcomes: 'HIP4OutcomeListItem[]',
    outcome: 'HIP4OutcomeDetailBody',
    summary: 'HIP4OutcomeSummaryBody: sums of both sides (tier starter)',
    trades: 'HIP4RecentTradesBody, newest first',
    holders: 'PerpPositionContextBody: aligned, hedged or prediction-native, by side',
    settlements: 'HIP4SettlementsBody',
    questions: 'ListQuestionsBody',
    traders: 'TopTradersBody',
    volume: 'HIP4DailyVolumeBody',
    overlap: 'CrossProductOverlapBody',
  },
  plan({ view = 'active', id, hours, days, limit = 20 }): Plan {
    if (ofOne.includes(view) && id === undefined)
      throw new InputFault(`The view ${view} needs id; find looks outcomes up by words.`);
    const params = { outcome_id: id };
    const all: Record<(typeof views)[number], Plan> = {
      active: { outcomes: { path: '/hip4/most-active', params: { hours }, rows: limit } },
      list: { outcomes: { path: '/hip4/outcomes', params: { hours } } },
      outcome: {
        outcome: { path: '/hip4/outcomes/{outcome_id}', params },
        summary: { path: '/hip4/outcomes/{outcome_id}/summary', params },
      },
      trades: {
        trades: {
          path: '/hip4/outcomes/{outcome_id}/recent-trades',
          params: { ...params, hours },
          rows: limit,
        },
      },
      holders: {
        holders: {
          path: '/hip4/outcomes/{outcome_id}/perp-position-context',
          params: { ...params, days },
          rows: limit,
        },
      },
      settlements: { settlements: { path: '/hip4/settlements/recent', params: { hours }, rows: limit } },
      questions: { questions: { path: '/hip4/questions' } },
      traders: { traders: { path: '/hip4/top-traders', params: { days }, rows: limit } },
      volume: { volume: { path: '/hip4/daily-volume', params: { days } } },
      overlap: { overlap: { path: '/hip4/cross-product/overlap', params: { days } } },
    };
    return all[view as (typeof views)[number]];
  },
  derive: ({ outcomes: found }) => (found === undefined ? {} : { outcomes: rowsIn(found, 'outcomes') }),
  finding({ outcomes: found, outcome, summary, trades, holders, settlements, questions, traders, overlap }) {
    if (found !== undefined) {
      const rows = rowsIn(found);
      return [
        `${counted(rows.length, 'outcome')}.`,
        ...ranking(
          rows,
          (row) =>
            `${row.outcomeId} ${titled(row)} ${counted(row.fills, 'fill')}, ${short(row.notionalUsdh)} USDH`,
        ),
      ];
    }
    if (outcome !== undefined || summary !== undefined) {
      const row = { ...bodyIn(bodyIn(outcome).outcome), ...bodyIn(summary) } as Record<string, unknown>;
      return [
        `${row.outcomeId} ${titled(row)}: ${counted(row.fills, 'fill')} of ${counted(row.uniqueWallets, 'wallet')}, ${short(row.notionalUsdh)} USDH, realized ${short(row.realizedPnlUsdh)} USDH.`,
      ];
    }
    if (holders !== undefined) {
      const { underlying, sides } = bodyIn(holders);
      return rowsIn(sides).map(
        (row) =>
          `${row.outcomeSide} holders: ${row.outcomeWallets}, of which ${row.withOpenUnderlying} (${percent(row.openPositionOverlapPct)}) hold ${underlying}: ${row.longWallets} long, ${row.shortWallets} short, net ${short(row.netUnderlyingPosition)} ${underlying}; ${row.alignedWallets} aligned, ${row.hedgedWallets} hedged.`,
      );
    }
    if (trades !== undefined)
      return [
        `${counted(bodyIn(trades).count, 'trade')} of ${titled(bodyIn(trades))}.`,
        ...ranking(
          rowsIn(trades, 'trades'),
          (row) => `${row.address} ${row.side} ${row.sz} of side ${row.sideIndex} at ${row.px}`,
        ),
      ];
    if (settlements !== undefined)
      return [
        `${counted(bodyIn(settlements).count, 'settlement')}.`,
        ...ranking(
          rowsIn(settlements, 'settlements'),
          (row) =>
            `${row.outcomeId} ${titled(row)} at ${row.settledAt}, side ${row.winningSide ?? 'undecided'} won`,
        ),
      ];
    if (questions !== undefined)
      return [
        `${counted(bodyIn(questions).count, 'question')}.`,
        ...ranking(rowsIn(questions, 'questions'), (row) => `${row.questionId} ${titled(row)}`),
      ];
    if (traders !== undefined)
      return ranking(
        rowsIn(traders, 'traders'),
        (row) =>
          `${row.address} ${usd(row.realizedPnlUsdh)} (USDH) over ${counted(row.distinctOutcomes, 'outcome')}`,
      );
    if (overlap !== undefined) {
      const { hip4TradersTotal, overlap: both, overlapPct } = bodyIn(overlap);
      return [
        `${short(both)} of ${counted(hip4TradersTotal, 'outcome trader')} (${percent(overlapPct)}) trade perps, too.`,
      ];
    }
    return ['Answered.'];
  },
});

/** People chose it. */
function titled(row: Record<string, unknown>): string {
  const name = row.displayName ?? row.name;
  return typeof name === 'string' ? quoted(name) : '';
}
