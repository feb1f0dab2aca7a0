import { Type } from 'typebox';
import { wireTrade } from '../../packages/exchange-simulator/src/payloads/trade.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';

const limits = { maxRows: 5_000_000, deadlineMs: 60_000 };
const ms = (column: string) => `toString(toUnixTimestamp64Milli(${column}))`;

const storedTrades = query({
  name: 'check_trades',
  params: {},
  row: Type.Object({ coin: Type.String(), at: Type.String(), tid: Type.String() }),
  sql: `SELECT coin, ${ms('time')} AS at, toString(tid) AS tid FROM trades FINAL`,
  limits,
});
const storedGaps = query({
  name: 'check_trade_gaps',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String() }),
  sql: `
    SELECT coin, ${ms('from_time')} AS from, ${ms('to_time')} AS to
    FROM coverage FINAL WHERE feed = 'trades' AND state IN ('open', 'lost')`,
  limits,
});

interface Trade {
  coin: string;
  time: number;
  tid: string | number | bigint;
}

const keyOf = ({ coin, time, tid }: Trade) => `${coin} ${time} ${tid}`;

/**
 * Differences between the store and the exchange's record in the public trades since `fromMs`, unix milliseconds. A trade is stored, or
 * lies in a recorded gap, or was in a frame that the exchange's faults dropped on a connection that stayed open: such a trade cannot be
 * known.
 */
export async function tradeDifferences(
  store: Pick<AnalyticsStore, 'rows'>,
  { truth, faults, record }: SimulatedWorld,
  fromMs: number,
): Promise<string[]> {
  const rows = await store.rows(storedTrades, {});
  const stored = new Set(rows.map(({ coin, at, tid }) => `${coin} ${at} ${tid}`));
  const gaps = (await store.rows(storedGaps, {})).map(({ coin, from, to }) => ({
    coin,
    fromMs: Number(from),
    toMs: Number(to),
  }));
  const made = truth.trades().map((trade) => wireTrade(trade, record.exchange.wallets) as Trade);
  const swallowed = new Set(faults.log.records.flatMap(({ about, lost }) => tradesIn(about, lost)));
  const isIn = (gap: (typeof gaps)[0], { coin, time }: Trade) =>
    coin === gap.coin && gap.fromMs <= time && time <= gap.toMs;
  const missing = made.filter((trade) => !stored.has(keyOf(trade)));
  const lost = missing.filter(
    (trade) => trade.time > fromMs && !swallowed.has(keyOf(trade)) && !gaps.some((gap) => isIn(gap, trade)),
  );
  const found: string[] = [];
  if (lost.length > 0) found.push(`${lost.length} trades are missing, such as ${keyOf(lost[0]!)}`);
  const known = new Set(made.map(keyOf));
  const never = [...stored].filter((key) => !known.has(key));
  if (never.length > 0) found.push(`${never.length} trades were never made, such as ${never[0]}`);
  for (const gap of gaps) {
    // The answer began with the very next trade: that it did cannot be seen.
    const between = made.some(({ coin, time }) => coin === gap.coin && gap.fromMs < time && time < gap.toMs);
    if (between && !missing.some((trade) => isIn(gap, trade)))
      found.push(`a gap without a loss: ${JSON.stringify(gap)}`);
  }
  return found;
}

function tradesIn(channel: string, frame: string | undefined): string[] {
  if (channel !== 'trades' || frame === undefined) return [];
  return (JSON.parse(frame) as { data: Trade[] }).data.map(keyOf);
}
