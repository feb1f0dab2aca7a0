import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { MixedData } from './data-mark.ts';

const marks = query({
  name: 'exchange_mark',
  params: {},
  row: Type.Object({ exchange: Type.String() }),
  sql: 'SELECT exchange FROM exchange_mark ORDER BY marked LIMIT 1',
});

/** Name of an exchange in the mark: ignores the user and trailing slashes of the URL. */
export function exchangeName(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Refuses an exchange other than that of the shared store's data.
 *
 * @param url REST address of the exchange
 * @returns whether the store is marked with this exchange; an unmarked store holds imported files at most
 * @throws MixedData naming the stored exchange and the remedy
 */
export async function checkExchange(analytics: AnalyticsStore, url: string): Promise<boolean> {
  const [mark] = await analytics.rows(marks, {});
  const exchange = exchangeName(url);
  if (mark === undefined || mark.exchange === exchange) return mark !== undefined;
  throw new MixedData(
    `the stores hold data of the exchange at ${mark.exchange}, and must not be mixed with data of ${exchange}. ` +
      'Name another database (TIDEMARK_CLICKHOUSE_DATABASE), or the same exchange.',
  );
}

/**
 * Marks a shared store with its exchange. For the process with the right to write, after {@link checkExchange}.
 * @param dir directory for the rows file
 */
export async function markExchange(analytics: AnalyticsStore, url: string, dir: string): Promise<void> {
  const file = join(dir, 'exchange-mark.arrow');
  await writeRowsFile(file, [{ exchange: exchangeName(url) }]);
  await analytics.insertArrow({
    file,
    structure: 'exchange String',
    target: 'exchange_mark (exchange, marked)',
    select: "exchange, now64(3, 'UTC')",
    token: '',
  });
  rmSync(file);
}
