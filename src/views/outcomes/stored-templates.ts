import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../../analytics/store.ts';
import type { OutcomeTemplate } from '../../domain/outcome-template.ts';

/** Above what a process keeps of the exchange's list. */
const templatesLimit = 10_000;

const everyTemplate = query({
  name: 'outcome_templates',
  params: {},
  row: Type.Object({
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    keywords: Type.Array(Type.String()),
    hints: Type.Array(Type.String()),
  }),
  limits: { maxRows: templatesLimit },
  sql: `SELECT id, name, description, keywords, hints FROM outcome_templates FINAL ORDER BY time DESC LIMIT ${templatesLimit}`,
});

/** By id, as the exchange published them last. @throws AnalyticsError */
export async function readTemplates(
  analytics: Pick<AnalyticsStore, 'rows'>,
  options?: CallOptions,
): Promise<Map<string, OutcomeTemplate>> {
  const rows = await analytics.rows(everyTemplate, {}, options);
  return new Map(
    rows.map(({ id, name, description, keywords, hints }) => {
      const typed = new Map(keywords.map((keyword, place) => [keyword, hints[place] ?? '']));
      return [id, { id, name, description, hints: typed }];
    }),
  );
}
