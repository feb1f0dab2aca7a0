import { type TObject, Type } from 'typebox';
import { type Query, query } from '../analytics/query.ts';
import { dayMs } from '../kernel/clock.ts';
import { closeLimits, closeSettings, shownCloses } from './close-sql.ts';
import { type ListColumns, type ListRow, selectedColumns, snakeCase } from './ranked-list.ts';

const closesOfSpan = `${shownCloses} AND closed >= {since:TimeMs} AND closed < {until:TimeMs}`;
const spanParams = { since: 'TimeMs', until: 'TimeMs' } as const;

/** A list of single lifecycles. The first rows of each day and band are cached; a page beyond them queries the store. */
export interface EventList<C extends EventColumns = EventColumns> {
  readonly name: string;
  readonly columns: C;
  /** Negative if row `a` ranks before `b`. */
  compare(a: ListRow<EventColumns>, b: ListRow<EventColumns>): number;
  /** The first rows of each day and band of a span, among rows with a version above `after`. */
  readonly dayQuery: Query<typeof dayParams, TObject>;
  /** One page of all matching rows; slow, because the query reads every lifecycle of the window. */
  readonly pageQuery: Query<typeof pageParams, TObject>;
}

const dayParams = { ...spanParams, after: 'UInt64', most: 'UInt64' } as const;

/** Includes the filters of a caller: PnL bound, minimum of the ranking column, liquidation method ('' for any). */
const pageParams = {
  ...spanParams,
  limit: 'UInt64',
  offset: 'UInt64',
  pnl: 'Float64',
  least: 'Float64',
  method: 'String',
} as const;
export interface EventBounds {
  pnl: number;
  least: number;
  method: string;
}

const event = {
  id: 'number',
  address: 'wallet',
  coin: 'text',
  side: 'text',
  openedMs: 'number',
  closedMs: 'number',
  entryVwap: 'number',
  realizedPnl: 'decimal',
  band: 'number',
} as const;
export type EventColumns = typeof event & ListColumns;

const eventColumns = `
  id, wallet AS address, CAST(coin, 'String') AS coin_name, CAST(side, 'String') AS side_name,
  toUnixTimestamp64Milli(opened) AS opened_ms, toUnixTimestamp64Milli(closed) AS closed_ms, entry_vwap, pnl AS realized_pnl, version`;
const renamed = '* EXCEPT (coin_name, side_name), coin_name AS coin, side_name AS side';

/** One band per power of ten, because callers set a minimum PnL. */
const pnlBand = 'toInt8(floor(log10(greatest(toFloat64(pnl), 1))))';
const towardsProfit = "if(side = 'long', 1, -1)";

