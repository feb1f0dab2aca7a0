import type { AnalyticsStore } from '../src/analytics/store.ts';

export interface EngineChains {
  /** Number of the batch, as ingest numbers them. */
  seq: number;
  /** The wallets `first` to `first + count` of all `wallets`, each with three coins. */
  first: number;
  count: number;
  wallets: number;
  /** Approximate fills of all wallets; the distribution has a heavy tail. */
  fills: number;
  firstTimeMs: number;
  lastTimeMs: number;
}

/** Three groups of coins, so that the three of a wallet differ. */
export const coinsOfGroup = 83;
/** A pseudo-random number from 0 to 1, derived from a chain and further keys. */
const share = (...of: string[]) => `(cityHash64(${of.join(', ')}) / 18446744073709551616)`;
/** The heavy tail: the mean of u^-0.7 over 0 to 1 is 1 / 0.3. */
const tailPower = 0.7;

/**
 * Inserts fills that the engine makes up, each position opened by one and closed by another: positions follow from each other, and
 * each close has the PnL of its prices. A quarter of the chains ends with an open position.
 */
export async function insertChains(store: AnalyticsStore, task: EngineChains): Promise<void> {
  const { seq, first, count, wallets, fills, firstTimeMs, lastTimeMs } = task;
  const spanMs = lastTimeMs - firstTimeMs;
  const roundTrips = fills / 2 / (3 * wallets);
  const tail = `pow(${share("'tail'", 'wallet_no')}, -${tailPower})`;
  await store.command(`
    INSERT INTO fills (wallet, time, seq, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token, fee_px,
      crossed, tid, oid, block)
    SELECT toFixedString(substring(SHA1(toString(wallet_no)), 1, 20), 20),
      fromUnixTimestamp64Milli(toInt64(if(closes, closed_ms, opened_ms)), 'UTC') AS at, 0,
      concat('C', toString(group_no * ${coinsOfGroup} + toUInt64(pow(${coinsOfGroup}, ${share("'coin'", 'chain')})))),
      if(is_long = closes, 'A', 'B'), if(closes, close_px, open_px) AS traded_px, size,
      size * closing,
      concat(if(closes, 'Close ', 'Open '), if(is_long, 'Long', 'Short')), 1,
      (close_px - open_px) * size * closing,
      round(traded_px * size * toDecimal32(0.00045, 5), 6), 'USDC', 1, true, bitShiftRight(rand64(1), 14), bitShiftRight(rand64(2), 26),
      intDiv(toUnixTimestamp64Milli(at) - ${firstTimeMs}, 1000)
    FROM (
      SELECT *, arrayJoin([false, true]) AS closes, ${firstTimeMs} + (trip + 0.7 * ${share("'open'", 'chain', 'trip')}) * ${spanMs} / trips AS opened_ms,
        opened_ms + 1 + 0.29 * pow(${share("'hold'", 'chain', 'trip')}, 3) * ${spanMs} / trips AS closed_ms,
        cityHash64('long', chain, trip) % 2 = 0 AS is_long, multiIf(NOT closes, 0, is_long, 1, -1) AS closing,
        toDecimal64(1 + cityHash64('px', chain, trip) % 10000000 / 1000, 3) AS open_px,
        round(exp10(4 * ${share("'size'", 'chain', 'trip')} - 2), 2) AS near_size,
        toDecimal128(greatest(near_size, 0.01), 2) AS size,
        0.4 * (${share("'move'", 'chain', 'trip')} - 0.5) AS move,
        toDecimal64(round(toFloat64(open_px) * (1 + move * abs(move) * 2.5), 3), 3) AS close_px
      FROM (
        SELECT arrayJoin(range(trips)) AS trip, intDiv(number, 3) AS wallet_no, number % 3 AS group_no, number AS chain,
          1 + toUInt64(${roundTrips - 1} * ${1 - tailPower} * ${tail} + ${share("'round'", 'number')}) AS trips
        FROM numbers(${first * 3}, ${count * 3})))
    WHERE NOT (closes AND trip = trips - 1 AND cityHash64('last', chain) % 4 = 0)`);
  const ms = (at: number) => `fromUnixTimestamp64Milli(${at}, 'UTC')`;
  await store.command(`
    INSERT INTO ingest_batches
    SELECT ${seq}, 'bench-${seq}', ${Math.round((fills / wallets) * count)}, ${ms(firstTimeMs)}, ${ms(lastTimeMs)},
      ${Math.floor(spanMs / 1_000)}`);
}
