import type { AnalyticsStore } from '../../../analytics/store.ts';
import { type FindTemplate, type OutcomeTemplate, templateIdOf } from '../../../domain/outcome-template.ts';
import { hourMs, minuteMs } from '../../../kernel/clock.ts';
import { readTemplates } from '../../../views/outcomes/stored-templates.ts';
import type { WireOutcomeMeta, WireOutcomeTemplate } from '../../../wire/outcome.ts';
import { outcomeTemplates } from '../../facts/fact-tables.ts';
import { templateRow } from '../../facts/registry-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';

/** Maximum templates to keep; the exchange has 18. */
const templatesLimit = 1_000;
/** A template may be registered again with other words. */
const rereadMs = hourMs;
/** An outcome may be listed before this process has read its template; the exchange may not know it, either. */
const retryMs = 10 * minuteMs;

/** The templates of listed outcomes, read from the exchange and stored. */
export interface TemplateReader {
  /**
   * Reads the templates again if one of these names is unknown or they are old. Never rejects: names do not wait for templates.
   */
  refresh(listed: Pick<WireOutcomeMeta, 'outcomes' | 'questions'>, staleness: Staleness): Promise<void>;
  /** Finds a template among the stored and the newly read ones. */
  find: FindTemplate;
}

export async function openTemplateReader(
  options: Pick<ReaderParts, 'info' | 'facts' | 'clock' | 'signal'> & { analytics: AnalyticsStore },
): Promise<TemplateReader> {
  const { analytics, info, facts, clock, signal } = options;
  const known = await readTemplates(analytics);
  const stored = new Map<string, string>();
  let requestedMs = Number.NEGATIVE_INFINITY;

  async function read(staleness: Staleness): Promise<void> {
    const nowMs = clock.nowMs();
    const { data } = await info.ask({ type: 'outcomeTemplates' }, { staleness, signal });
    const templates = data.slice(0, templatesLimit);
    for (const template of templates) known.set(template.id, templateFrom(template));
    const changed = templates.filter((template) => stored.get(template.id) !== JSON.stringify(template));
    await facts.write(
      outcomeTemplates,
      changed.map((template) => templateRow(nowMs, template)),
    );
    for (const template of changed) stored.set(template.id, JSON.stringify(template));
  }

  return {
    async refresh({ outcomes, questions }, staleness) {
      const ids = [...outcomes, ...questions].flatMap(({ name }) => templateIdOf(name) ?? []);
      if (ids.length === 0) return;
      const waitMs = ids.every((id) => known.has(id)) ? rereadMs : retryMs;
      if (clock.nowMs() - requestedMs < waitMs) return;
      requestedMs = clock.nowMs();
      await read(staleness).catch(() => undefined); // the client has counted it; the next refresh asks again
    },
    find: (id) => known.get(id),
  };
}

function templateFrom({ id, name, description, keywords }: WireOutcomeTemplate): OutcomeTemplate {
  return { id, name, description, hints: new Map(keywords) };
}
