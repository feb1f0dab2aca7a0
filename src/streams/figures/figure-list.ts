import type { FigureContext, FigureReading } from './figure-feed.ts';

/** Figures as named parts, and rows that are known by a key. */
export interface FigureList {
  /** Each is sent whole once it differs, as JSON. */
  parts: ReadonlyMap<string, string>;
  /** Name of the rows in a message. */
  name: string;
  /** By what names a row where it is gone, both as JSON, in their order. */
  rows: ReadonlyMap<string, string>;
}

export interface FigureListOptions {
  /** What of a part is no change by itself. */
  comparable?(json: string): string;
  /** What a change says beside its rows, as the inside of a JSON object. */
  beside?(rows: FigureList['rows'], before: FigureList['rows']): string[];
}

/** Follows figures of that kind: a change has the parts that differ, rows that are new or differ, and the keys of rows that are gone. */
export function listReading(
  read: (context: FigureContext) => Promise<FigureList> | FigureList,
  { comparable = (json) => json, beside = () => [] }: FigureListOptions = {},
): FigureReading {
  let before: FigureList | undefined;

  function changeFrom(old: FigureList, { parts, name, rows }: FigureList): string | undefined {
    const isOther = (json: string, known: string | undefined) =>
      known !== json && (known === undefined || comparable(known) !== comparable(json));
    const changed = [...parts].filter(([part, json]) => isOther(json, old.parts.get(part)));
    const ended = [...old.parts.keys()].filter((part) => !parts.has(part));
    const put = [...rows].filter(([key, json]) => old.rows.get(key) !== json);
    const gone = [...old.rows.keys()].filter((key) => !rows.has(key));
    if ([changed, ended, put, gone].every(({ length }) => length === 0)) return undefined;
    return [
      ...changed.map(fieldOf),
      ...ended.map((part) => fieldOf([part, 'null'])),
      ...(put.length > 0 ? [`"${name}":[${put.map(([, json]) => json).join(',')}]`] : []),
      ...(gone.length > 0 ? [`"gone":[${gone.join(',')}]`] : []),
      ...beside(rows, old.rows),
    ].join(',');
  }

  return async (context) => {
    const now = await read(context);
    const change = before && changeFrom(before, now);
    before = now;
    const { parts, name, rows } = now;
    const listed = name === '' ? [] : [`"${name}":[${[...rows.values()].join(',')}]`];
    return { change, whole: () => [...[...parts].map(fieldOf), ...listed].join(',') };
  };
}

const fieldOf = ([name, json]: readonly [string, string]) => `"${name}":${json}`;

/** Parts of an object. */
export function partsOf(object: Readonly<Record<string, unknown>>): Map<string, string> {
  const known = Object.entries(object).filter(([, value]) => value !== undefined);
  return new Map(known.map(([name, value]) => [name, JSON.stringify(value)]));
}
