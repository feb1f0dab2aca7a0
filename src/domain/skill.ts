/** What the days of a wallet say of its skill, with how sure that is (docs/methodology.md#skill). */

import { scaledNumber } from '../kernel/scaled.ts';
import type { HalfOpenSpan, Span } from '../kernel/span.ts';
import { resampled } from './block-bootstrap.ts';
import { type PnlAmount, type PnlPoint, type PnlReason, pnlReasons, pnlScale } from './pnl-curve.ts';

/** Fewer say nothing that would hold on other days. */
export const leastSample = { days: 30, closedPositions: 20 } as const;
/** Crypto trades on all of them. */
export const daysPerYear = 365;

export const skillReasons = {
  ...pnlReasons,
  'no-equity': 'the account was empty on these days',
  'no-variation': 'all days have the same return, or the window has one day',
  'no-loss': 'no day lost anything',
  'no-position': 'no position was closed',
  'no-day': 'no day of the window is over, or the record has none of it',
} as const;
export type SkillReason = keyof typeof skillReasons;

/** The figures, in the order in which answers have them. */
export const skillFigures = [
  'return',
  'sharpe',
  'sortino',
  'maxDrawdown',
  'netPerDay',
  'profitFactor',
  'expectancy',
  'exposure',
  'turnover',
] as const;
export type SkillFigureName = (typeof skillFigures)[number];

/** One UTC day of a wallet that is over. */
export interface SkillDay {
  /** What it made, and what its account was worth at the end. */
  point: Pick<PnlPoint, 'fromMs' | 'untilMs' | 'netPnl' | 'netDeposits' | 'ledgerFees' | 'accountValue'>;
  /** Positions that were closed on it, from flat to flat, and their PnL after fees. */
  closed: number;
  closedPnl: PnlAmount;
  /** How long a position was open. */
  exposedMs: number;
  volumeUsd: number;
}

export interface SkillFigure {
  /** Null where it is not known. */
  value: number | null;
  /** Of 95 %; null where the sample is too small, or it has no bound. */
  low: number | null;
  high: number | null;
  /** Days that it rests on. */
  days: number;
  closedPositions: number;
  /** Sample sizes below their minimum. */
  insufficient: readonly (keyof typeof leastSample)[];
  /** Why the value is unknown; if there is a value: why days of the window are left out. */
  reason: SkillReason | undefined;
}

/** From peak to trough, without flows. */
export interface Drawdown extends Span {
  usd: number;
  /** Time of the recovery; undefined if not yet recovered. */
  recoveredMs: number | undefined;
}

export interface Skill {
  figures: Readonly<Record<SkillFigureName, SkillFigure>>;
  /** Undefined where nothing was lost, or it is not known. */
  drawdown: Drawdown | undefined;
}

/**
 * @param before what the account was worth when the first day began
 * @param days following each other, all of them over
 */
export function skillOf(before: PnlAmount, days: readonly SkillDay[]): Skill {
  const series = seriesOf(before, days);
  const chain = chainOf(before, days);
  const all = Uint32Array.from(days, (_, at) => at);
  const point = evaluate(series, all);
  const [fall, drawdown] = typeof chain === 'string' ? [Number.NaN, undefined] : fallOf(chain);
  point.return = typeof chain === 'string' ? Number.NaN : percent(grown(chain) - 1);
  point.maxDrawdown = percent(fall);
  const replicates = resampled(seedOf(series), days.length, (picks) => evaluate(series, picks));
  const figures = skillFigures.map((name) => {
    const counted = countedDays(series, name);
    const insufficient = insufficientOf(counted, series.positions);
    const value = point[name];
    const [low, high] =
      Number.isNaN(value) || insufficient.length > 0 ? [null, null] : replicates.interval(name, counted);
    const sample = { days: counted, closedPositions: series.positions, insufficient };
    const shown = Number.isFinite(value) ? value : null;
    return [name, { value: shown, low, high, ...sample, reason: reasonOf(name, value, series, chain) }];
  });
  return { figures: Object.fromEntries(figures), drawdown };
}

/** Of a day, NaN where it is not known. */
interface Series {
  returns: Float64Array;
  net: Float64Array;
  closed: Float64Array;
  closedPnl: Float64Array;
  /** Share of it. */
  exposed: Float64Array;
  volume: Float64Array;
  /** Value of the account at its start. */
  value: Float64Array;
  positions: number;
  /** Of the first day that is not known. */
  unknown: Record<'returns' | 'net' | 'closed' | 'value', SkillReason | undefined>;
}

const usd = (amount: bigint) => scaledNumber(amount, pnlScale);
const percent = (share: number) => share * 100;
const known = (amounts: readonly PnlAmount[]) =>
  amounts.find((amount): amount is PnlReason => typeof amount === 'string');

/**
 * The account's gain without transfers, and the capital of that gain: the start value plus positive net deposits. Deposits count
 * from the start and withdrawals until the end, so that neither creates a return.
 */
