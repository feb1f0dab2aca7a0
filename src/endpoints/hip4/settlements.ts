import { bodyQuery } from '../../analytics/body-query.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { outcomeOfCoin, sideOfCoin } from '../../views/outcomes/outcome-sql.ts';
import { dateTime, double, int32, int64, list, text } from '../bodies/fields.ts';
import { listedBy } from '../bodies/outcome-list.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeFilters, passes, passesAll } from '../params/outcome-filters.ts';
import { rowLimit } from '../params/pages.ts';
import { hours } from '../params/windows.ts';
import { bodySchema, optional } from '../schema.ts';
import { outcomeNames, venueOf } from './outcome-body.ts';

const settlementsLimit = 200;
/** Maximum rows before filters: all settlements of a year. */
const filteredLimit = 100_000;

const settlementItem = bodySchema('HIP4SettlementItem', {
  outcomeId: int64('Id without a side.'),
  name: optional(text('Name on the exchange.')),
  displayName: optional(text('A readable name.')),
  settledAt: dateTime("Time of the payout; else of the exchange's settlement."),
  winningSide: optional(int32('0 or 1; absent if both sides were paid.')),
  settleFraction: optional(double('Payout of one Yes, 0 to 1; a No paid 1 minus it.')),
  ...listedBy,
  winnerFills: int64('Settlement rows of winners.'),
  loserFills: int64('Settlement rows of losers.'),
  totalWinnerPayout: double("Payout of the winners' rows, USDH."),
  totalLoserLoss: double("Loss in the losers' rows, at least 0, USDH."),
});

const settlementsBody = bodySchema('HIP4SettlementsBody', {
  count: int64('Rows returned.'),
  settlements: list(settlementItem),
});

/**
 * An outcome is settled when holders are paid or the exchange publishes it. The publication may be much later, so all payouts are read.
 * The fraction that a Yes pays is the published one; else the price in a payout row of a Yes, or 1 minus that of a No.
 * At 1 or 0 one side has won; otherwise the fills with a gain count as winners.
 */
const newestSettlements = bodyQuery({
  name: 'hip4_recent_settlements',
  params: { from: 'TimeMs', to: 'TimeMs', limit: 'UInt64' },
  body: settlementItem,
  fields: { settledAt: 'settled_ms', winningSide: 'winning_side', settleFraction: 'fraction' },
  limits: { maxRows: filteredLimit },
  sql: `
    WITH
      paid AS (
        SELECT
          ${outcomeOfCoin} AS outcome, max(last_time) AS paid_time,
          maxOrNull(if(${sideOfCoin} = 0, most_px, 1 - least_px)) AS paid_fraction,
          sumIf(rows, ${sideOfCoin} = 0) AS rows0, sumIf(rows, ${sideOfCoin} = 1) AS rows1,
          sumIf(payout, ${sideOfCoin} = 0) AS payout0, sumIf(payout, ${sideOfCoin} = 1) AS payout1,
          sumIf(loss, ${sideOfCoin} = 0) AS loss0, sumIf(loss, ${sideOfCoin} = 1) AS loss1,
          sum(own.gained) AS gained, sum(rows - own.gained) AS lost,
          sum(own.gained_payout) AS gained_payout, sum(own.lost_loss) AS lost_loss
        FROM outcome_payouts AS own
        WHERE day <= toDate({to:TimeMs})
        GROUP BY outcome),
      published AS (
        SELECT outcome, time AS published_time, toNullable(toDecimal64(settle_fraction, 10)) AS published_fraction
        FROM outcome_settlements FINAL
        WHERE time <= {to:TimeMs}),
      settled AS (
        SELECT
          outcome, if(paid.rows0 + paid.rows1 > 0, paid.paid_time, published.published_time) AS settled_time,
          coalesce(published.published_fraction, paid.paid_fraction) AS fraction, paid.*
        FROM paid FULL JOIN published USING (outcome))
    SELECT
      outcome AS outcome_id, toUnixTimestamp64Milli(settled_time) AS settled_ms,
      multiIf(fraction = 1, 0, fraction = 0, 1, NULL) AS winning_side, fraction,
      multiIf(fraction = 1, rows0, fraction = 0, rows1, gained) AS winner_fills,
      multiIf(fraction = 1, rows1, fraction = 0, rows0, lost) AS loser_fills,
      multiIf(fraction = 1, payout0, fraction = 0, payout1, gained_payout) AS total_winner_payout,
      multiIf(fraction = 1, loss1, fraction = 0, loss0, lost_loss) AS loss,
      greatest(loss, toDecimal128(0, 12)) AS total_loser_loss
    FROM settled
    WHERE settled_time >= {from:TimeMs}
    ORDER BY settled_time DESC, outcome DESC
    LIMIT {limit:UInt64}`,
});

export const settlements = endpoint({
  id: 'hip4.recent-settlements',
  path: '/api/public/v1/hip4/settlements/recent',
  summary: 'Recently settled outcomes, newest first',
  description:
    'Outcomes whose holders were paid, or whose settlement was published, in the window, newest first. The winning side ' +
    'is 0 if a Yes paid 1, 1 if it paid 0, and absent if it paid a part: then rows with a gain count as ' +
    'winners. Rows are fills with dir Settlement. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  age: 'fills',
  params: {
    limit: rowLimit(50, { max: settlementsLimit, bits: 64 }),
    hours: hours({ min: 1, max: 8760, default: 168, bits: 64 }),
    ...outcomeFilters(),
  },
  response: settlementsBody,
  example: {
    count: 1,
    settlements: [
      {
        outcomeId: 839,
        name: 'Recurring',
        displayName: 'BTC at or above 64953 at 2026-07-16 06:00 UTC',
        settledAt: '2026-07-16T06:00:04.120Z',
        winningSide: 0,
        settleFraction: 1,
        winnerFills: 61,
        loserFills: 84,
        totalWinnerPayout: 18204,
        totalLoserLoss: 9120.5,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ hours: params.hours }, clock.nowMs());
    const limit = passesAll(params) ? params.limit : filteredLimit;
    const request = { from: window.fromMs, to: window.toMs, limit };
    const [rows, known] = await Promise.all([
      newestSettlements.read(sources.analytics, request, { signal }),
      sources.knownOutcomes(signal),
    ]);
    const named = rows.flatMap((row) => {
      const facts = known.get(row.outcomeId);
      return passes(facts, params) ? [{ ...row, ...outcomeNames(facts), ...venueOf(facts) }] : [];
    });
    named.splice(params.limit);
    return { body: { count: named.length, settlements: named }, window };
  },
});
