import type { AnyQuery, ParamsOf, RowOf } from './query.ts';
import { AnalyticsError, type AnalyticsStore, type CallOptions } from './store.ts';

/** Calls in one statement at most: more save hardly anything, and hold each other up. */
export const maxBatchCalls = 64;

/**
 * Answers calls of one query with `batchBy` by one statement. They differ in the parameter that it is batched by, each from all others,
 * and in no other.
 *
 * @returns what each call alone would have got, in their order
 * @throws AnalyticsError, Error where the statement fails: whichever call is to blame, none has an answer
 */
export async function runBatch<Q extends AnyQuery>(
  run: AnalyticsStore['rows'],
  query: Q,
  calls: readonly ParamsOf<Q>[],
  options: CallOptions,
): Promise<(RowOf<Q>[] | AnalyticsError)[]> {
  const { limits, name, batch } = query;
  const { by } = batch!;
  const keys = calls.map((call) => call[by as keyof ParamsOf<Q>]);
  const maxRows = limits.maxRows * calls.length;
  const statement: AnyQuery = { ...batch!.statement, limits: { ...limits, maxRows } };
  const rows = (await run(statement, { ...calls[0], [by]: keys } as never, options)) as (RowOf<Q> & {
    batch_key: number;
  })[];
  const answers: RowOf<Q>[][] = calls.map(() => []);
  for (const { batch_key, ...row } of rows) answers[batch_key - 1]!.push(row as RowOf<Q>);
  return answers.map((answer) =>
    answer.length <= limits.maxRows
      ? answer
      : new AnalyticsError('limit', name, `${answer.length} rows, at most ${limits.maxRows} are allowed`),
  );
}

/** One call of a query with `batchBy`, by itself. @throws as {@link runBatch} */
export async function runAlone<Q extends AnyQuery>(
  run: AnalyticsStore['rows'],
  query: Q,
  params: ParamsOf<Q>,
  options: CallOptions,
): Promise<RowOf<Q>[]> {
  const { alone } = query.batch!;
  if (alone !== undefined) {
    const rows = (await run(alone, params as never, options)) as (RowOf<Q> & { batch_key: number })[];
    return rows.map(({ batch_key: _, ...row }) => row as unknown as RowOf<Q>);
  }
  const [answer] = await runBatch(run, query, [params], options);
  if (answer instanceof AnalyticsError) throw answer;
  return answer!;
}

/**
 * The rows of each of some calls of a query with `batchBy`, all of which one caller has: one place in the engine's queue, however many.
 * A call by itself is gathered with those of others.
 *
 * @param calls as {@link runBatch} takes them
 * @throws AnalyticsError
 */
export async function rowsOfEach<Q extends AnyQuery>(
  store: Pick<AnalyticsStore, 'rows'>,
  query: Q,
  calls: readonly ParamsOf<Q>[],
  options: CallOptions,
): Promise<RowOf<Q>[][]> {
  if (calls.length < 2) return Promise.all(calls.map((call) => store.rows(query, call as never, options)));
  const answers = await runBatch(store.rows, query, calls, options);
  return answers.map((answer) => {
    if (answer instanceof AnalyticsError) throw answer;
    return answer;
  });
}
