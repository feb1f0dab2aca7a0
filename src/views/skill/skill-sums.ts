import type { DayBlock, DayTable } from './day-blocks.ts';
import type { SkillTables } from './skill-days.ts';

/** Sums of the wallets of the registry. */
export function newSums(count: number) {
  const doubles = () => new Float64Array(count);
  return {
    net: doubles(),
    /** Rounding errors of `net` (Neumaier 1974). */
    netRest: doubles(),
    won: doubles(),
    lost: doubles(),
    volume: doubles(),
    bought: doubles(),
    sold: doubles(),
    /** Day of the first fill, or of the first payment in the span; 0 before. */
    firstDay: new Uint16Array(count),
    days: new Uint16Array(count),
    lastDay: new Uint16Array(count),
    started: new Uint8Array(count),
    /** `unpriced`: a fee has no price; `isPerp`: perps were traded, so funding must be known. */
    unpriced: new Uint8Array(count),
    isPerp: new Uint8Array(count),
    positions: new Uint32Array(count),
    closedPnl: doubles(),
    /** Account value at the newest known midnight (NaN before the first), that day, and the net flow since. */
    value: doubles().fill(Number.NaN),
    valued: new Uint16Array(count),
    flow: doubles(),
    fees: doubles(),
    unvalued: new Uint8Array(count),
    isVault: new Uint8Array(count),
    returns: new Uint16Array(count),
    mean: doubles(),
    squares: doubles(),
    below: doubles(),
    index: doubles().fill(1),
    peak: doubles().fill(1),
    fall: doubles(),
    /** Over days that began with a value above 0: their count, sum of start values, and volume. */
    held: new Uint16Array(count),
    capital: doubles(),
    turned: doubles(),
  };
}
export type Sums = ReturnType<typeof newSums>;

/** Marks the wallets that traded just before the span, and all wallets with perps. */
export function lookBack(
  sums: Sums,
  { made, paid }: SkillTables,
  { day, isNear }: { day: number; isNear: boolean },
) {
  for (const table of [made, paid]) {
    const block = table.block(day);
    if (block === undefined) continue;
    const perps = perpKinds(table);
    for (let row = 0; row < block.count; row++) {
      const wallet = block.wallet[row]!;
      if (perps[block.kind[row]!]) sums.isPerp[wallet] = 1;
      if (table === made) sums.firstDay[wallet] ||= day;
      if (isNear && table === made) sums.started[wallet] = 1;
    }
  }
}

const kindsWhere = ({ kinds }: Pick<DayTable, 'kinds'>, isOne: (kind: string) => boolean) =>
  kinds.map((kind) => isOne(kind));
const perpKinds = (table: Pick<DayTable, 'kinds'>) => kindsWhere(table, (kind) => kind.startsWith('perps'));

export function addDay(
  sums: Sums,
  { made, paid, closed, worth, moved }: SkillTables,
  { day, isMeant }: { day: number; isMeant(kind: string): boolean },
  scratch: Scratch,
): void {
  addWorth(sums, worth.block(day), { day, isStart: true });
  addMade(sums, made, { day, isMeant }, scratch);
  const block = paid.block(day);
  if (block !== undefined) {
    const meant = kindsWhere(paid, isMeant);
    const { wallet: wallets, kind, columns } = block;
    for (let row = 0; row < block.count; row++) {
      sums.isPerp[wallets[row]!] = 1;
      sums.firstDay[wallets[row]!] ||= day;
      if (meant[kind[row]!]) touch(scratch, wallets[row]!, columns.usd[row]!);
    }
  }
  endDay(sums, scratch);
  const closes = closed.block(day);
  if (closes !== undefined) {
    for (let row = 0; row < closes.count; row++) {
      const wallet = closes.wallet[row]!;
      sums.positions[wallet]! += closes.columns.positions[row]!;
      sums.closedPnl[wallet]! += closes.columns.pnl[row]!;
    }
  }
  const moves = moved.block(day);
  if (moves === undefined) return;
  for (let row = 0; row < moves.count; row++) {
    const wallet = moves.wallet[row]!;
    sums.flow[wallet]! += moves.columns.flow[row]!;
    sums.fees[wallet]! += moves.columns.fees[row]!;
    sums.unvalued[wallet]! |= moves.columns.isUnvalued[row]!;
    sums.isVault[wallet]! |= moves.columns.isVault[row]!;
  }
}

/** Results of one day so far, and the wallets with one: the first `touched` of `wallets`, some of them twice. */
export interface Scratch {
  day: Float64Array;
  wallets: Uint32Array;
  touched: number;
}

/** @param count wallets of the registry */
export function newScratch(count: number): Scratch {
  return { day: new Float64Array(count), wallets: new Uint32Array(count), touched: 0 };
}

