import type { Column } from './column.ts';

/** A cell of a CSV file (RFC 4180). One that a spreadsheet would take for a formula is marked as text. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV: a line of column ids, then a line a row. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = columns.filter(({ value }) => value !== undefined);
  const lines = rows.map((row) => told.map(({ value }) => cellText(value?.(row))).join(','));
  return [told.map(({ id }) => cellText(id)).join(','), ...lines, ''].join('\r\n');
}

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