function gainOf(
  [start, end]: readonly [bigint, bigint],
  moved: readonly Pick<PnlPoint, 'netDeposits' | 'ledgerFees'>[],
) {
  const sum = (name: 'netDeposits' | 'ledgerFees') =>
    moved.reduce((all, point) => all + (point[name] as bigint), 0n);
  const flows = sum('netDeposits');
  return {
    profit: end - start - flows + sum('ledgerFees'),
    base: start + (flows > 0n ? flows : 0n),
  };
}

function seriesOf(before: PnlAmount, days: readonly SkillDay[]): Series {
  const column = () => new Float64Array(days.length);
  const series: Series = {
    returns: column(),
    net: column(),
    closed: column(),
    closedPnl: column(),
    exposed: column(),
    volume: column(),
    value: column(),
    positions: 0,
    unknown: { returns: undefined, net: undefined, closed: undefined, value: undefined },
  };
  const { unknown } = series;
  let start = before;
  for (const [at, { point, closed, closedPnl, exposedMs, volumeUsd }] of days.entries()) {
    const { netPnl, accountValue: end } = point;
    const reason = known([start, end, point.netDeposits, point.ledgerFees]);
    series.returns[at] = Number.NaN;
    if (reason !== undefined) unknown.returns ??= reason;
    else {
      const { profit, base } = gainOf([start as bigint, end as bigint], [point]);
      if (base > 0n) series.returns[at] = usd(profit) / usd(base);
      else unknown.returns ??= 'no-equity';
    }
    if (typeof netPnl === 'string') unknown.net ??= netPnl;
    // A day that begins with nothing has nothing that is turned over.
    const capital = typeof start === 'string' || start > 0n ? start : 'no-equity';
    if (typeof capital === 'string') unknown.value ??= capital;
    series.net[at] = typeof netPnl === 'string' ? Number.NaN : usd(netPnl);
    series.value[at] = typeof capital === 'string' ? Number.NaN : usd(capital);
    series.closed[at] = closed;
    if (typeof closedPnl === 'string') unknown.closed ??= closedPnl;
    series.closedPnl[at] = typeof closedPnl === 'string' ? Number.NaN : usd(closedPnl);
    series.exposed[at] = exposedMs / (point.untilMs - point.fromMs);
    series.volume[at] = volumeUsd;
    series.positions += closed;
    start = end;
  }
  return series;
}

/** The account from one moment at which its value is known to the next one. */
interface Link extends HalfOpenSpan {
  /** What a dollar became. */
  growth: number;
  profit: number;
}

/**
 * Links from the first known value to the last. A midnight without a value merges the adjacent days, which loses only
 * the drawdown between them; without a day's flows the profit is unknown.
 */
function chainOf(before: PnlAmount, days: readonly SkillDay[]): Link[] | SkillReason {
  const links: Link[] = [];
  let start = before;
  let fromMs = days[0]?.point.fromMs ?? 0;
  let moved: SkillDay['point'][] = [];
  let reason: SkillReason = typeof before === 'string' ? before : 'no-state';
  for (const { point } of days) {
    if (typeof start === 'string') {
      [start, fromMs, moved] = [point.accountValue, point.untilMs, []];
      continue;
    }
    moved.push(point);
    if (typeof point.accountValue === 'string') continue;
    const flows = known(moved.flatMap(({ netDeposits, ledgerFees }) => [netDeposits, ledgerFees]));
    if (flows !== undefined) return flows;
    const { profit, base } = gainOf([start, point.accountValue], moved);
    if (base <= 0n && profit !== 0n) return 'no-equity';
    const growth = base <= 0n ? 1 : Math.max(0, 1 + usd(profit) / usd(base));
    if (base > 0n) links.push({ fromMs, untilMs: point.untilMs, growth, profit: usd(profit) });
    else reason = 'no-equity';
    [start, fromMs, moved] = [point.accountValue, point.untilMs, []];
  }
  return links.length > 0 ? links : days.length === 0 ? 'no-day' : reason;
}

const grown = (chain: readonly Link[]) => chain.reduce((product, { growth }) => product * growth, 1);

/** The deepest fall from a highest point before, as a share of it, at least 0. */
function fallOf(chain: readonly Link[]): [number, Drawdown | undefined] {
  const fromMs = chain[0]!.fromMs;
  let at = { index: 1, profit: 0 };
  let peak = { ...at, ms: fromMs };
  let deepest: { fall: number; peak: number; drawdown: Drawdown } | undefined;
  for (const { untilMs, growth, profit } of chain) {
    at = { index: at.index * growth, profit: at.profit + profit };
    if (at.index >= peak.index) {
      if (deepest !== undefined && at.index >= deepest.peak) deepest.drawdown.recoveredMs ??= untilMs;
      peak = { ...at, ms: untilMs };
      continue;
    }
    const fall = 1 - at.index / peak.index;
    if (fall <= (deepest?.fall ?? 0)) continue;
    const drawdown = {
      fromMs: peak.ms,
      toMs: untilMs,
      usd: peak.profit - at.profit,
      recoveredMs: undefined,
    };
    deepest = { fall, peak: peak.index, drawdown };
  }
  return [deepest?.fall ?? 0, deepest?.drawdown];
}

