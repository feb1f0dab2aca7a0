import {
  type PnlAmount,
  type PnlPoint,
  type PnlReason,
  pnlParts,
  pnlReasons,
  pnlScale,
  unknownParts,
} from '../../domain/pnl-curve.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { scaledNumber } from '../../kernel/scaled.ts';
import { bodySchema, nullable, optional, type Static } from '../schema.ts';
import { dateTime, double, list, oneOf } from './fields.ts';

const reasons = Object.keys(pnlReasons) as PnlReason[];

const unknownPart = bodySchema('PnlUnknownPart', {
  part: oneOf(pnlParts, 'The field that is null.'),
  reason: oneOf(
    reasons,
    `Why. ${Object.entries(pnlReasons)
      .map(([name, words]) => `${name}: ${words}`)
      .join('; ')}.`,
  ),
});

const usd = (description: string) => nullable(double(`${description} USD; null if unknown.`));

/** PnL of a wallet in a span of time: a part of a window, or the whole window. */
export const pnlPoint = bodySchema('PnlPoint', {
  from: dateTime('Its start: of the record, where that begins in it.'),
  to: dateTime('Its end, which is not in it: of the record, where that ends in it.'),
  realizedPnl: usd('Closed PnL of its fills as the exchange reports it, before fees.'),
  fees: usd('Fees of its fills, rebates subtracted; builder fees are a part of them.'),
  builderFees: usd('The part of the fees that builders got.'),
  funding: usd('Funding received; negative is paid.'),
  netPnl: usd('realizedPnl − fees + funding.'),
  unrealizedPnl: usd('By how much the unrealized PnL of open perp positions changed, at marks.'),
  totalReturnUsd: usd('netPnl + unrealizedPnl.'),
  netDeposits: usd(
    'Deposits and transfers in, less withdrawals and transfers out: no profit, and in no figure above.',
  ),
  ledgerFees: usd('What the exchange took for withdrawals, transfers and the like: in no figure above.'),
  accountValue: usd('Value of the account at its end.'),
  flowsTo: optional(
    dateTime(
      'netDeposits and ledgerFees count transfers before this time, at most a day ago: later ones were not read yet.',
    ),
  ),
  unknown: optional(list(unknownPart)),
});

/** A span of the curve for answers: exact amounts become the nearest doubles. */
export function pnlPointBody(point: PnlPoint): Static<typeof pnlPoint> {
  const amounts = Object.fromEntries(pnlParts.map((part) => [part, amountOf(point[part])]));
  const unknown = unknownParts(point);
  return {
    from: rfc3339(point.fromMs),
    to: rfc3339(point.untilMs),
    ...(amounts as Record<(typeof pnlParts)[number], number | null>),
    ...(point.flowsToMs !== undefined && { flowsTo: rfc3339(point.flowsToMs) }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function amountOf(amount: PnlAmount): number | null {
  return typeof amount === 'string' ? null : scaledNumber(amount, pnlScale);
}

export const pnlPointExample: Static<typeof pnlPoint> = {
  from: '2026-01-14T00:00:00.000Z',
  to: '2026-01-15T00:00:00.000Z',
  realizedPnl: 4.9862,
  fees: 0.0762,
  builderFees: 0,
  funding: -0.0125,
  netPnl: 4.8975,
  unrealizedPnl: 1.25,
  totalReturnUsd: 6.1475,
  netDeposits: 1_000,
  ledgerFees: 1,
  accountValue: null,
  unknown: [{ part: 'accountValue', reason: 'no-state' }],
};
