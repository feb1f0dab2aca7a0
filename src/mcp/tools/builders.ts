import { Type } from 'typebox';
import { address, choice, coin, count, detail, since } from '../kit/inputs.ts';
import { quoted } from '../kit/plain-text.ts';
import { InputFault, type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, short, usd } from '../kit/wording.ts';

const views = [
  'leaderboard',
  'growth',
  'profile',
  'traders',
  'fills',
  'cohorts',
  'retention',
  'overlap',
] as const;
/** All that the endpoint ranks. */
const buildersRead = 1_000;

interface Growth {
  builder: string;
  builderName?: string;
  revenueUsd: number;
  prevRevenueUsd: number;
  changeUsd: number;
  /** Absent where there was none before. */
  changePct?: number;
}

export const builders = tool({
  name: 'builders',
  title: 'Front ends (builders)',
  description:
    'Builders by revenue or growth against the previous period; for one builder its profile, traders, fills, cohorts, retention and overlap with others.',
  input: Type.Object(
    {
      view: Type.Optional(choice(views, 'leaderboard by default')),
      builder: Type.Optional(
        address('Builder: 0x and 40 hex digits; needed by all views but leaderboard and growth'),
      ),
      period: Type.Optional(choice(['day', 'week', 'month'], 'Last 1, 7 or 30 × 24 h; week by default')),
      sort: Type.Optional(choice(['builderFee', 'volume', 'pnl'], 'Of traders')),
      coin: Type.Optional(coin('Of fills')),
      since: Type.Optional(since('Of fills; 24h by default')),
      limit: Type.Optional(count('Rows; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    leaderboard: 'BuilderLeaderboardBody by revenue',
    growth: 'Builders by the change of their revenue in USD, the largest gain first; changePct beside it',
    profile: 'BuilderProfileBody',
    traders: 'BuilderTradersBody',
    fills: 'BuilderFillsBody',
    cohorts: 'BuilderCohortsBody',
    retention: 'BuilderRetentionBody by month',
    overlap: 'BuilderOverlapBody',
  },
  plan({ view = 'leaderboard', builder, period, sort, coin: name, since: span, limit = 20 }): Plan {
    const ranked = { path: '/builders/leaderboard', params: { period } };
    if (view === 'leaderboard') return { leaderboard: { ...ranked, rows: limit } };
    if (view === 'growth') return { growth: { ...ranked, rows: buildersRead } };
    if (builder === undefined)
      throw new InputFault(`The view ${view} needs builder; the view leaderboard lists their addresses.`);
    const all: Record<string, Plan[string]> = {
      profile: { path: '/builders/{builder}/profile', params: { builder, period } },
      traders: { path: '/builders/{builder}/traders', params: { builder, period, sort }, rows: limit },
      fills: { path: '/builders/{builder}/fills', params: { builder, since: span, coin: name }, rows: limit },
      cohorts: { path: '/builders/{builder}/cohorts', params: { builder, period } },
      retention: { path: '/builders/{builder}/retention', params: { builder } },
      overlap: { path: '/builders/{builder}/overlap', params: { builder, period } },
    };
    return { [view]: all[view]! };
  },
  derive({ growth }, { limit = 20 }) {
    return growth === undefined ? {} : { growth: grown(rowsIn(growth, 'builders')).slice(0, limit) };
  },
  finding({ leaderboard, growth, profile, traders, fills, cohorts, overlap, retention }) {
    if (leaderboard !== undefined)
      return ranking(
        rowsIn(leaderboard, 'builders'),
        (row) =>
          `${named(row)} ${usd(row.revenueUsd)} revenue (before: ${usd(row.prevRevenueUsd)}), ${counted(row.attributedUsers, 'user')}`,
      );
    if (growth !== undefined) {
      return [
        'Growth of revenue against the period before:',
        ...ranking(
          rowsIn(growth),
          (row) =>
            `${named(row)} ${usd(row.changeUsd)}${row.changePct === undefined ? ' (new)' : ` (${percent(row.changePct)})`} to ${usd(row.revenueUsd)}`,
        ),
      ];
    }
    if (profile !== undefined) {
      const row = bodyIn(profile);
      return [
        `${named(row)}: ${usd(row.revenueUsd)} revenue in the ${row.period}, ${counted(row.totalUsers, 'user')} since ${row.firstSeen}, ${short(row.profitableUsers)} of them profitable.`,
      ];
    }
    if (traders !== undefined)
      return ranking(
        rowsIn(traders, 'traders'),
        (row) => `${row.wallet} ${usd(row.builderFeesUsd)} fees, ${usd(row.pnl)} PnL`,
      );
    if (fills !== undefined) return [`${counted(rowsIn(fills, 'fills').length, 'fill')}.`];
    if (cohorts !== undefined)
      return rowsIn(cohorts, 'pnlTiers').map(
        (row) => `${row.tier}: ${counted(row.users, 'user')}, ${usd(row.builderFeesUsd)} fees`,
      );
    if (overlap !== undefined)
      return [
        `${counted(bodyIn(overlap).activeUsers, 'active user')}.`,
        ...ranking(rowsIn(overlap, 'overlaps'), (row) => `${named(row)} shares ${short(row.sharedUsers)}`),
      ];
    return [`${counted(rowsIn(retention, 'cohorts').length, 'month')}.`];
  },
});

function grown(rows: readonly Record<string, unknown>[]): Growth[] {
  const changes = rows.map(({ builder, builderName, revenueUsd, prevRevenueUsd }) => {
    const [now, before] = [Number(revenueUsd), Number(prevRevenueUsd)];
    return {
      builder: String(builder),
      ...(typeof builderName === 'string' && { builderName }),
      revenueUsd: now,
      prevRevenueUsd: before,
      changeUsd: now - before,
      ...(before > 0 && { changePct: ((now - before) / before) * 100 }),
    };
  });
  return changes.sort((a, b) => b.changeUsd - a.changeUsd);
}

function named({ builder, builderName }: Record<string, unknown>): string {
  return typeof builderName === 'string' ? `${builder} ${quoted(builderName)}` : String(builder);
}