/** All figures over days that were drawn; NaN where they have none, infinite where nothing bounds them. */
function evaluate(series: Series, picks: Uint32Array): Record<SkillFigureName, number> {
  const { returns, net, closed, closedPnl, exposed, volume, value } = series;
  const of = { days: 0, sum: 0, index: 1, peak: 1, fall: 0, netDays: 0, won: 0, lost: 0, closed: 0 };
  const more = { closedPnl: 0, exposed: 0, volume: 0, valued: 0, value: 0 };
  for (const day of picks) {
    const gain = returns[day]!;
    if (!Number.isNaN(gain)) {
      of.days += 1;
      of.sum += gain;
      of.index *= Math.max(0, 1 + gain);
      of.peak = Math.max(of.peak, of.index);
      of.fall = Math.max(of.fall, 1 - of.index / of.peak);
    }
    const made = net[day]!;
    if (!Number.isNaN(made)) {
      of.netDays += 1;
      if (made > 0) of.won += made;
      else of.lost -= made;
    }
    of.closed += closed[day]!;
    more.closedPnl += closedPnl[day]!;
    more.exposed += exposed[day]!;
    if (Number.isNaN(value[day]!)) continue;
    more.valued += 1;
    more.value += value[day]!;
    more.volume += volume[day]!;
  }
  const mean = of.sum / of.days;
  let squares = 0;
  let below = 0;
  for (const day of picks) {
    const gain = returns[day]!;
    if (Number.isNaN(gain)) continue;
    squares += (gain - mean) ** 2;
    below += Math.min(gain, 0) ** 2;
  }
  const annual = Math.sqrt(daysPerYear);
  return {
    return: of.days > 0 ? percent(of.index - 1) : Number.NaN,
    sharpe: squares > noise * of.days ? (mean / Math.sqrt(squares / (of.days - 1))) * annual : Number.NaN,
    sortino: of.days > 1 ? ratio(mean * annual, Math.sqrt(below / of.days)) : Number.NaN,
    maxDrawdown: of.days > 0 ? percent(of.fall) : Number.NaN,
    netPerDay: (of.won - of.lost) / of.netDays,
    profitFactor: ratio(of.won, of.lost),
    expectancy: of.closed > 0 ? more.closedPnl / of.closed : Number.NaN,
    exposure: percent(more.exposed / picks.length),
    turnover: ratio(more.volume, more.value),
  };
}

/** Squared returns that are rounding alone. */
const noise = 1e-24;

/** Infinite where there is nothing below it but something above, NaN where there is neither. */
function ratio(above: number, below: number): number {
  return below === 0 && above <= 0 ? Number.NaN : above / below;
}

function countedDays({ returns, net, value }: Series, name: SkillFigureName): number {
  const of = {
    netPerDay: net,
    profitFactor: net,
    turnover: value,
    expectancy: undefined,
    exposure: undefined,
  };
  const column = name in of ? of[name as keyof typeof of] : returns;
  return column === undefined ? returns.length : column.filter((amount) => !Number.isNaN(amount)).length;
}

function insufficientOf(days: number, closedPositions: number): SkillFigure['insufficient'] {
  const has = { days, closedPositions };
  return (Object.keys(leastSample) as (keyof typeof leastSample)[]).filter((of) => has[of] < leastSample[of]);
}

function reasonOf(
  name: SkillFigureName,
  value: number,
  { unknown, returns }: Series,
  chain: Link[] | SkillReason,
): SkillReason | undefined {
  const isKnown = Number.isFinite(value);
  if (returns.length === 0) return 'no-day';
  switch (name) {
    case 'return':
    case 'maxDrawdown':
      return typeof chain === 'string' ? chain : unknown.returns;
    case 'sharpe':
    case 'sortino':
      if (isKnown) return unknown.returns;
      if (returns.some((gain) => !Number.isNaN(gain))) return name === 'sharpe' ? 'no-variation' : 'no-loss';
      return unknown.returns;
    case 'profitFactor':
      return isKnown ? unknown.net : (unknown.net ?? 'no-loss');
    case 'netPerDay':
      return unknown.net;
    case 'expectancy':
      return isKnown ? undefined : (unknown.closed ?? 'no-position');
    case 'exposure':
      return undefined;
    case 'turnover':
      return isKnown ? unknown.value : (unknown.value ?? 'no-equity');
  }
}

/** Seed derived from the data: the same days give the same intervals. */
function seedOf({ returns, net, closed }: Series): string {
  return [returns, net, closed].map((column) => column.join()).join(';');
}
