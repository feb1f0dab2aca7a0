import { bodyQuery } from '../../analytics/body-query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { outcomeCoin } from '../../domain/outcome.ts';
import { firstAndLastTrade, inWindow, matchesSql, outcomeOfCoin } from '../../views/outcomes/outcome-sql.ts';
import { outcomeListItem } from '../bodies/outcome-list.ts';

export const outcomesLimit = 10_000;

export const ofCoins = 'coin IN (SELECT arrayJoin({coins:Array(String)}))';

export function coinsOf(outcomeId: number): string[] {
  return [0, 1].map((sideIndex) => outcomeCoin({ outcomeId, sideIndex }));
}

/** Activity sums, one row per outcome with fills. @param where condition of the fills */
function activitySql(where: string): string {
  return `
    SELECT
      outcome AS outcome_id, own.fills AS fills, own.wallets AS unique_wallets, matched.notional AS notional_usdh,
      own.first_traded AS first_traded, own.last_traded AS last_traded
    FROM (
      SELECT
        ${outcomeOfCoin} AS outcome, countIf(${isTrade}) AS fills, uniqExactIf(wallet, ${isTrade}) AS wallets,
        ${firstAndLastTrade}
      FROM outcome_fills
      WHERE ${where}
      GROUP BY outcome) AS own
    LEFT JOIN (
      SELECT outcome, sum(match_notional) AS notional FROM (${matchesSql(where)}) GROUP BY outcome) AS matched
    USING (outcome)`;
}

const activity = {
  body: outcomeListItem,
  fields: {
    sides: () => [],
    notionalUsdh: 'notional_usdh',
    firstTraded: 'first_traded',
    lastTraded: 'last_traded',
  },
  limits: { maxRows: outcomesLimit },
} as const;

export const activityOfOutcome = bodyQuery({
  name: 'hip4_outcome_activity',
  params: { coins: 'Array(String)', from: 'TimeMs', to: 'TimeMs' },
  ...activity,
  sql: activitySql(`${ofCoins} AND ${inWindow}`),
});
