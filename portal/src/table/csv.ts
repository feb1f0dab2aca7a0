import type { Column } from './column.ts';

/** A cell of a CSV file (RFC 4180). One that a spreadsheet would take for a formula is marked as text. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV: a line of column ids, then a line a row. Times are RFC 3339. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = columns.filter(({ value }) => value !== undefined);
  const lines = rows.map((row) => told.map(({ value }) => cellText(value?.(row))).join(','));
  return [told.map(({ id }) => cellText(id)).join(','), ...lines, ''].join('\r\n');
}

/** What a file is named after. */
export interface TableName {
  table: string;
  /** Period of its rows, such as 7d. */
  window?: string | undefined;
}

/** Page, table, window and UTC day, such as `tidemark-traders-leaderboard-week-2026-11-29.csv`. */
function fileNameOf({ table, window }: TableName): string {
  const page = decodeURIComponent(location.pathname)
    .split('/')
    .filter((part) => part !== '' && part !== table);
  const parts = ['tidemark', ...page, table, window ?? '', new Date().toISOString().slice(0, 10)];
  return `${parts
    .filter((part) => part !== '')
    .join('-')
    .replaceAll(/[^\w.-]+/g, '-')}.csv`;
}

/** Has the browser save rows as a file. */
export function saveRows<Row>(name: TableName, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(rows, columns)], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileNameOf(name) });
  link.click();
  URL.revokeObjectURL(address);
}
