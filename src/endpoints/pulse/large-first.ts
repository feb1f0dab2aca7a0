import { largePnlUsd } from '../../analytics/derived/tables/large-pnl.ts';
import { AnalyticsError } from '../../analytics/store.ts';
import { tradeColumns } from '../bodies/trade.ts';

/** Which fills a feed ranks: the winning ones, the losing ones, or both by what they won or lost. */
type Ranked = 'won' | 'lost' | 'either';

/** How large a row of `large_pnl_fills` is to a feed, 1 and more where it ranks it. */
const sizeOf: Record<Ranked, string> = {
  won: 'magnitude',
  lost: '-magnitude',
  either: 'abs(magnitude)',
};

/** Rows at least as large as the scalar `cut`, so that the table's key prunes. */
const atLeast: Record<Ranked, string> = {
  won: 'magnitude >= cut',
  lost: 'magnitude <= -cut',
  either: '(magnitude >= cut OR magnitude <= -cut)',
};

interface Feed {
  /** Condition of a row of the feed. */
  where: string;
  order: string;
  /** The same or less, over columns that are cheaper to read; rows are counted by it. */
  counted: string;
}

/**
 * The first rows of a feed ranked by PnL, among those of `large_pnl_fills`. The rows of each magnitude are counted first: the
 * largest magnitudes that together hold a page are enough, whatever order stands among them. `{limit:UInt64}` is that of the
 * page.
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

/** The same over all fills. */
export function everySql({ where, order }: Pick<Feed, 'where' | 'order'>): string {
  return `
    SELECT ${tradeColumns}
    FROM fills_by_time
    WHERE ${where}
    ORDER BY ${order}
    LIMIT {limit:UInt64}`;
}

/**
 * A page of a feed ranked by PnL: from the large ones where they hold all of it, else from all fills.
 *
 * @param page.limit the most rows
 * @param page.leastUsd no row of the feed is smaller; 0 where any may be in it
 * @param large reads {@link largestSql}
 * @param every reads {@link everySql}
 */
export async function largeFirst<T>(
  page: { limit: number; leastUsd: number },
  large: () => Promise<T[]>,
  every: () => Promise<T[]>,
): Promise<T[]> {
  try {
    const rows = await large();
    if (rows.length === page.limit || page.leastUsd >= largePnlUsd) return rows;
  } catch (error) {
    // An old store is still filling the table.
    if (!(error instanceof AnalyticsError && error.failure === 'unready')) throw error;
  }
  return every();
}
