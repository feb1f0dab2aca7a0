import { Decimal } from 'decimal.js';
import type { BoardPeriod, BoardSort } from '../src/boards/traders.ts';
import type { Totals, WalletTotals } from './fill-totals.ts';

/** A trader in a period, ranked by a slow and simple computation (docs/methodology.md#leaderboard). */
export interface Contestant {
  address: string;
  trades: number;
  wins: number;
  pnl: Decimal;
  volume: Decimal;
  riskAdjusted: number | undefined;
  score: number | undefined;
  /** Time of the newest fill of all time, unix ms. */
  lastMs: number;
}

const windowDays: Record<Exclude<BoardPeriod, 'allTime'>, number> = { day: 1, week: 7, month: 30 };

function standardDeviation(values: Decimal[]): Decimal {
  const mean = Decimal.sum(...values).div(values.length);
  const squares = values.map((value) => value.minus(mean).pow(2));
  return Decimal.sum(...squares)
    .div(values.length - 1)
    .sqrt();
}

function riskAdjusted(trades: number, days: readonly Totals[]): number | undefined {
  if (trades < 10 || days.length < 5) return undefined;
  const pnls = days.map((day) => day.pnl);
  const deviation = standardDeviation(pnls);
  if (deviation.isZero()) return undefined;
  return Decimal.sum(...pnls)
    .div(pnls.length)
    .div(deviation)
    .mul(new Decimal(365).sqrt())
    .toNumber();
}

function wilsonBound({ wins, trades: n }: Contestant): number {
  const z = 1.959963984540054;
  if (wins === 0) return 0;
  const p = wins / n;
  const spread = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return (p + z ** 2 / (2 * n) - spread) / (1 + z ** 2 / n);
}

function percentile(value: number, all: readonly number[]): Decimal {
  if (all.length === 1) return new Decimal(1);
  const below = all.filter((other) => other < value).length;
  const others = all.filter((other) => other === value).length - 1;
  return new Decimal(below + others / 2).div(all.length - 1);
}

function scoreAll(contestants: Contestant[]): void {
  const eligible = contestants.filter((contestant) => contestant.riskAdjusted !== undefined);
  const measures: [number, (contestant: Contestant) => number][] = [
    [40, ({ pnl }) => pnl.toNumber()],
    [30, (contestant) => contestant.riskAdjusted!],
    [20, wilsonBound],
    [10, ({ volume }) => volume.toNumber()],
  ];
  const ranks = measures.map(([weight, measure]) => {
    const values = eligible.map(measure);
    return values.map((value) => percentile(value, values).mul(weight));
  });
  for (const [i, contestant] of eligible.entries()) {
    // Rounded: equal scores are equal numbers, a tie is left to the address.
    contestant.score = Decimal.sum(...ranks.map((rank) => rank[i]!))
      .toDecimalPlaces(12)
      .toNumber();
  }
}

/** Every trader that qualifies for a period's leaderboard. */
export function contestants(
  wallets: ReadonlyMap<string, WalletTotals>,
  period: BoardPeriod,
  nowMs: number,
): Contestant[] {
  const result: Contestant[] = [];
  for (const [address, wallet] of wallets) {
    const inPeriod = [...wallet.days].filter(([date]) => {
      if (period === 'allTime') return true;
      const age = Math.floor(nowMs / 86_400_000) - Date.parse(date) / 86_400_000;
      return age >= 0 && age < windowDays[period];
    });
    const days = inPeriod.map(([, day]) => day);
    const trades = days.reduce((sum, day) => sum + day.trades, 0);
    if (trades < (period === 'allTime' ? 1 : 10)) continue;
    result.push({
      address,
      trades,
      wins: days.reduce((sum, day) => sum + day.wins, 0),
      pnl: Decimal.sum(...days.map((day) => day.pnl)),
      volume: Decimal.sum(...days.map((day) => day.volume)),
      riskAdjusted: riskAdjusted(trades, days),
      score: undefined,
      lastMs: wallet.lastMs,
    });
  }
  scoreAll(result);
  return result;
}

/** Sort value, larger first; undefined excludes the trader. */
export function sortKey(sort: BoardSort, contestant: Contestant) {
  const { pnl, volume, wins, trades, riskAdjusted, score, lastMs } = contestant;
  const keys = {
    pnl: pnl.toNumber(),
    losers: -pnl.toNumber(),
    volume: volume.toNumber(),
    winrate: wins / trades,
    'risk-adjusted': riskAdjusted,
    score,
    trades,
    recent: lastMs,
  };
  return keys[sort];
}

/** The whole ranking of a sort. */
export function ranking(all: readonly Contestant[], sort: BoardSort): Contestant[] {
  const key = (contestant: Contestant) => sortKey(sort, contestant)!;
  const more = (a: Contestant, b: Contestant) => (sort === 'winrate' ? b.trades - a.trades : 0);
  return all
    .filter((contestant) => sortKey(sort, contestant) !== undefined)
    .sort((a, b) => key(b) - key(a) || more(a, b) || (a.address < b.address ? -1 : 1));
}
