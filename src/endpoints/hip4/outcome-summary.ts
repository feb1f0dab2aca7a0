import { bodyQuery } from '../../analytics/body-query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { sinceOutcomes } from '../../domain/window.ts';
import { firstAndLastTrade, inWindow, matchesSql } from '../../views/outcomes/outcome-sql.ts';
import { dateTime, double, int64, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeId } from '../params/names.ts';
import { bodySchema, optional } from '../schema.ts';
import { knownOutcome } from './known-outcome.ts';
import { coinsOf, ofCoins } from './outcome-activity.ts';
import { outcomeNames } from './outcome-body.ts';

const outcomeSummaryBody = bodySchema('HIP4OutcomeSummaryBody', {
  outcomeId: int64('Id without a side.'),
  name: optional(text('As the exchange names it.')),
  displayName: optional(text('A readable name.')),
  fills: int64('Market trades of both sides, each side of a match.'),
  uniqueWallets: int64('Distinct wallets with one.'),
  side0Contracts: double('Contracts of matches in side 0, each counted once.'),
  side1Contracts: double('Contracts of matches in side 1, each counted once.'),
  side0NotionalUsdh: double('Sum of price × size of matches in side 0, USDH.'),
  side1NotionalUsdh: double('Sum of price × size of matches in side 1, USDH.'),
  notionalUsdh: double('Both sides, USDH.'),
  realizedPnlUsdh: double('Closed PnL of all rows of both sides, settlements too, before fees, USDH.'),
  firstTraded: optional(dateTime('First trade.')),
  lastTraded: optional(dateTime('Last trade.')),
});

const rows = `${ofCoins} AND ${inWindow}`;
const ofSide = (side: 0 | 1) => `endsWith(match_coin, '${side}')`;

const outcomeTotals = bodyQuery({
  name: 'hip4_outcome_summary',
  params: { outcome: 'UInt64', coins: 'Array(String)', from: 'TimeMs', to: 'TimeMs' },
  body: outcomeSummaryBody,
  fields: {
    side0Contracts: 'contracts0',
    side1Contracts: 'contracts1',
    side0NotionalUsdh: 'notional0',
    side1NotionalUsdh: 'notional1',
    firstTraded: 'first_traded',
    lastTraded: 'last_traded',
  },
  limits: { maxRows: 1 },
  sql: `
    SELECT {outcome:UInt64} AS outcome_id, own.*, matched.*
    FROM (
      SELECT
        countIf(${isTrade}) AS fills, uniqExactIf(wallet, ${isTrade}) AS unique_wallets,
        sum(closed_pnl) AS realized_pnl_usdh, ${firstAndLastTrade}
      FROM outcome_fills
      WHERE ${rows}) AS own
    CROSS JOIN (
      SELECT
        sumIf(match_size, ${ofSide(0)}) AS contracts0, sumIf(match_size, ${ofSide(1)}) AS contracts1,
        sumIf(match_notional, ${ofSide(0)}) AS notional0, sumIf(match_notional, ${ofSide(1)}) AS notional1,
        sum(match_notional) AS notional_usdh
      FROM (${matchesSql(rows)})) AS matched`,
});

export const outcomeSummary = endpoint({
  id: 'hip4.outcome-summary',
  path: '/api/public/v1/hip4/outcomes/{outcome_id}/summary',
  summary: 'Totals of all trades of one outcome',
  description:
    'Both sides of an outcome since 2026-05-02. Contracts and notional count each match once, on the side of the coin that its ' +
    'taker traded; fills counts both sides of a match. Settlements, splits, merges and negations are no trades, and realize PnL.',
  tags: ['HIP-4'],
  tier: 'starter',
  age: 'fills',
  params: { outcome_id: outcomeId() },
  response: outcomeSummaryBody,
  errors: [404],
  example: {
    outcomeId: 173,
    name: 'Argentina',
    displayName: '2026 World Cup Champion: Argentina',
    fills: 157408,
    uniqueWallets: 1240,
    side0Contracts: 18204300,
    side1Contracts: 13204100,
    side0NotionalUsdh: 4408051.8,
    side1NotionalUsdh: 10374317.4,
    notionalUsdh: 14782369.2,
    realizedPnlUsdh: 184020.75,
    firstTraded: '2026-05-12T09:30:12.486Z',
    lastTraded: '2026-07-19T22:01:07.310Z',
  },
  async run({ params, sources, clock, signal }) {
    const id = params.outcome_id;
    const facts = await knownOutcome(sources, id, signal);
    const window = sinceOutcomes(clock.nowMs());
    const requests = { outcome: id, coins: coinsOf(id), from: window.fromMs, to: window.toMs };
    const [totals] = await outcomeTotals.read(sources.analytics, requests, { signal });
    return { body: { ...totals!, ...outcomeNames(facts) }, window };
  },
});
