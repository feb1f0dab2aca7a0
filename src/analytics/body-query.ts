import type { Static, TObject } from 'typebox';
import { type ParamsOf, type ParamTypes, type Query, query } from './query.ts';
import { type FieldSources, type HiddenColumns, rowFields } from './row-fields.ts';
import type { AnalyticsStore, CallOptions } from './store.ts';

type Definition<P extends ParamTypes> = Omit<Parameters<typeof query<P, TObject>>[0], 'row'>;

interface BodyParts<B extends TObject, H extends HiddenColumns> {
  /** What a row becomes; the row's own check follows from it. */
  body: B;
  /** Where fields come from that are not in the column of their own name in snake_case. */
  fields?: FieldSources<Static<B>, H>;
  /** Columns for computed fields only. */
  hidden?: H;
}

export interface BodyQuery<P extends ParamTypes, B extends TObject> {
  /** @throws AnalyticsError, also where a row is not what the body is made of */
  read(
    store: Pick<AnalyticsStore, 'rows'>,
    params: ParamsOf<Query<P, TObject>>,
    options: CallOptions,
  ): Promise<Static<B>[]>;
}

/** Declares a query by the body that its rows become: the row is not written down again. See {@link rowFields}. */
export function bodyQuery<
  const P extends ParamTypes,
  B extends TObject,
  const H extends HiddenColumns = Record<never, never>,
>({ body, fields, hidden, ...definition }: Definition<P> & BodyParts<B, H>): BodyQuery<P, B> {
  const { row, bodyOf } = rowFields(body, fields, hidden);
  const rows = query({ ...(definition as Definition<P>), row });
  // Rows that are kept come as the same list again: their bodies are made once, too.
  const made = new WeakMap<object, Static<B>[]>();
  return {
    async read(store, params, options) {
      const found = await store.rows(rows, params, options);
      const bodies = made.get(found) ?? found.map(bodyOf);
      if (rows.kept) made.set(found, bodies);
      return bodies;
    },
  };
}
