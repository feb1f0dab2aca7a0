import type { Answer } from './answer.ts';
import type { CallOptions, PageRule, RowOptions } from './call.ts';

type Values = Readonly<Record<string, unknown>>;
type Ask = (parameters: Values, options: CallOptions) => Promise<Answer<unknown>>;

/** Pages of a list, until one is not full or the service pages no further. */
export async function* pagesOf(
  ask: Ask,
  rule: PageRule,
  parameters: Values = {},
  options: CallOptions = {},
): AsyncGenerator<Answer<unknown>, void, undefined> {
  const limit = (parameters.limit as number | undefined) ?? rule.limitMax;
  for (let offset = (parameters.offset as number | undefined) ?? 0; ; offset += limit) {
    const answer = await ask({ ...parameters, limit, offset }, options);
    const count = rowsIn(answer.data, rule).length;
    if (count > 0 || offset === 0) yield answer;
    if (count < limit || offset + limit > (rule.offsetMax ?? Number.MAX_SAFE_INTEGER)) return;
  }
}

/** Rows of all pages, at most `maxRows`. */
export async function* rowsOf(
  ask: Ask,
  rule: PageRule,
  parameters: Values = {},
  { maxRows = Number.POSITIVE_INFINITY, ...options }: RowOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  let left = maxRows;
  if (left <= 0) return;
  for await (const { data } of pagesOf(ask, rule, parameters, options)) {
    for (const row of rowsIn(data, rule)) {
      yield row;
      left -= 1;
      if (left <= 0) return;
    }
  }
}

function rowsIn(data: unknown, { field }: PageRule): readonly unknown[] {
  const rows = field === undefined ? data : (data as Record<string, unknown>)[field];
  return Array.isArray(rows) ? rows : [];
}
