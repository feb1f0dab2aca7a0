import type { FigureContext, FigureReading } from './figure-topic.ts';

/** Figures as named parts and keyed rows. */
export interface FigureList {
  /** JSON by part name; a changed part is sent whole. */
  parts: ReadonlyMap<string, string>;
  name: string;
  /** Ordered rows by key, both JSON; a removed row is reported by its key. */
  rows: ReadonlyMap<string, string>;
}

export interface FigureListOptions {
  /** Normalizes a part before comparison; drops fields whose change alone does not count. */
  comparable?(json: string): string;
  /** Additional fields of a change, each the inside of a JSON object. */
  beside?(rows: FigureList['rows'], before: FigureList['rows']): string[];
}

/** Reading of a list: a change holds changed parts, new or changed rows, and keys of removed rows. */
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

export function partsOf(object: Readonly<Record<string, unknown>>): Map<string, string> {
  const known = Object.entries(object).filter(([, value]) => value !== undefined);
  return new Map(known.map(([name, value]) => [name, JSON.stringify(value)]));
}
