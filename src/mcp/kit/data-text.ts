import { chosenFields, plainText, quoted } from './plain-text.ts';

/** Significant digits of a fraction; the structured content has the exact value. */
const figureDigits = 6;
/** Maximum characters of a user-chosen text. */
const chosenLimit = 200;
/** Whole numbers in this range are times in unix milliseconds, 2001 to 2199. */
const timesMs = { from: 1e12, to: 7.2e12 };
/** A list whose rows have fewer of its columns than this share names the fields in each row instead. */
const tableShare = 0.5;

type Row = Record<string, unknown>;

/**
 * Data as lines that a model reads with few tokens: fields of an object in one line, a list as a table with its columns named
 * once. It holds every value of the data, fractions rounded to six digits, and times in milliseconds as UTC.
 */
export function dataText(data: Row): string[] {
  return Object.entries(data).flatMap(([name, value]) => valueLines(name, value));
}

function valueLines(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return listLines(name, value);
  if (!isObject(value)) return [`${name}: ${cell(name, value)}`];
  const { fields, lists } = flat(value);
  const line = Object.entries(fields).map(([field, of]) => `${field}=${cell(field, of)}`);
  return [
    ...(line.length > 0 || lists.length === 0 ? [`${name}: ${line.join(', ') || 'nothing'}`] : []),
    ...lists.flatMap(([at, list]) => listLines(`${name}.${at}`, list)),
  ];
}

function listLines(name: string, list: readonly unknown[]): string[] {
  if (list.length === 0) return [`${name}: none`];
  if (!list.every(isObject)) return [`${name}: ${cell(name, list)}`];
  const rows = list.map((row) => {
    const { fields, lists } = flat(row);
    return { ...fields, ...Object.fromEntries(lists) };
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const filled = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
  const head = `${name}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  if (filled < columns.length * rows.length * tableShare) return [`${head}:`, ...rows.map(inline)];
  return [
    `${head}: ${columns.join('|')}`,
    ...rows.map((row: Row) => columns.map((column) => cell(column, row[column])).join('|')),
  ];
}

/** Fields of an object and of the objects in it, by path; lists apart. */
function flat(value: Row): { fields: Row; lists: [at: string, list: unknown[]][] } {
  const fields: Row = {};
  const lists: [string, unknown[]][] = [];
  const walk = (object: Row, prefix: string) => {
    for (const [name, item] of Object.entries(object)) {
      const at = `${prefix}${name}`;
      if (Array.isArray(item)) lists.push([at, item]);
      else if (isObject(item)) walk(item, `${at}.`);
      else fields[at] = item;
    }
  };
  walk(value, '');
  return { fields, lists };
}

function inline(row: Row): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${cell(name, value)}`)
    .join(', ');
}

/** @param at Path of the field; user-chosen texts are quoted. */
function cell(at: string, value: unknown): string {
  if (typeof value === 'number') return figure(value);
  if (typeof value === 'string') {
    const isChosen = chosenFields.has(at.slice(at.lastIndexOf('.') + 1));
    return (isChosen ? quoted(value, chosenLimit) : plainText(value)).replaceAll('|', '/');
  }
  if (Array.isArray(value)) return `[${value.map((item) => cell(at, item)).join('; ')}]`;
  if (isObject(value)) return inline(value);
  return value === undefined ? '' : String(value);
}

function figure(value: number): string {
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(figureDigits)));
  if (value < timesMs.from || value > timesMs.to) return String(value);
  return new Date(value).toISOString().replace('.000Z', 'Z');
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
