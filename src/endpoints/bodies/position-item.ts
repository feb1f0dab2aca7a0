import type { Static } from 'typebox';
import { bodySchema } from '../schema.ts';
import { coinName, decimal, double, text } from './fields.ts';

/** An open position of a wallet, with the exchange's own decimals as text. */
export const positionItem = bodySchema('HLPositionItem', {
  symbol: coinName(),
  side: text('long or short.'),
  size: decimal('Units of the coin, above 0.'),
  entryPrice: decimal('Average entry price; empty where it is not known.'),
  markPrice: decimal('What a unit is valued at; empty where no price is known.'),
  unrealizedPnl: decimal('At mark, USD; empty where it is not known.'),
  realizedPnl: decimal('Closed PnL of the position since it was opened, USD; 0 where it is not known.'),
  liquidationPrice: decimal('Empty where no price above 0 liquidates, or none is known.'),
  margin: decimal('Margin used, USD; empty where it is not known.'),
  leverage: double('0 where it is not known.'),
  roe: decimal('Unrealized PnL / (size × entry / leverage), a fraction; empty where it is not known.'),
  fundingSinceOpen: decimal(
    'Funding paid since it was opened, USD; negative was received; empty where it is not known. Pages show it as received.',
  ),
  marginMode: text('cross or isolated; empty where it is not known.'),
});
export type PositionItem = Static<typeof positionItem>;
