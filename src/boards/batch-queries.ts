import { Type } from 'typebox';
import { query } from '../analytics/query.ts';

/** Nobody waits for these: a busy engine may take its time. */
const limits = { deadlineMs: 60_000 };

/** A batch whose record was repeated may count twice for a while: its count then has no match, and all wallets are read. */
export const batchesSince = query({
  name: 'batches_since',
  params: { seq: 'UInt64' },
  row: Type.Object({
    last_seq: Type.String(),
    batches: Type.String(),
  }),
  limits,
  sql: `
    SELECT
      max(seq) AS last_seq,
      count() AS batches
    FROM ingest_batches
    WHERE seq > {seq:UInt64}`,
});

/**
 * How many of the batches tell what they changed, and will go on doing so for longer than any query takes: rows are dropped
 * when they are an hour old.
 */
export const toldBatches = query({
  name: 'told_batches',
  params: { after: 'UInt64', upTo: 'UInt64' },
  row: Type.Object({ batches: Type.String() }),
  limits,
  sql: `
    SELECT count(DISTINCT token) AS batches FROM changed_wallet_days
    WHERE token IN (SELECT token FROM ingest_batches WHERE seq > {after:UInt64} AND seq <= {upTo:UInt64})
      AND stored > now() - INTERVAL 30 MINUTE`,
});

/** About how many wallets there are; one counts more than once until the engine has merged its rows. */
export const walletCount = query({
  name: 'board_wallet_count',
  params: {},
  row: Type.Object({ wallets: Type.String() }),
  limits,
  sql: 'SELECT count() AS wallets FROM wallet_alltime',
});

const coinRow = Type.Object({ coin: Type.String(), fills: Type.String() });

/** A row for each coin and hour: some thousand times fewer than wallets and coins. */
export const coinTotals = query({
  name: 'coin_totals',
  params: {},
  row: coinRow,
  limits: { ...limits, maxRows: 100_000 },
  sql: 'SELECT coin, sum(coin_hour.fills) AS fills FROM coin_hour GROUP BY coin',
});

/** The same for a store whose hours are still being filled. */
export const coinTotalsOfWallets = query({
  name: 'coin_totals_of_wallets',
  params: {},
  row: coinRow,
  limits: { ...limits, maxRows: 100_000 },
  sql: 'SELECT coin, sum(wallet_coin_alltime.fills) AS fills FROM wallet_coin_alltime GROUP BY coin',
});
