import type { Span } from '../kernel/span.ts';
import { inRowOrder, type ListColumns, type ListRow } from './ranked-list.ts';

/** The rows of a list, best first. */
export interface RankedRows<C extends ListColumns = ListColumns> {
  readonly count: number;
  readonly window: Readonly<Span>;
  /** Getter of a numeric column by the row's place, from 0; avoids an object per row in long scans. */
  number(column: keyof C & string): (place: number) => number;
  row(place: number): ListRow<C>;
}

const widths = { wallet: 20, decimal: 8, number: 8 } as const;

/** @param bytes RowBinary result of the list's query; kept without a copy */
export function rankedRows<C extends ListColumns>(
  columns: C,
  bytes: Uint8Array,
  window: RankedRows['window'],
): RankedRows<C> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = new Map<string, number>();
  let width = 0;
  let texts = 0;
  for (const [name, kind] of inRowOrder(columns)) {
    offsets.set(name, width);
    if (kind === 'text') texts += 1;
    else width += widths[kind];
  }
  const starts = texts === 0 ? undefined : rowStarts(bytes, width, texts);
  const count = starts?.length ?? bytes.length / width;
  const start = (place: number) => (starts === undefined ? place * width : starts[place]!);

  return {
    count,
    window,
    number(column) {
      const offset = offsets.get(column)!;
      return (place) => view.getFloat64(start(place) + offset, true);
    },
    row(place) {
      const from = start(place);
      const row: Record<string, string | number> = {};
      // Declaration order, which the response body keeps.
      for (const name of Object.keys(columns)) row[name] = '';
      let at = from + width;
      for (const [name, kind] of inRowOrder(columns)) {
        const offset = from + offsets.get(name)!;
        if (kind === 'wallet') row[name] = `0x${buffer.toString('hex', offset, offset + widths.wallet)}`;
        else if (kind === 'text') {
          const { length, next } = textAt(bytes, at);
          row[name] = buffer.toString('utf8', next, next + length);
          at = next + length;
        } else row[name] = view.getFloat64(offset, true);
      }
      return row as ListRow<C>;
    },
  };
}

/** Offsets of rows with texts. */
function rowStarts(bytes: Uint8Array, width: number, texts: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(at);
    at += width;
    for (let i = 0; i < texts; i++) {
      const { length, next } = textAt(bytes, at);
      at = next + length;
    }
  }
  return starts;
}

/** Length of a text (a varint) and the offset of its first byte. */
function textAt(bytes: Uint8Array, at: number): { length: number; next: number } {
  let length = 0;
  for (let i = at, shift = 0; ; i++, shift += 7) {
    length += (bytes[i]! & 127) * 2 ** shift;
    if (bytes[i]! < 128) return { length, next: i + 1 };
  }
}

export function heldRows<C extends ListColumns>(
  rows: readonly ListRow<C>[],
  window: RankedRows['window'],
): RankedRows<C> {
  return {
    count: rows.length,
    window,
    number: (column) => (place) => rows[place]![column] as number,
    row: (place) => rows[place]!,
  };
}

/** @param isWanted filter by the row's place; default: all rows */
export function rowsOfPage<C extends ListColumns>(
  rows: RankedRows<C>,
  page: { limit: number; offset: number },
  isWanted: (place: number) => boolean = () => true,
): ListRow<C>[] {
  return placesOfPage(rows, page, isWanted).map((place) => rows.row(place));
}

/** As {@link rowsOfPage}. */
export function placesOfPage(
  { count }: Pick<RankedRows, 'count'>,
  { limit, offset }: { limit: number; offset: number },
  isWanted: (place: number) => boolean,
): number[] {
  const places: number[] = [];
  let left = offset;
  for (let place = 0; place < count && places.length < limit; place++) {
    if (!isWanted(place)) continue;
    if (left > 0) left -= 1;
    else places.push(place);
  }
  return places;
}
