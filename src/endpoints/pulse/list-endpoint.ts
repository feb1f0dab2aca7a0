import { type Static, type TObject, Type } from 'typebox';
import type { HeldList, ListColumns, ListRow } from '../../archetypes/ranked-list.ts';
import { type RankedRows, rowsOfPage } from '../../archetypes/ranked-rows.ts';
import type { Tier } from '../../domain/tier.ts';
import type { Window } from '../../domain/window.ts';
import { endpoint, type RunContext } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import type { Param, Params } from '../params/param.ts';
import { nullable } from '../schema.ts';

const lifecyclesMeaning =
  'Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not ' +
  'seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.';

interface Described<R extends TObject> {
  /** `pulse.survivors`; determines the path. */
  id: `pulse.${string}`;
  summary: string;
  description: string;
  /** Basis of the rows, appended to the description; default: lifecycles. */
  meaning?: string;
  tier: Tier;
  row: R;
  example: Static<R>;
}

/** An endpoint for rows over the lifecycles of 90 days. */
export function archetypeEndpoint<const P extends Params, R extends TObject>(
  definition: Described<R> & {
    params: P;
    answer(context: RunContext<P>): Promise<{ rows: Static<R>[]; window: Window }>;
  },
) {
  const { id, row, example, answer, description, meaning = lifecyclesMeaning, ...described } = definition;
  return endpoint<P, ReturnType<typeof answerOf<R>>>({
    ...described,
    description: `${description} ${meaning}`,
    id,
    path: `/api/public/v1/${id.replace('.', '/') as string}`,
    tags: ['Pulse'],
    age: 'lists',
    response: answerOf(row),
    example: [example],
    async run(context) {
      const { rows, window } = await answer(context);
      return { body: rows, window };
    },
  });
}

const answerOf = <R extends TObject>(row: R) => nullable(Type.Array(row));

interface Filter<C extends string = string> {
  param: Param<number>;
  column: C;
  accepts(value: number, requests: number): boolean;
}

export const atLeast = <C extends string>(column: C, param: Param<number>): Filter<C> => ({
  param,
  column,
  accepts: (value, requests) => value >= requests,
});

export const atMost = <C extends string>(column: C, param: Param<number>): Filter<C> => ({
  param,
  column,
  accepts: (value, requests) => value <= requests,
});

/**
 * An endpoint for a page of a ranked list, in the list's order.
 *
 * @param definition `filters` by parameter name; `toRow` converts a list row to an answer row, default: unchanged
 */
export function listEndpoint<
  C extends ListColumns,
  R extends TObject,
  const F extends Readonly<Record<string, Filter<keyof C & string>>> = Record<never, never>,
>(
  definition: Described<R> & {
    list: HeldList<C>;
    filters?: F;
    toRow?(row: ListRow<C>): Static<R>;
  },
) {
  const { list, filters, toRow = (row) => row as unknown as Static<R>, ...described } = definition;
  const bounds = Object.entries(filters ?? {});
  const own = Object.fromEntries(bounds.map(([name, { param }]) => [name, param]));
  return archetypeEndpoint({
    ...described,
    params: { ...(own as { [K in keyof F]: Param<number> }), ...page(50) },
    async answer({ params, sources }) {
      // The names of these parameters come from the caller's type.
      const requestOf = params as unknown as Readonly<Record<string, number>>;
      const [limit, offset] = [requestOf.limit!, requestOf.offset!];
      const held = await sources.archetypes.list<C, RankedRows<C>>(list);
      const tests = bounds.map(([name, { column, accepts }]) => {
        const [value, requests] = [held.number(column), requestOf[name]!];
        return (place: number) => accepts(value(place), requests);
      });
      const found = rowsOfPage(held, { limit, offset }, (place) =>
        tests.every((isWanted) => isWanted(place)),
      );
      return { rows: found.map(toRow), window: held.window };
    },
  });
}
