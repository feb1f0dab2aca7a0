import { bodySchema, optional } from '../schema.ts';
import { dateTime, double, int64, walletAddress } from './fields.ts';

/** A wallet's lifecycles in sums: those closed in the window, and the open ones. */
export const lifecycleSummaryBody = bodySchema('WalletLifecycleSummaryBody', {
  address: walletAddress(),
  total: int64('closed + open.'),
  closed: int64('Closed in the window.'),
  open: int64('Open now.'),
  wins: int64('Closed ones with a PnL above 0.'),
  losses: int64('Closed ones with a PnL below 0.'),
  liquidations: int64('Closed ones of which a part was liquidated.'),
  winRate: double('wins / closed × 100.'),
  totalPnl: double(
    'Realized PnL of the closed ones, before fees, USD; openRealizedPnl has that of the open ones.',
  ),
  openRealizedPnl: double('Realized PnL of the open ones so far, before fees, USD: in no other figure.'),
  totalFees: double('Fees of the closed ones, USD.'),
  openFees: double('Fees of the open ones so far, USD: in no other figure.'),
  totalBuilderFees: double('Builder fees of the closed ones, USD.'),
  avgPnl: double('totalPnl / closed, USD.'),
  biggestWin: double('Largest realized PnL of a closed one, at least 0, USD.'),
  biggestLoss: double('Most negative realized PnL of a closed one, at most 0, USD.'),
  avgDurationMs: double('Mean duration of the closed ones, milliseconds.'),
  uniqueCoins: int64('Distinct coins of all of them.'),
  firstOpenedAt: optional(dateTime('Opening of the first.')),
  lastActivityAt: optional(dateTime('Newest opening or close.')),
  maxDurationMs: optional(int64('Longest of the closed ones, milliseconds.')),
  minDurationMs: optional(int64('Shortest of the closed ones, milliseconds.')),
});
