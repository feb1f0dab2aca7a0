import { bodyQuery } from '../../analytics/body-query.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import { tradeBody, tradeColumns, tradeFields } from '../bodies/trade.ts';
import { rowsLimit } from '../params/pages.ts';

/** The fills that a feed ranks: winning, losing, or both by absolute PnL. */
type Ranked = 'won' | 'lost' | 'either';

/** Magnitude of a `large_pnl_fills` row for a feed; at least 1 if the feed ranks the row. */
const sizeOf: Record<Ranked, string> = {
  won: 'magnitude',
  lost: '-magnitude',
  either: 'abs(magnitude)',
};

/** Rows at least as large as the scalar `cut`, written so that the table's key prunes. */
const atLeast: Record<Ranked, string> = {
  won: 'magnitude >= cut',
  lost: 'magnitude <= -cut',
  either: '(magnitude >= cut OR magnitude <= -cut)',
};

interface Feed {
  /** Condition on the feed's rows. */
  where: string;
  order: string;
  /** The same condition or a weaker one, on columns that are cheaper to read; used to count rows. */
  counted: string;
}

/**
 * The first rows of a feed ranked by PnL, from `large_pnl_fills`. Counts the rows of each magnitude first: the
 * largest magnitudes that together fill a page suffice, whatever the order within them. `{limit:UInt64}` is the page's
 * limit.
 */
export function largestSql(ranked: Ranked, { where, order, counted }: Feed): string {
  const size = sizeOf[ranked];
  return `
    WITH ifNull((
      SELECT size FROM (
        SELECT ${size} AS size, sum(count()) OVER (ORDER BY size DESC) AS held
        FROM large_pnl_fills
        WHERE ${size} > 0 AND ${counted}
        GROUP BY size)
      WHERE held >= {limit:UInt64}
      ORDER BY size DESC
      LIMIT 1), 1) AS cut
    SELECT ${tradeColumns}
    FROM large_pnl_fills
    WHERE ${atLeast[ranked]} AND ${counted} AND ${where}
    ORDER BY ${order}
    LIMIT {limit:UInt64}`;
}

/** The same without the count. Ranking all large rows is cheaper if few of them match. */
export function largeSql(feed: Pick<Feed, 'where' | 'order'>): string {
  return rankedSql('large_pnl_fills', feed);
}

/** The same over all fills. */
export function everySql(feed: Pick<Feed, 'where' | 'order'>): string {
  return rankedSql('fills_by_time', feed);
}

function rankedSql(table: string, { where, order }: Pick<Feed, 'where' | 'order'>): string {
  return `
    SELECT ${tradeColumns}
    FROM ${table}
    WHERE ${where}
    ORDER BY ${order}
    LIMIT {limit:UInt64}`;
}

/**
 * A page of a feed ranked by PnL: from the large fills if they fill it, else from all fills.
 *
 * @param limit maximum rows
 * @param large reads {@link largestSql}
 * @param every reads {@link everySql}
 */
export async function largeFirst<T>(
  limit: number,
  large: () => Promise<T[]>,
  every: () => Promise<T[]>,
): Promise<T[]> {
  try {
    const rows = await large();
    if (rows.length === limit) return rows;
  } catch (error) {
    // An old store may still be filling the table.
    if (!(error instanceof AnalyticsError && error.failure === 'unready')) throw error;
  }
  return every();
}

/**
 * The largest trades of all time, up to the maximum page. One query result serves every page until fills change: a bound
 * on the PnL only removes its last rows.
 *
 * @param name of the queries
 */
export function largestTrades(
  name: string,
  ranked: Exclude<Ranked, 'either'>,
  feed: Pick<Feed, 'where' | 'order'>,
) {
  const shared = {
    params: { limit: 'UInt64' },
    body: tradeBody,
    fields: tradeFields,
    limits: { maxRows: rowsLimit },
    kept: true,
  } as const;
  const every = bodyQuery({ name, ...shared, sql: everySql(feed) });
  const large = bodyQuery({
    name: `${name}_large`,
    ...shared,
    sql: largestSql(ranked, { ...feed, counted: '1' }),
  });
  const params = { limit: rowsLimit };
  return (store: AnalyticsStore, signal: AbortSignal) =>
    largeFirst(
      rowsLimit,
      () => large.read(store, params, { signal }),
      () => every.read(store, params, { signal }),
    );
}
