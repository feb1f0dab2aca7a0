import type { AnyQuery, RowOf } from './query.ts';
import { AnalyticsError } from './store.ts';

/**
 * Rows of a JSON array of objects, each checked against the query's row schema.
 * @throws AnalyticsError `engine`, naming the query, when a row is not what the query declares.
 */
export function parseRows<Q extends AnyQuery>(query: Q, text: string): RowOf<Q>[] {
  const trimmed = text.trim();
  const rows = trimmed === '' ? [] : (JSON.parse(trimmed) as unknown[]);
  for (const row of rows) {
    if (query.checkRow.Check(row)) continue;
    const [fault] = query.checkRow.Errors(row);
    const what =
      fault === undefined ? 'is not of the declared shape' : `${fault.instancePath} ${fault.message}`;
    throw new AnalyticsError('engine', query.name, `row ${JSON.stringify(row).slice(0, 200)}: ${what}`);
  }
  return rows as RowOf<Q>[];
}
