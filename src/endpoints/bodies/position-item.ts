import type { Static } from 'typebox';
import { bodySchema } from '../schema.ts';
import { coinName, decimal, double, text } from './fields.ts';

/** An open position of a wallet, with the exchange's own decimals as text. */
export const positionItem = bodySchema('HLPositionItem', {
  symbol: coinName(),
  side: text('long or short.'),
  size: decimal('Units of the coin, above 0.'),
  entryPrice: decimal('Average entry price; empty if unknown.'),
  markPrice: decimal('Price of a unit; empty if unknown.'),
  unrealizedPnl: decimal('At mark, USD; empty if unknown.'),
  realizedPnl: decimal('Closed PnL of the position since it was opened, USD; 0 if unknown.'),
  liquidationPrice: decimal('Empty if no price above 0 liquidates, or none is known.'),
  margin: decimal('Margin used, USD; empty if unknown.'),
  leverage: double('0 if unknown.'),
  roe: decimal('Unrealized PnL / (size × entry / leverage), a fraction; empty if unknown.'),
  fundingSinceOpen: decimal(
    'Funding paid since it was opened, USD; negative was received; empty if unknown. Pages show it as received.',
  ),
  marginMode: text('cross or isolated; empty if unknown.'),
});
export type PositionItem = Static<typeof positionItem>;
