import { bodySchema, optional } from '../schema.ts';
import { coinName, dateTime, double, flag, int32, int64, text, timeMs, walletAddress } from './fields.ts';

/** Sums of a wallet's lifecycles: those closed in the window, and the open ones. */
export const lifecycleSummaryBody = bodySchema('WalletLifecycleSummaryBody', {
  address: walletAddress(),
  total: int64('closed + open.'),
  closed: int64('Closed in the window.'),
  open: int64('Open now.'),
  wins: int64('Closed ones with a PnL above 0.'),
  losses: int64('Closed ones with a PnL below 0.'),
  liquidations: int64('Closed lifecycles that were liquidated at least in part.'),
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

/** Fields of a lifecycle beyond the contract. */
export const netFieldsOfLifecycle = {
  funding: optional(double('Funding received while open, USD; negative if paid. Absent if incomplete.')),
  netPnl: optional(double('realizedPnl − fees + funding, USD; absent without funding.')),
};

export const lifecycleRowFields = {
  id: int64('Stable across rebuilds.'),
  coin: coinName(),
  lifecycleNum: int32("Number among the wallet's lifecycles in the coin, from 1."),
  side: text('long or short.'),
  openedAt: dateTime('First fill.'),
  openedAtRaw: timeMs('First fill'),
  closedAt: optional(dateTime('Last fill; absent while open.')),
  closedAtRaw: optional(timeMs('Last fill; absent while open')),
  durationMs: optional(int64('From the first fill to the last, milliseconds; absent while open.')),
  peakSize: double('Largest size held, units of the coin.'),
  entryVwap: double('Volume-weighted price of the fills that increased it, USD.'),
  exitVwap: optional(
    double('Volume-weighted price of the fills that decreased it, USD; absent before the first.'),
  ),
  realizedPnl: double('Closed PnL of its fills, before fees, USD.'),
  fees: double('Fees of its fills, USD; negative for rebates.'),
  builderFee: double('Builder fees of its fills, a part of fees, USD.'),
  ...netFieldsOfLifecycle,
  fillCount: int32('Fills.'),
  status: text('open or closed.'),
  isClosed: flag('True once it is flat again.'),
  openedBeforeWindow: flag('True if its opening is missing, or a fill in between.'),
  wasLiquidated: flag('True if a liquidation closed a part of it.'),
  liquidationMethod: optional(text('market or backstop.')),
  liquidationClosedPnl: optional(double('Closed PnL of the liquidation, USD.')),
  penaltyFeePaid: optional(double('Fee of the liquidation, USD.')),
  wasAutoDeleveraged: flag('True if the exchange auto-deleveraged a part of it.'),
  closedBy: optional(
    text(
      'How it was closed: trade, liquidation, adl (auto-deleveraging), settlement, conversion (spot dust), or unknown if the fill is missing; absent while open.',
    ),
  ),
  liquidatorAddress: optional(text('Counterparty of the liquidation with the largest size, lower case.')),
};

/** One position of one wallet in one coin from flat to flat (docs/methodology.md#position-lifecycles). */
export const lifecycleRow = bodySchema('LifecycleRow', lifecycleRowFields);