/** Adds a row to a wallet's day; several rows of a wallet count as one day. */
function touch(scratch: Scratch, wallet: number, usd: number): void {
  const made = scratch.day[wallet]!;
  // A running sum of exactly 0 lists the wallet twice; the second entry counts 0.
  if (made === 0) {
    if (scratch.touched === scratch.wallets.length) {
      const longer = new Uint32Array(2 * scratch.touched);
      longer.set(scratch.wallets);
      scratch.wallets = longer;
    }
    scratch.wallets[scratch.touched++] = wallet;
  }
  scratch.day[wallet] = made + (usd === 0 ? Number.MIN_VALUE : usd);
}

function endDay(sums: Sums, scratch: Scratch): void {
  const { net, netRest, days, won, lost } = sums;
  const { day, wallets, touched } = scratch;
  for (let at = 0; at < touched; at++) {
    const wallet = wallets[at]!;
    const usd = day[wallet]!;
    if (usd === 0) continue;
    day[wallet] = 0;
    const before = net[wallet]!;
    const after = before + usd;
    const [large, little] = Math.abs(before) >= Math.abs(usd) ? [before, usd] : [usd, before];
    netRest[wallet] = netRest[wallet]! + (large - after + little);
    net[wallet] = after;
    days[wallet] = days[wallet]! + 1;
    if (usd > 0) won[wallet] = won[wallet]! + usd;
    else lost[wallet] = lost[wallet]! - usd;
  }
  scratch.touched = 0;
}

function addMade(
  sums: Sums,
  made: SkillTables['made'],
  { day, isMeant }: { day: number; isMeant(kind: string): boolean },
  scratch: Scratch,
): void {
  const block = made.block(day);
  if (block === undefined) return;
  const [meant, perps] = [kindsWhere(made, isMeant), perpKinds(made)];
  const { wallet: wallets, kind, columns } = block;
  const { net, unpriced, volume, makerBought, makerSold } = columns;
  const { firstDay, lastDay, isPerp, volume: volumes, bought, sold, unpriced: unknown, valued } = sums;
  for (let row = 0; row < wallets.length; row++) {
    const [wallet, of] = [wallets[row]!, kind[row]!];
    lastDay[wallet] = day;
    firstDay[wallet] ||= day;
    if (perps[of]) isPerp[wallet] = 1;
    volumes[wallet] = volumes[wallet]! + volume[row]!;
    if (valued[wallet] === day && sums.value[wallet]! > 0) sums.turned[wallet]! += volume[row]!;
    bought[wallet] = bought[wallet]! + makerBought[row]!;
    sold[wallet] = sold[wallet]! + makerSold[row]!;
    if (!meant[of]) continue;
    if (unpriced[row] !== 0) unknown[wallet] = 1;
    touch(scratch, wallet, net[row]!);
  }
}

/**
 * Links each account's previous value to its value at this midnight. A link over missing midnights is no daily return. Columns are
 * local variables for speed: there are a hundred million rows.
 *
 * @param at.isStart false for the midnight that ends the span, at which no day of the span begins
 */
export function addWorth(
  sums: Sums,
  block: DayBlock<'value'> | undefined,
  { day, isStart }: { day: number; isStart: boolean },
): void {
  if (block === undefined) return;
  const { value: values, valued, flow: flows, fees, index, peak, fall } = sums;
  const { returns, mean: means, squares, below, held, capital } = sums;
  const { wallet: wallets, columns } = block;
  const worth = columns.value;
  for (let row = 0; row < wallets.length; row++) {
    const wallet = wallets[row]!;
    const value = worth[row]!;
    const flow = flows[wallet]!;
    const before = values[wallet]!;
    const base = flow > 0 ? before + flow : before;
    // NaN before the first value.
    if (base > 0) {
      const gain = (value - before - flow + fees[wallet]!) / base;
      const reached = gain > -1 ? index[wallet]! * (1 + gain) : 0;
      index[wallet] = reached;
      if (reached > peak[wallet]!) peak[wallet] = reached;
      else {
        const fallen = 1 - reached / peak[wallet]!;
        if (fallen > fall[wallet]!) fall[wallet] = fallen;
      }
      if (valued[wallet] === day - 1) {
        // Welford (1962): the mean, and squares of distances from it.
        const days = returns[wallet]! + 1;
        const apart = gain - means[wallet]!;
        const mean = means[wallet]! + apart / days;
        returns[wallet] = days;
        means[wallet] = mean;
        squares[wallet] = squares[wallet]! + apart * (gain - mean);
        if (gain < 0) below[wallet] = below[wallet]! + gain * gain;
      }
    }
    if (isStart && value > 0) {
      held[wallet] = held[wallet]! + 1;
      capital[wallet] = capital[wallet]! + value;
    }
    values[wallet] = value;
    valued[wallet] = day;
    if (flow !== 0) flows[wallet] = 0;
    fees[wallet] = 0;
  }
}
