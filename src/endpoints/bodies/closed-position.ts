import { bodySchema } from '../schema.ts';
import { coinName, dateTime, double, int64, text, timeMs, walletAddress } from './fields.ts';
import { netFieldsOfLifecycle } from './lifecycle-row.ts';

/** A closed lifecycle in the legacy shape. */
export const closedPosition = bodySchema('ClosedPosition', {
  id: int64("The lifecycle's id."),
  address: walletAddress(),
  coin: coinName(),
  side: text('long or short.'),
  entryPx: double('Volume-weighted entry price, USD.'),
  exitPx: double('Volume-weighted exit price, USD.'),
  size: double('Largest size held, units of the coin.'),
  notional: double('size × entryPx, USD.'),
  realizedPnl: double('Closed PnL of its fills, before fees, USD.'),
  fees: double('Fees of its fills, USD; negative for rebates.'),
  ...netFieldsOfLifecycle,
  unrealizedPnl: double('0: it is closed.'),
  leverage: double('Last known leverage; 0 if unknown.'),
  leverageType: text('cross or isolated; empty if unknown.'),
  openedAt: dateTime('First fill.'),
  closedAt: dateTime('Last fill.'),
  openedAtRaw: timeMs('First fill'),
  closedAtRaw: timeMs('Last fill'),
  durationMs: int64('From the first fill to the last, milliseconds.'),
});
