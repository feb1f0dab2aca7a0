import { Type } from 'typebox';
import { cohortKinds, cohortSlugs } from '../../domain/cohort.ts';
import { choice, coin, count, detail, hours, since, tier, tierType } from '../kit/inputs.ts';
import { InputFault, type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, ranking, rowsIn, short, usd } from '../kit/wording.ts';

const views = [
  'summary',
  'positions',
  'trades',
  'bias',
  'bias_history',
  'days',
  'stats',
  'concentration',
] as const;
/** Views of one cohort. */
const ofOne: readonly string[] = ['positions', 'trades', 'days', 'stats', 'concentration'];
/** The REST endpoint's limit. */
const positionsRead = 500;

export const cohorts = tool({
  name: 'cohorts',
  title: 'What groups of traders do',
  description:
    'Cohorts of traders by realized PnL (smart_money …) and by size (whale …): summary of all; for one cohort its open positions (filter by coin and side, with their start), trades, days, results of closed positions; bias of all in a coin now, or by the hour with changes of side.',
  input: Type.Object(
    {
      view: Type.Optional(choice(views, 'summary by default')),
      tierType: Type.Optional(tierType()),
      tier: Type.Optional(tier()),
      coin: Type.Optional(coin('Needed by bias; of positions, trades and bias_history this coin alone')),
      side: Type.Optional(choice(['long', 'short'], 'Of positions')),
      since: Type.Optional(since('How far trades go back; 24h by default')),
      hours: Type.Optional(hours('Of bias_history; 168 by default')),
      limit: Type.Optional(count('Rows; 20 by default')),
      recent: Type.Optional(
        Type.Boolean({
          description: 'Positions and trades of the cohort by the last 30 days instead of all time',
        }),
      ),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    summary: 'CohortSummaryBody: all 16 cohorts',
    positions: 'CohortPosition[]: the largest first, with openedAt',
    totals:
      'Of the positions that matched: count, longs, shorts, notional; read says how many of the cohort were looked at',
    trades: 'TradeBody[]',
    bias: 'CohortBiasBody[] of a coin',
    history: 'CohortBiasSnapshot[] by the hour, oldest first',
    changes: 'Cohorts whose net bias has another sign at the end than at the start',
    days: 'CohortHistoryDay[]',
    stats: 'CohortLifecycleStatsRow[]: results of 90 days by wallet',
    concentration: 'CohortAlphaConcentrationRow[]',
  },
  plan({
    view = 'summary',
    tierType: sent,
    tier: slug,
    coin: name,
    since: span = '24h',
    hours: length,
    limit = 20,
    recent,
  }): Plan {
    if (ofOne.includes(view) && slug === undefined)
      throw new InputFault(`The view ${view} needs tier, such as smart_money.`);
    const kind = kindOf(slug, sent);
    const params = { tierType: kind, tier: slug };
    const group =
      recent === true ? '/pulse/cohorts-recent/{tierType}/{tier}' : '/pulse/cohorts/{tierType}/{tier}';
    if (view === 'positions')
      return { positions: { path: `${group}/positions`, params, rows: positionsRead } };
    if (view === 'trades')
      return {
        trades: {
          path: `${group}/trades`,
          params: { ...params, since: span },
          rows: name === undefined ? limit : 500,
        },
      };
    if (view === 'days') return { days: { path: '/pulse/cohorts/{tierType}/{tier}/history', params } };
    if (view === 'stats')
      return {
        stats: { path: '/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats', params, rows: limit },
      };
    if (view === 'concentration')
      return {
        concentration: { path: '/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration', params },
      };
    if (view === 'summary') return { summary: { path: '/pulse/cohorts/summary' } };
    if (view === 'bias') {
      if (name === undefined) throw new InputFault('The view bias needs coin.');
      return { bias: { path: '/live/cohort-bias/{coin}', params: { coin: name } } };
    }
    const ofHours = { coin: name ?? '_GLOBAL', hours: length, tierType: kind, tier: slug };
    return { history: { path: '/live/cohort-bias-history/{coin}', params: ofHours } };
  },
  derive({ positions, trades, history }, { coin: name, side, limit = 20 }) {
    if (positions !== undefined) return heldPositions(rowsIn(positions), { coin: name, side, limit });
    if (trades !== undefined) {
      const wanted =
        name === undefined ? rowsIn(trades) : rowsIn(trades).filter((row) => sameCoin(row.coin, name));
      return { trades: wanted.slice(0, limit) };
    }
    return history === undefined ? {} : { changes: changedSides(rowsIn(history)) };
  },
  finding({ summary, positions, totals, trades, bias, changes, history, stats }, { tier: slug, coin: name }) {
    const about = `${slug ?? 'Cohorts'}${name === undefined ? '' : ` in ${name}`}`;
    if (positions !== undefined) {
      const { read, matched, longs, shorts, longNotional, shortNotional, wallets } = bodyIn(totals);
      const among = Number(read) < positionsRead ? '' : `, of the ${positionsRead} largest of the cohort`;
      if (read === 0) return [`${about}: no open position of the cohort is known.`];
      return [
        `${about}: ${counted(matched, 'open position')} of ${counted(wallets, 'wallet')}, ${longs} long (${usd(longNotional)}), ${shorts} short (${usd(shortNotional)})${among}.`,
        ...ranking(
          rowsIn(positions),
          (row) =>
            `${row.address} ${row.side} ${row.coin} ${usd(row.notional)} since ${row.openedAt}, ${usd(row.unrealizedPnl)} unrealized`,
        ),
      ];
    }
    if (summary !== undefined) {
      return rowsIn(summary, 'pnlTiers').map(
        (row) =>
          `${row.tier}: ${counted(row.walletCount, 'wallet')}, ${usd(row.totalPnl)}, ${short(row.tradersActive)} active in 24 h.`,
      );
    }
    if (trades !== undefined)
      return [
        `${about}: ${counted(rowsIn(trades).length, 'trade')}.`,
        ...ranking(
          rowsIn(trades),
          (row) => `${row.address} ${row.direction} ${row.size} ${row.coin} at ${row.price}`,
        ),
      ];
    if (bias !== undefined)
      return [
        `${about}: ${rowsIn(bias)
          .map(
            (row) =>
              `${row.pnlTier} ${row.biasLabel} (${usd(row.longNotional)} long, ${usd(row.shortNotional)} short)`,
          )
          .join('; ')}.`,
      ];
    if (history !== undefined) {
      const turned = rowsIn(changes) as unknown as SideChange[];
      const words = turned.map(
        (row) =>
          `${row.tier} turned from ${row.from} to ${row.to} (net bias ${short(row.firstBias)} to ${short(row.lastBias)})`,
      );
      const stamps = new Set(rowsIn(history).map(({ timestamp }) => timestamp));
      if (stamps.size < 2)
        return [
          `${about}: ${stamps.size} of the hours are stored: whether a cohort changed sides is not known.`,
        ];
      return [
        `${about}: ${counted(rowsIn(history).length, 'hourly row')}. ${words.length === 0 ? 'No cohort changed sides.' : `${words.join('; ')}.`}`,
      ];
    }
    if (stats !== undefined)
      return [
        `${about}: closed positions of 90 days by wallet.`,
        ...ranking(rowsIn(stats), (row) => `${row.wallet} ${usd(row.totalPnl)} over ${row.lifecycles}`),
      ];
    return [`${about} was answered.`];
  },
});

/** The kind of a cohort, derived from its slug. @throws InputFault if a different kind was sent as well */
function kindOf(slug: string | undefined, sent: string | undefined): string {
  const kind = slug === undefined ? undefined : cohortKinds.find((one) => cohortSlugs(one).includes(slug));
  if (kind !== undefined && sent !== undefined && sent !== kind)
    throw new InputFault(`${slug} is a cohort by ${kind}: leave tierType out.`);
  return kind ?? sent ?? 'pnl';
}

/** Whether a coin matches the sent name, ignoring case and dex prefix: `xyz:GOLD` matches `gold`. */
function sameCoin(found: unknown, sent: string): boolean {
  const [known, wanted] = [String(found).toLowerCase(), sent.toLowerCase()];
  return known === wanted || known.split(':').at(-1) === wanted;
}

type Row = Record<string, unknown>;

/** A cohort whose net bias changed its sign. */
interface SideChange {
  tier: string;
  from: 'long' | 'short' | 'flat';
  to: 'long' | 'short' | 'flat';
  firstBias: number;
  lastBias: number;
  firstAt: unknown;
  lastAt: unknown;
}

/** Positions of a coin and side, the largest first, and their sums over all that matched. */
function heldPositions(
  rows: readonly Row[],
  by: { coin?: string | undefined; side?: string | undefined; limit: number },
) {
  const ofCoin = by.coin === undefined ? undefined : spelling(rows, by.coin);
  const matched = rows.filter(
    (row) =>
      (ofCoin === undefined || ofCoin.has(String(row.coin))) &&
      (by.side === undefined || row.side === by.side),
  );
  const notional = (side: string) =>
    matched.reduce((sum, row) => sum + (row.side === side ? Number(row.notional) : 0), 0);
  const longs = matched.filter(({ side }) => side === 'long').length;
  return {
    positions: matched.slice(0, by.limit),
    totals: {
      read: rows.length,
      matched: matched.length,
      wallets: new Set(matched.map(({ address }) => address)).size,
      longs,
      shorts: matched.length - longs,
      longNotional: notional('long'),
      shortNotional: notional('short'),
    },
  };
}

/** Coins that a text means: the one so spelt, else those of any dex with that ticker. */
function spelling(rows: readonly Row[], text: string): Set<string> {
  const coins = new Set(rows.map(({ coin }) => String(coin)));
  const wanted = text.toLowerCase();
  const exact = [...coins].filter((coin) => coin.toLowerCase() === wanted);
  if (exact.length > 0) return new Set(exact);
  return new Set([...coins].filter((coin) => coin.toLowerCase().split(':').at(-1) === wanted));
}

/** @param rows snapshots by the hour, oldest first */
function changedSides(rows: readonly Row[]): SideChange[] {
  const byTier = Map.groupBy(rows, ({ tier }) => String(tier));
  return [...byTier].flatMap(([tier, hours]) => {
    const [first, last] = [hours[0]!, hours.at(-1)!];
    const [firstBias, lastBias] = [Number(first.netBias), Number(last.netBias)];
    const [from, to] = [sideOf(firstBias), sideOf(lastBias)];
    return from === to
      ? []
      : [{ tier, from, to, firstBias, lastBias, firstAt: first.timestamp, lastAt: last.timestamp }];
  });
}

function sideOf(bias: number): SideChange['from'] {
  if (bias === 0) return 'flat';
  return bias > 0 ? 'long' : 'short';
}
