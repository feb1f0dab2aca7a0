/** A table that is derived from fills, and how each of its columns follows from them. */
export interface Rollup {
  table: string;
  /** Columns that name a row, each with the expression that gives it from a fill and its readable form. */
  key: readonly { column: string; fromFill: string; readable: string }[];
  /** Per column: how stored rows of one key combine, and the value recomputed from fills. */
  columns: Readonly<Record<string, { stored: string; recomputed: string }>>;
}

const wallet = { column: 'wallet', fromFill: 'wallet', readable: "concat('wallet=0x', lower(hex(wallet)))" };

const fills = { stored: 'sum(fills)', recomputed: 'count()' };
const wins = { stored: 'sum(wins)', recomputed: 'sum(toUInt64(closed_pnl > 0))' };
const pnl = { stored: 'sum(pnl)', recomputed: 'sum(closed_pnl)' };
const volume = { stored: 'sum(volume)', recomputed: 'sum(if(market = 1, px * sz, 0))' };
const fees = { stored: 'sum(fees)', recomputed: 'sum(fee * fee_px)' };

// Every stored value of a fill that the narrower copy repeats.
const checksum =
  'sum(sipHash64(time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token, fee_px, tid, oid, block))';

/**
 * Everything that the views of `migrations/` keep up to date, written down a second time, so that an audit
 * does not repeat their faults.
 */
export const rollups: readonly Rollup[] = [
  {
    table: 'fills_by_time',
    key: [wallet],
    columns: { fills: { stored: 'count()', recomputed: 'count()' }, checksum: same(checksum) },
  },
  {
    table: 'wallet_alltime',
    key: [wallet],
    columns: {
      fills,
      wins,
      pnl,
      volume,
      fees,
      unknown_fees: { stored: 'sum(unknown_fees)', recomputed: 'sum(toUInt64(fee != 0 AND fee_px = 0))' },
      largest_win: { stored: 'max(largest_win)', recomputed: 'max(closed_pnl)' },
      largest_loss: { stored: 'min(largest_loss)', recomputed: 'min(closed_pnl)' },
      first_time: { stored: 'min(first_time)', recomputed: 'min(time)' },
      last_time: { stored: 'max(last_time)', recomputed: 'max(time)' },
    },
  },
  {
    table: 'wallet_day',
    key: [
      wallet,
      { column: 'day', fromFill: "toDate(time, 'UTC')", readable: "concat('day=', toString(day))" },
    ],
    columns: { fills, wins, pnl, volume, fees },
  },
  {
    table: 'wallet_coin_alltime',
    key: [{ column: 'coin', fromFill: "CAST(coin, 'String')", readable: "concat('coin=', coin)" }, wallet],
    columns: { fills, wins, pnl, volume },
  },
];

function same(expression: string) {
  return { stored: expression, recomputed: expression };
}
