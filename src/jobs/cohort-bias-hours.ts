import { type Static, Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Boards } from '../boards/boards.ts';
import { cohortPlaces } from '../boards/trader-cohorts.ts';
import { traders } from '../boards/traders.ts';
import { cohortKinds, cohortsOf } from '../domain/cohort.ts';
import { allCoins } from '../domain/coin-name.ts';
import type { ValuedPosition } from '../domain/exposure.ts';
import { hourMs as anHourMs, utcDate } from '../kernel/clock.ts';
import { roundedUsd } from '../kernel/rounded.ts';
import type { SnapshotHour, SnapshotPart, SnapshotPartOf } from './position-snapshot.ts';

/** Finds a wallet's cohort of each kind, 0 for none; by the registry row if known. */
type PlacesOf = (address: () => string, wallet: number | undefined) => readonly [number, number];

const counts = ['longs', 'shorts'] as const;
const amounts = ['long_notional', 'short_notional'] as const;
const columns = ['coin', 'kind', 'hour', 'tier', 'made', ...counts, ...amounts];
const texts: readonly string[] = ['coin', 'kind', ...amounts];

const insert = {
  structure: columns.map((name) => `${name} ${texts.includes(name) ? 'String' : 'Int64'}`).join(', '),
  target: `cohort_bias_hours (${columns.join(', ')})`,
  select: [
    'coin',
    'kind',
    "toDateTime(intDiv(hour, 1000), 'UTC')",
    'tier',
    "fromUnixTimestamp64Milli(made, 'UTC')",
    ...counts,
    // As text: Arrow rows hold only texts and whole numbers.
    ...amounts.map((name) => `toFloat64(${name})`),
  ].join(', '),
};

const walletsLimit = 3_000_000;
const places = `
    SELECT concat('0x', lower(hex(wallet))) AS address, argMax(pnl_tier, day) AS pnl, argMax(size_tier, day) AS size
    FROM wallet_tiers`;
const placesRow = Type.Object({ address: Type.String(), pnl: Type.Integer(), size: Type.Integer() });
const placesLimits = { deadlineMs: 120_000, maxRows: walletsLimit };

/** Cohorts at the end of the day before, for wallets with a state read in an hour. */
const placesBefore = query({
  name: 'cohort_places_before',
  params: { day: 'Date', from: 'TimeMs', to: 'TimeMs' },
  row: placesRow,
  limits: placesLimits,
  sql: `
    ${places}
    WHERE day < {day:Date} AND wallet IN (
      SELECT wallet FROM position_hours WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs})
    GROUP BY wallet`,
});

const allPlacesBefore = query({
  name: 'cohort_all_places_before',
  params: { day: 'Date' },
  row: placesRow,
  limits: placesLimits,
  sql: `
    ${places}
    WHERE day < {day:Date}
    GROUP BY wallet`,
});

/**
 * Longs and shorts of every coin, and of all coins, on the hour by their wallets' cohorts at that time, also if the hour is made later.
 */
export function cohortBiasHours(sources: { analytics: AnalyticsStore; boards: Boards }): SnapshotPartOf {
  const placesOfDay = keepNewest((day) => placesAt(sources.analytics.rows(allPlacesBefore, { day })));
  const placesIn = (hour: SnapshotHour): Promise<PlacesOf> => {
    if (hour.basis === 'positions') return placesNow(sources.boards);
    // Consecutive hours of a day share one read.
    if (hour.basis === 'fills') return placesOfDay(utcDate(hour.hourMs - 1));
    return placesThen(sources.analytics, hour);
  };

  return async (hour): Promise<SnapshotPart> => {
    const placesOf = await placesIn(hour);
    const all = createSums();
    const rows: Record<string, string | number>[] = [];

    function addRows(coin: string, sums: ReturnType<typeof createSums>): void {
      for (const { kind, tier, numbers } of sums.held()) {
        const [longs, shorts, longNotional, shortNotional] = numbers;
        rows.push({
          coin,
          kind,
          tier,
          hour: hour.hourMs,
          made: hour.madeMs,
          longs: longs!,
          shorts: shorts!,
          long_notional: String(roundedUsd(longNotional!)),
          short_notional: String(roundedUsd(shortNotional!)),
        });
      }
    }

    return {
      take({ coin, each }) {
        const sums = createSums();
        each((position, wallet) => {
          const places = placesOf(() => position.address, wallet);
          for (const sum of [sums, all]) sum.add(places, position);
        });
        addRows(coin, sums);
      },
      rows() {
        addRows(allCoins, all);
        return { ...insert, rows };
      },
    };
  };
}

function createSums() {
  const sums = cohortKinds.map((kind) => [0, ...cohortsOf[kind]].map(() => [0, 0, 0, 0]));
  return {
    add(places: readonly [number, number], { size, notional = 0 }: ValuedPosition): void {
      const side = size > 0 ? 0 : 1;
      for (const [i, place] of places.entries()) {
        const numbers = sums[i]![place]!;
        numbers[side]! += 1;
        numbers[side + 2]! += notional;
      }
    },
    held: () =>
      cohortKinds.flatMap((kind, i) =>
        sums[i]!.map((numbers, tier) => ({ kind, tier, numbers })).filter(
          ({ tier, numbers: [longs, shorts] }) => tier > 0 && longs! + shorts! > 0,
        ),
      ),
  };
}

async function placesNow(boards: Boards): Promise<PlacesOf> {
  const board = await boards.board(traders);
  return (address, wallet) => {
    const row = wallet ?? board.find(address());
    if (row === undefined || row >= board.count) return [0, 0];
    return [cohortPlaces(board, 'pnl', 'alltime')[row]!, cohortPlaces(board, 'size', 'alltime')[row]!];
  };
}

function placesThen(analytics: AnalyticsStore, hour: SnapshotHour): Promise<PlacesOf> {
  const params = { day: utcDate(hour.hourMs - 1), from: hour.hourMs - anHourMs, to: hour.hourMs };
  return placesAt(analytics.rows(placesBefore, params));
}

async function placesAt(pending: Promise<Static<typeof placesRow>[]>): Promise<PlacesOf> {
  const rows = await pending;
  const known = new Map(rows.map(({ address, pnl, size }) => [address, [pnl, size] as const]));
  return (address) => known.get(address()) ?? [0, 0];
}

/** Caches the result of the newest key. */
function keepNewest<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let newest: { key: string; found: T } | undefined;
  return async (key) => {
    if (newest?.key !== key) newest = { key, found: await find(key) };
    return newest.found;
  };
}