function eventList<const C extends EventColumns>(parts: {
  name: string;
  columns: C;
  sql: string;
  /** Ranking column and direction; ties by id and address. */
  rankedBy: keyof C & string;
  largestFirst: boolean;
  wanted: string;
}): EventList<C> {
  const { name, columns, rankedBy, largestFirst, sql, wanted } = parts;
  const rows = `SELECT ${renamed} FROM (${sql})`;
  const orderBy = `${snakeCase(rankedBy)} ${largestFirst ? 'DESC' : 'ASC'}, id, address`;
  const settings = closeSettings;
  return {
    name,
    columns,
    compare(a, b) {
      const [one, other] = [Number(a[rankedBy]), Number(b[rankedBy])];
      const byRank = largestFirst ? other - one : one - other;
      return byRank || a.id - b.id || (a.address < b.address ? -1 : Number(a.address > b.address));
    },
    dayQuery: query({
      name: `archetype_${name}`,
      params: dayParams,
      row: Type.Object({}),
      limits: closeLimits,
      settings,
      sql: `
        SELECT ${selectedColumns(columns)} FROM (${rows}) WHERE version > {after:UInt64}
        ORDER BY ${orderBy} LIMIT {most:UInt64} BY intDiv(closed_ms, ${dayMs}), band`,
    }),
    pageQuery: query({
      name: `archetype_${name}_page`,
      params: pageParams,
      row: Type.Object({}),
      settings: { do_not_merge_across_partitions_select_final: 1 },
      sql: `
        SELECT ${selectedColumns(columns)} FROM (${rows}) WHERE ${wanted}
        ORDER BY ${orderBy} LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    }),
  };
}

/** Liquidation methods; the index is the band. The last one is for an unknown method. */
export const liquidationMethods = ['market', 'backstop', ''] as const;

/** Lifecycles with a liquidation, the largest loss first. */
export const backstopList = eventList({
  name: 'backstop_events',
  columns: {
    ...event,
    peakSize: 'decimal',
    penaltyFeePaid: 'decimal',
    liquidationClosedPnl: 'decimal',
    liquidator: 'wallet',
    namesLiquidator: 'number',
    liquidationMethod: 'text',
  },
  sql: `
    SELECT ${eventColumns}, peak_size, penalty AS penalty_fee_paid, liquidation_pnl AS liquidation_closed_pnl, liquidator,
      toUInt8(names_liquidator) AS names_liquidator, liquidation_method, multiIf(liquidation_method = 'market', 0, liquidation_method = 'backstop', 1, 2) AS band
    FROM ${closesOfSpan} AND liquidated_fills > 0 AND pnl <= 0`,
  rankedBy: 'realizedPnl',
  largestFirst: false,
  wanted: "realized_pnl <= {pnl:Float64} AND ({method:String} = '' OR liquidation_method = {method:String})",
});

/** Winners by maximum drawdown, percent of the entry price. */
export const painList = eventList({
  name: 'max_pain_events',
  columns: { ...event, maePx: 'decimal', exitVwap: 'number', maxDrawdownPct: 'number' },
  sql: `
    SELECT ${eventColumns}, mae_px, exit_vwap, ${pnlBand} AS band,
      greatest(0, ${towardsProfit} * (entry_vwap - toFloat64(mae_px)) / entry_vwap * 100) AS max_drawdown_pct
    FROM ${closesOfSpan} AND pnl > 0 AND mae_px > 0 AND entry_vwap > 0`,
  rankedBy: 'maxDrawdownPct',
  largestFirst: true,
  wanted: 'realized_pnl >= {pnl:Float64} AND max_drawdown_pct >= {least:Float64}',
});

/** Minimum distance from entry to best price, as a share of the entry; below it the captured share is noise. */
const leastMfe = 0.005;

/** Closed by its owner: no part was liquidated or auto-deleveraged, and no settlement closed the position. */
const isOwnExit =
  "closed_by NOT IN ('liquidation', 'adl', 'settlement') AND liquidated_fills = 0 AND deleveraged_fills = 0";

/** Winners by share of the move to the best price they captured, percent; excludes closes by the exchange. */
export const perfectExitList = eventList({
  name: 'perfect_exits',
  columns: { ...event, exitVwap: 'number', mfePx: 'decimal', mfeCapturePct: 'number' },
  sql: `
    SELECT ${eventColumns}, exit_vwap, mfe_px, ${pnlBand} AS band, ${towardsProfit} * (toFloat64(mfe_px) - entry_vwap) AS way,
      least(100, greatest(0, ${towardsProfit} * (exit_vwap - entry_vwap) / way * 100)) AS mfe_capture_pct
    FROM ${closesOfSpan} AND pnl > 0 AND ${isOwnExit} AND mfe_px > 0 AND entry_vwap > 0 AND exit_vwap > 0 AND way >= entry_vwap * ${leastMfe}`,
  rankedBy: 'mfeCapturePct',
  largestFirst: true,
  wanted: 'realized_pnl >= {pnl:Float64} AND mfe_capture_pct >= {least:Float64}',
});

export const eventLists: readonly EventList[] = [backstopList, painList, perfectExitList];
