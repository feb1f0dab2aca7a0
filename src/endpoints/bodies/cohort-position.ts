import { bodySchema } from '../schema.ts';
import {
  coinName,
  dateTime,
  double,
  int64,
  text,
  timeMs,
  unknownFieldNames,
  walletAddress,
} from './fields.ts';

export const cohortPosition = bodySchema('CohortPosition', {
  address: walletAddress(),
  coin: coinName(),
  side: text('long or short.'),
  size: double('Units of the coin, above 0.'),
  notional: double('size × mark, USD.'),
  unrealizedPnl: double('At mark, USD; 0 if the entry is unknown.'),
  leverage: double('0 if no account state of the last 24 hours has it.'),
  leverageType: text('cross or isolated; empty if unknown.'),
  entryPx: double('Average entry price, USD; 0 if unknown.'),
  markPx: double('Mark price, USD.'),
  liquidationPx: double('0 if none is known.'),
  roe: double('Unrealized PnL / (size × entry / leverage), a fraction; 0 if one of them is unknown.'),
  fundingSinceOpen: double(
    'Funding paid since it was opened, USD; negative was received; 0 if unknown. Pages show it as received.',
  ),
  marginUsed: double('USD; 0 if unknown.'),
  openedAt: dateTime('Opening, or the earliest fill or state that shows it.'),
  openedAtRaw: timeMs('The same'),
  pnlTier: text("The wallet's all-time PnL cohort."),
  sizeTier: text("The wallet's all-time size cohort."),
  traderTotalPnl: double("The wallet's closed PnL of all time, before fees, USD."),
  traderWinRate: double("The wallet's winning fills / fills × 100, of all time."),
  traderTrades: int64("The wallet's fills of all time."),
  ...unknownFieldNames,
});
