import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { withTemplate } from '../../../domain/outcome-template.ts';
import { outcomeSettlements, outcomes as outcomesTable } from '../../facts/fact-tables.ts';
import { outcomeRow, settlementRow } from '../../facts/registry-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';
import { settledMs } from './settled-time.ts';
import type { TemplateReader } from './template-reader.ts';

/** Maximum outcomes per read: there may be thousands, and other histories wait. */
const outcomesPerReading = 30;

/** Outcomes with stored fills that are not stored themselves. */
const unlistedOutcomes = query({
  name: 'unlisted_outcomes',
  params: {},
  row: Type.Object({ outcome: Type.String() }),
  sql: `
    SELECT DISTINCT toString(intDiv(toUInt64OrZero(substring(coin, 2)), 10)) AS outcome
    FROM wallet_coin_alltime
    WHERE match(coin, '^#[0-9]{1,15}$')
      AND intDiv(toUInt64OrZero(substring(coin, 2)), 10) NOT IN (SELECT outcome FROM outcomes)
    ORDER BY toUInt64(outcome) DESC`,
  limits: { deadlineMs: 60_000, maxRows: 1_000_000 },
});

/**
 * Creates the reader of outcomes settled before this store followed them. They have left the exchange's list
 * (docs/exchange.md#outcomes), and only fills of an archive or of a wallet's past name them. The newest come first; outcomes
 * unknown to the exchange are requested once.
 * @returns a function that rejects with InfoError or an error of the store
 */
export function createUnlistedOutcomes(
  options: ReaderParts & { analytics: AnalyticsStore; templates: TemplateReader },
): (staleness: Staleness) => Promise<void> {
  const { analytics, info, facts, clock, signal, templates } = options;
  const unknown = new Set<string>();
  return async (staleness) => {
    const unlisted = (await analytics.rows(unlistedOutcomes, {})).filter(
      ({ outcome }) => !unknown.has(outcome),
    );
    for (const { outcome } of unlisted.slice(0, outcomesPerReading)) {
      const request = { type: 'settledOutcome', outcome: Number(outcome) } as const;
      const { data } = await info.ask(request, { staleness, signal });
      if (data === null) {
        unknown.add(outcome);
        continue;
      }
      await templates.refresh({ outcomes: [data.spec], questions: [] }, staleness);
      const nowMs = clock.nowMs();
      const timeMs = settledMs(withTemplate(data.spec, templates.find), nowMs, undefined);
      await facts.write(outcomeSettlements, [settlementRow(timeMs, data)]);
      await facts.write(outcomesTable, [outcomeRow(nowMs, data.spec)]);
    }
  };
}
